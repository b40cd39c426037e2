import { hash } from 'node:crypto';
import { logError, toErrorName } from '../log.ts';
import { invalid, refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { SeenStore } from '../storage/storage.ts';

/** How far an instant may be ahead of the clock: clocks differ a little. */
const CLOCK_TOLERANCE_MS = 300_000;

/** Until when each person has seen the list of a professional's patients, in the storage that all proxies share. */
export function createSeen({ storage, log, clock }: Pick<Settings, 'storage' | 'log' | 'clock'>) {
  async function use<T>(act: (store: SeenStore) => Promise<T>): Promise<T> {
    try {
      return await act((await storage()).seen);
    } catch (error) {
      const hint = `The storage of what was seen failed (${toErrorName(error)}).`;
      logError({ log, clock }, 'seen-unavailable', hint);
      throw refuse('SEEN_UNAVAILABLE');
    }
  }

  return {
    /**
     * Null before the first time, and for an instant that the service's clock has not reached: one that was set back, as by
     * the reset of a simulation, must not hide what is answered from now on.
     *
     * @param subject names the person, of whom only a hash is stored
     */
    async read(subject: string, serviceNow: number): Promise<string | null> {
      const at = await use((store) => store.read(toPerson(subject)));
      return at === null || at > serviceNow + CLOCK_TOLERANCE_MS ? null : new Date(at).toISOString();
    },
    /**
     * Moves the instant forward, never beyond the present. Throws a `Refusal`: 400 for an instant to come, 503.
     *
     * @param readServiceClock asked only for an instant that the clock here has not reached
     */
    async move(subject: string, seenAt: string, readServiceClock: () => Promise<number>): Promise<string> {
      const at = Date.parse(seenAt);
      const own = clock();
      const now = at > own ? Math.max(own, await readServiceClock()) : own;
      if (at > now + CLOCK_TOLERANCE_MS) throw invalid('seenAt must not be in the future.');
      return new Date(await use((store) => store.move(toPerson(subject), Math.min(at, now)))).toISOString();
    },
  };
}

const toPerson = (subject: string): string => hash('sha256', subject, 'hex');
