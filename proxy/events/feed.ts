import type { Inbox, StoredEvent } from '../storage/storage.ts';
import { createGate } from '../waiting.ts';

/** Newest events held in memory, and how many are handed out at once. */
const RECENT = 1_000;
const PAGE = 100;
const AGAIN_MS = 1_000;
/** Pages read from the storage at once for those who are far behind. */
const READS = 4;

/** The outbox as the readers of one process share it: each new event is read from the storage once. */
export interface Feed {
  /** The oldest sequence held, and the newest ever. Rejects where the storage cannot be read. */
  readonly bounds: () => Promise<{ readonly first: number; readonly last: number }>;
  /** At most a hundred events after a place; empty where that is the newest. Rejects likewise. */
  readonly after: (sequence: number) => Promise<readonly StoredEvent[]>;
  /** The newest sequence that this proxy knows; another may know more for a moment. */
  readonly head: () => number;
  /** Counts how often the storage was found emptied, and its sequence begun anew. */
  readonly resets: () => number;
  /** Calls `onNews` at each change of `head`; gives the function that ends it. */
  readonly watch: (onNews: () => void) => () => void;
  readonly stop: () => void;
}

/** @param onFailure told of each time that new events could not be read; they are asked for again */
export function createFeed(inbox: () => Promise<Inbox>, onFailure: (error: unknown) => void): Feed {
  const watching = new Set<() => void>();
  const pages = new Map<number, Promise<readonly StoredEvent[]>>();
  const gate = createGate(READS);
  let opening: Promise<Inbox> | undefined;
  let recent: StoredEvent[] = [];
  let head = 0;
  let resets = 0;
  let isReading = false;
  let hasNews = false;
  let unwatch: (() => void) | undefined;
  let isStopped = false;

  async function readPage(from: Inbox): Promise<void> {
    hasNews = false;
    const page = await from.after(head, RECENT);
    const newest = page.at(-1)?.sequence;
    if (newest !== undefined) {
      recent = [...recent, ...page].slice(-RECENT);
      head = newest;
      // There may be more than one page.
      hasNews = true;
    } else {
      const { last } = await from.bounds();
      if (last >= head) return;
      recent = [];
      head = last;
      resets += 1;
    }
    for (const tell of watching) tell();
  }

  async function readNew(from: Inbox): Promise<void> {
    hasNews = true;
    if (isReading) return;
    isReading = true;
    try {
      while (hasNews && !isStopped) await readPage(from);
    } catch (error) {
      onFailure(error);
      setTimeout(() => void readNew(from), AGAIN_MS).unref();
    } finally {
      isReading = false;
    }
  }

  async function open(): Promise<Inbox> {
    const from = await inbox();
    head = (await from.bounds()).last;
    if (!isStopped) unwatch = from.watch(() => void readNew(from));
    await readNew(from);
    return from;
  }

  function opened(): Promise<Inbox> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  /** A page of older events: those who stand at the same place share one read, and all together wait in line. */
  function held(sequence: number): Promise<readonly StoredEvent[]> {
    const known = pages.get(sequence);
    if (known) return known;
    const page = gate(async () => (await opened()).after(sequence, PAGE)).finally(() =>
      pages.delete(sequence),
    );
    pages.set(sequence, page);
    return page;
  }

  return {
    async bounds() {
      return (await opened()).bounds();
    },
    async after(sequence) {
      if (head <= sequence) return [];
      const oldest = recent[0]?.sequence;
      if (oldest === undefined || oldest > sequence + 1) return held(sequence);
      const start = recent.findIndex((event) => event.sequence > sequence);
      return recent.slice(start, start + PAGE);
    },
    head: () => head,
    resets: () => resets,
    watch(onNews) {
      // One entry for each call.
      const tell = (): void => onNews();
      watching.add(tell);
      return () => watching.delete(tell);
    },
    stop() {
      isStopped = true;
      unwatch?.();
    },
  };
}
