/**
 * The few things that the walk through the main job needs of a browser, so that one walk runs in engines
 * whose drivers differ.
 */
export interface Driver {
  readonly engine: string;
  goto(url: string): Promise<void>;
  /** Runs the source of a function body in the page; what it returns must be JSON. */
  evaluate<T>(body: string): Promise<T>;
  /** Types into the first element that matches, in the page's light DOM. */
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Presses a key on whatever has the focus; `key` is a name such as `ArrowLeft`. */
  press(key: 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'): Promise<void>;
  close(): Promise<void>;
}

/** Asks again until the page's answer is the wanted one; the error says what it was instead. */
export async function until<T>(driver: Driver, body: string, wanted: (value: T) => boolean): Promise<T> {
  const end = performance.now() + 30_000;
  for (;;) {
    const value = await driver.evaluate<T>(body);
    if (wanted(value)) return value;
    if (performance.now() > end) {
      throw new Error(`${driver.engine}: after 30 s, ${body} still gives ${JSON.stringify(value)}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
