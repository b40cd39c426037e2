/** A page of a browser that a driver holds, as far as walks need one: Playwright's, and Puppeteer's for Firefox. */
export interface Driven {
  url(): string;
  goto(url: string): Promise<unknown>;
  close(): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  frames(): readonly { evaluate(expression: string): Promise<unknown> }[];
}

/** Runs a function in a page. Self-contained, since it and what it is given are sent to the page as text. */
export const runIn = async <Result, Given = undefined>(
  page: Pick<Driven, 'evaluate'>,
  run: (given: Given) => Result | Promise<Result>,
  ...given: [Given] extends [undefined] ? [] : [Given]
): Promise<Result> => (await page.evaluate(`(${run})(${JSON.stringify(given[0])})`)) as Result;

/** Runs a function in every frame of a page; one that is just going says nothing. */
export async function runInFrames<Result>(page: Driven, run: () => Result): Promise<NonNullable<Result>[]> {
  const all = await Promise.all(page.frames().map((frame) => runIn(frame, run).catch(() => null)));
  return all.filter((value): value is NonNullable<Awaited<Result>> => value != null);
}

/** Asks again until there is an answer. */
export async function until<T>(
  what: string,
  of: () => Promise<T | null | false>,
  { seconds = 60, everyMs = 150 }: { readonly seconds?: number; readonly everyMs?: number } = {},
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    // A page that is just loading cannot be asked.
    const value = await of().catch(() => null);
    if (value !== null && value !== false) return value;
    if (performance.now() > end) throw new Error(`After ${seconds} s still not: ${what}.`);
    await new Promise((done) => setTimeout(done, everyMs));
  }
}
