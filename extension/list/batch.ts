import type { Identity } from '../context/context.ts';
import type { ListSnapshot } from '../intents/outputs.ts';
import { LIST_ROWS_MAX } from '../intents/protocol.ts';
import { readWithRetry } from '../panel/session.ts';
import type { SiteHandle } from '../site/handle.ts';
import type { RowIdentity } from './row.ts';

/** Waits two frames, so that rows that come into view together are asked for together; a hidden page has none. */
function soon(act: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => requestAnimationFrame(act));
  else setTimeout(act, 50);
}

/** Told what was read of rows, by their keys; or that it failed. */
interface BatchListener {
  read(keys: readonly string[], reading: ListSnapshot): void;
  failed(keys: readonly string[], error: unknown): void;
}

/** Asks for rows, each once, many at a time. */
export class Batch {
  readonly #handle: SiteHandle;
  readonly #listener: BatchListener;
  readonly #wanted = new Map<string, Identity>();
  readonly #asked = new Set<string>();
  #controller = new AbortController();
  #isDue = false;

  constructor(handle: SiteHandle, listener: BatchListener) {
    this.#handle = handle;
    this.#listener = listener;
  }

  want({ key, identity }: RowIdentity): void {
    if (this.#asked.has(key)) return;
    this.#wanted.set(key, identity);
    if (this.#isDue) return;
    this.#isDue = true;
    soon(() => {
      this.#isDue = false;
      void this.#ask();
    });
  }

  /** Drops what is wanted and under way. */
  clear(): void {
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#wanted.clear();
    this.#asked.clear();
  }

  async #ask(): Promise<void> {
    const wanted = [...this.#wanted].slice(0, LIST_ROWS_MAX);
    if (wanted.length === 0) return;
    const keys = wanted.map(([key]) => key);
    for (const key of keys) {
      this.#wanted.delete(key);
      this.#asked.add(key);
    }
    const { signal } = this.#controller;
    try {
      const rows = wanted.map(([, identity]) => identity);
      const answer = (await readWithRetry(
        () => this.#handle.ask(null, 'list.read', { rows }, signal),
        signal,
      )) as ListSnapshot;
      if (signal.aborted) return;
      this.#listener.read(keys, answer);
    } catch (error) {
      if (signal.aborted) return;
      this.#listener.failed(keys, error);
    }
    for (const key of keys) this.#asked.delete(key);
    if (this.#wanted.size > 0) await this.#ask();
  }
}
