import { TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import { logError, toErrorName } from '../log.ts';
import { retryLater } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { RevocationStore } from '../storage/storage.ts';

/** A list older than this is read again before a token is let through, in milliseconds. */
const REFRESH_INTERVAL_MS = 1_000;

/**
 * The revoked tokens, in memory, from the storage of all proxies. Before they were read no token is let through
 * (503); should the storage go away later, the last list stays, so that an outage closes no panel.
 */
export function createRevocations(settings: Pick<Settings, 'storage' | 'clock' | 'log'>) {
  let ends = new Map<string, number>();
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  let state: 'unread' | 'read' | 'unreadable' = 'unread';
  const now = (): number => Math.floor(settings.clock() / 1000);
  const openStore = async (): Promise<RevocationStore> => (await settings.storage()).revocations;

  async function read(): Promise<void> {
    try {
      const current = await (await openStore()).current(now());
      // Those of this proxy stay: one that is being written may not be among what was read.
      const own = [...ends].filter(([, until]) => until > now());
      ends = new Map([...current.map(({ jti, until }) => [jti, until] as const), ...own]);
      state = 'read';
    } catch (error) {
      logError(settings, 'revocations-unreadable', toErrorName(error));
      if (state === 'unread') {
        const message = 'The proxy cannot check tokens now. Try again in a moment.';
        throw retryLater(503, 'STORAGE_UNAVAILABLE', message, 2);
      }
      state = 'unreadable';
    } finally {
      readAt = performance.now();
      reading = null;
    }
  }

  return {
    /**
     * Refuses a token at every proxy within a second, until its end (seconds since 1970; default: in 15 minutes).
     * Throws the storage's error if the others could not be told; this proxy refuses it all the same.
     */
    async revoke(jti: string, until = now() + TOKEN_LIFE_MAX_SECONDS): Promise<void> {
      ends.set(jti, Math.max(until, ends.get(jti) ?? 0));
      await (await openStore()).add({ jti, until }, now());
    },
    isRevoked: (jti: string): boolean => ends.has(jti),
    /** Reads the storage if the list is older than a second; null if it is not. */
    refresh(): Promise<void> | null {
      if (state !== 'unread' && performance.now() - readAt < REFRESH_INTERVAL_MS) return null;
      reading ??= read();
      // While the storage is away, requests do not wait for its time-out; the next one tries again.
      return state === 'unreadable' ? null : reading;
    },
  };
}
