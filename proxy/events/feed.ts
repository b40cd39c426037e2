import type { Inbox, StoredEvent } from '../storage/storage.ts';
import { createGate } from '../waiting.ts';

/** Most of the newest events that are held in memory. */
const RECENT_MAX_COUNT = 1_000;
/** Most events that are handed out at once. */
const PAGE_MAX_COUNT = 100;
const RETRY_DELAY_MS = 1_000;
/** Most pages that are read from the storage at once for readers who are far behind. */
const PARALLEL_READS_MAX = 4;

/** The outbox as the readers of one process share it: each new event is read from the storage once. */
export interface Feed {
  /** The oldest sequence held, and the newest ever. Rejects if the storage cannot be read. */
  readonly bounds: () => Promise<{ readonly first: number; readonly last: number }>;
  /** At most a hundred events after a place; empty if that is the newest. Rejects if the storage cannot be read. */
  readonly after: (sequence: number) => Promise<readonly StoredEvent[]>;
  /** The newest sequence that this proxy knows; another may know more for a moment. */
  readonly head: () => number;
  /** Counts how often the storage was found emptied, and its sequence begun again. */
  readonly resets: () => number;
  /** Calls `onNews` at each change of `head`; gives the function that ends it. */
  readonly watch: (onNews: () => void) => () => void;
  readonly stop: () => void;
}

/** The feed of an inbox, which is opened by the first reader. */
export class InboxFeed implements Feed {
  readonly #inbox: () => Promise<Inbox>;
  readonly #onFailure: (error: unknown) => void;
  readonly #watching = new Set<() => void>();
  readonly #pages = new Map<number, Promise<readonly StoredEvent[]>>();
  readonly #gate = createGate(PARALLEL_READS_MAX);
  #opening: Promise<Inbox> | undefined;
  #recent: StoredEvent[] = [];
  #head = 0;
  #resets = 0;
  #isReading = false;
  #hasNews = false;
  #unwatch: (() => void) | undefined;
  #isStopped = false;

  /** @param onFailure called each time that new events could not be read; reading them is retried */
  constructor(inbox: () => Promise<Inbox>, onFailure: (error: unknown) => void) {
    this.#inbox = inbox;
    this.#onFailure = onFailure;
  }

  async bounds(): ReturnType<Feed['bounds']> {
    return (await this.#opened()).bounds();
  }

  async after(sequence: number): Promise<readonly StoredEvent[]> {
    if (this.#head <= sequence) return [];
    const oldest = this.#recent[0]?.sequence;
    if (oldest === undefined || oldest > sequence + 1) return this.#readOld(sequence);
    const start = this.#recent.findIndex((event) => event.sequence > sequence);
    return this.#recent.slice(start, start + PAGE_MAX_COUNT);
  }

  head(): number {
    return this.#head;
  }

  resets(): number {
    return this.#resets;
  }

  watch(onNews: () => void): () => void {
    // One entry for each call.
    const notify = (): void => onNews();
    this.#watching.add(notify);
    return () => this.#watching.delete(notify);
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch?.();
  }

  #opened(): Promise<Inbox> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<Inbox> {
    const inbox = await this.#inbox();
    this.#head = (await inbox.bounds()).last;
    if (!this.#isStopped) this.#unwatch = inbox.watch(() => void this.#readNew(inbox));
    await this.#readNew(inbox);
    return inbox;
  }

  async #readNew(inbox: Inbox): Promise<void> {
    this.#hasNews = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#hasNews && !this.#isStopped) await this.#readPage(inbox);
    } catch (error) {
      this.#onFailure(error);
      setTimeout(() => void this.#readNew(inbox), RETRY_DELAY_MS).unref();
    } finally {
      this.#isReading = false;
    }
  }

  async #readPage(inbox: Inbox): Promise<void> {
    this.#hasNews = false;
    const page = await inbox.after(this.#head, RECENT_MAX_COUNT);
    const newest = page.at(-1)?.sequence;
    if (newest !== undefined) {
      this.#recent = [...this.#recent, ...page].slice(-RECENT_MAX_COUNT);
      this.#head = newest;
      // There may be more than one page.
      this.#hasNews = true;
    } else {
      const { last } = await inbox.bounds();
      if (last >= this.#head) return;
      this.#recent = [];
      this.#head = last;
      this.#resets += 1;
    }
    for (const notify of this.#watching) notify();
  }

  /** Reads a page of older events: readers at the same place share one read, and all together wait in line. */
  #readOld(sequence: number): Promise<readonly StoredEvent[]> {
    const known = this.#pages.get(sequence);
    if (known) return known;
    const page = this.#gate(async () => (await this.#opened()).after(sequence, PAGE_MAX_COUNT)).finally(() =>
      this.#pages.delete(sequence),
    );
    this.#pages.set(sequence, page);
    return page;
  }
}
