import { randomUUID } from 'node:crypto';
import type { Service } from '../forward/service.ts';
import type { Settings } from '../settings.ts';
import type { Storage } from '../storage/storage.ts';
import { within } from '../waiting.ts';

/** The name of the mark that each write leaves in the storage: another one each time. */
const MARK = 'written';
/** Seconds for which the mark is good: longer than an answer is kept, however far two clocks are apart. */
const MARK_SECONDS = 60;
/** A storage that takes longer to say what has changed is not waited for, and not asked for so long. */
const STAMP_TIMEOUT_MS = 250;
const PAUSE_MS = 1_000;

/** Says what has changed at the service, by all that the proxies of the storage have heard of. */
export type Changes = ReturnType<typeof createChanges>;

/**
 * Tells whether anything has changed: an event of the service that any proxy of this storage has received, or a write that
 * any of them has sent. Both are in the storage, so that no proxy depends on being told.
 */
export function createChanges({ storage, clock }: Pick<Settings, 'storage' | 'clock'>) {
  const now = (): number => Math.floor(clock() / 1_000);
  let count = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<string | null> | undefined;
  let next: Promise<string | null> | undefined;

  async function readStorage(): Promise<string> {
    const { inbox, signIns }: Storage = await storage();
    const [{ last }, mark] = await Promise.all([inbox.bounds(), signIns.read(MARK, now())]);
    return `${last} ${mark}`;
  }

  async function read(): Promise<string | null> {
    if (performance.now() < pausedUntil) return null;
    const before = count;
    try {
      return `${before} ${await within(STAMP_TIMEOUT_MS, readStorage())}`;
    } catch {
      pausedUntil = performance.now() + PAUSE_MS;
      return null;
    }
  }

  /**
   * A text that is the same as long as nothing has changed; null if that cannot be told now. Those who ask while another is
   * being told share the next one, which is read after they have asked.
   */
  function stamp(): Promise<string | null> {
    if (reading) {
      next ??= reading.then(() => {
        next = undefined;
        return stamp();
      });
      return next;
    }
    reading = read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  /** Counts a change of which this proxy alone has to know. */
  function changed(): void {
    count += 1;
  }

  return {
    changed,
    stamp,
    /** Has each write be known to all proxies once it is over, whatever came of it, before its caller hears of it. */
    watch(service: Service): Service {
      const write: Service = async (request) => {
        try {
          return await service(request);
        } finally {
          changed();
          const times = { now: now(), good: now() + MARK_SECONDS, kept: now() + MARK_SECONDS };
          // Others that cannot be told keep what they have for the rest of its seconds; nobody's write fails for it.
          await storage()
            .then(({ signIns }) => signIns.keep(MARK, randomUUID(), times))
            .catch(() => {});
        }
      };
      return (request) => (request.endpoint.effect === 'write' ? write(request) : service(request));
    },
  };
}
