import { createWatchers, type Inbox, type StoredEvent } from '../storage/storage.ts';
import { createGate } from '../waiting.ts';

const RECENT_MAX_COUNT = 1_000;
const PAGE_MAX_COUNT = 100;
const RETRY_DELAY_MS = 1_000;
/** Most pages that are read from the storage at once for readers who are far behind. */
const PARALLEL_READS_MAX = 4;

/** Reads pages of older events: readers at the same place share one read, and all together wait in line. */
function createOldPages(opened: () => Promise<Inbox>) {
  const pages = new Map<number, Promise<readonly StoredEvent[]>>();
  const gate = createGate(PARALLEL_READS_MAX);
  return (sequence: number): Promise<readonly StoredEvent[]> => {
    const known = pages.get(sequence);
    if (known) return known;
    const page = gate(async () => (await opened()).after(sequence, PAGE_MAX_COUNT)).finally(() =>
      pages.delete(sequence),
    );
    pages.set(sequence, page);
    return page;
  };
}

/** A page of the events after a place; null if they do not reach back to it. */
function pageAfter(events: readonly StoredEvent[], sequence: number): readonly StoredEvent[] | null {
  const oldest = events[0]?.sequence;
  if (oldest === undefined || oldest > sequence + 1) return null;
  const start = events.findIndex((event) => event.sequence > sequence);
  return events.slice(start, start + PAGE_MAX_COUNT);
}

export type Feed = ReturnType<typeof createFeed>;

/** The outbox as one process's readers share it: each event is read once, and a failed read retried. */
export function createFeed(openInbox: () => Promise<Inbox>, onFailure: (error: unknown) => void) {
  const watchers = createWatchers();
  const readOld = createOldPages(opened);
  let opening: Promise<Inbox> | undefined;
  let recent: StoredEvent[] = [];
  let head = 0;
  let resets = 0;
  let isReading = false;
  let hasNews = false;
  let unwatch: (() => void) | undefined;
  let isStopped = false;

  async function open(): Promise<Inbox> {
    const inbox = await openInbox();
    head = (await inbox.bounds()).last;
    if (!isStopped) unwatch = inbox.watch(() => void readNew(inbox));
    await readNew(inbox);
    return inbox;
  }

  function opened(): Promise<Inbox> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function readNew(inbox: Inbox): Promise<void> {
    hasNews = true;
    if (isReading) return;
    isReading = true;
    try {
      while (hasNews && !isStopped) await readPage(inbox);
    } catch (error) {
      // The storage may be closed by now.
      if (isStopped) return;
      onFailure(error);
      setTimeout(() => void readNew(inbox), RETRY_DELAY_MS).unref();
    } finally {
      isReading = false;
    }
  }

  async function readPage(inbox: Inbox): Promise<void> {
    hasNews = false;
    const page = await inbox.after(head, RECENT_MAX_COUNT);
    const newest = page.at(-1);
    if (newest) {
      recent = [...recent, ...page].slice(-RECENT_MAX_COUNT);
      head = newest.sequence;
      hasNews = true;
    } else {
      const { last } = await inbox.bounds();
      if (last >= head) return;
      recent = [];
      head = last;
      resets += 1;
    }
    watchers.notify();
  }

  return {
    /** The oldest sequence held, and the newest ever. Rejects if the storage cannot be read. */
    bounds: async () => (await opened()).bounds(),
    /** At most a hundred events after a place; empty if that is the newest. Rejects if the storage cannot be read. */
    async after(sequence: number): Promise<readonly StoredEvent[]> {
      return head <= sequence ? [] : (pageAfter(recent, sequence) ?? readOld(sequence));
    },
    head: () => head,
    /** Counts how often the storage was found emptied, and its sequence begun again. */
    resets: () => resets,
    /** Calls `onNews` at each change of `head`; gives the function that ends it. */
    watch: watchers.add,
    stop(): void {
      isStopped = true;
      unwatch?.();
    },
  };
}
