import type { StorageArea } from './platform.ts';

const KEY = 'draft';

/** The drafted profile, and the tab in which the person is pointing. A draft holds selectors only, and no patient's data. */
export class Pointing {
  readonly #session: StorageArea;
  readonly #changed: () => void;
  #draft: unknown = null;
  #tabId: number | null = null;

  constructor(session: StorageArea, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
  }

  async load(): Promise<void> {
    this.#draft = (await this.#session.get(KEY))[KEY] ?? null;
  }

  get draft(): unknown {
    return this.#draft;
  }

  /** The tab in which the person is pointing; null in none. */
  get tabId(): number | null {
    return this.#tabId;
  }

  begin(tabId: number): void {
    this.#tabId = tabId;
    this.#changed();
  }

  end(): void {
    this.#tabId = null;
    this.#changed();
  }

  keep(draft: unknown): void {
    this.#draft = draft;
    void (draft === null ? this.#session.remove(KEY) : this.#session.set({ [KEY]: draft }));
    this.#changed();
  }
}
