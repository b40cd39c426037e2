import { TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import { Refusal } from '../refusal.ts';
import type { SharedStorage } from '../storage/open.ts';
import type { RevocationStore } from '../storage/storage.ts';

/** The revoked tokens: read from memory, kept in the storage that all proxies share. */
export interface Revocations {
  /**
   * Refuses a token from now on, at every proxy of this storage within a second.
   *
   * @param until seconds since 1970 at which the token ends anyway; 15 minutes from now unless given, since none
   * lives longer
   * @throws StorageError or the storage's own error if the others could not be told; this proxy refuses the
   * token all the same
   */
  readonly revoke: (jti: string, until?: number) => Promise<void>;
  readonly isRevoked: (jti: string) => boolean;
  /** Reads the storage if the list is older than a second; null if it is not. */
  readonly refresh: () => Promise<void> | null;
}

interface RevocationOptions extends Pick<SharedStorage, 'storage'> {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told that the list could not be read, at most once a second. */
  readonly onUnreadable: (error: unknown) => void;
}

/** A list older than this is read again before a token is let through, in milliseconds. */
const REFRESH_INTERVAL_MS = 1_000;

const unavailable = () =>
  new Refusal(503, 'STORAGE_UNAVAILABLE', 'The proxy cannot check tokens now. Try again in a moment.', {
    headers: { 'retry-after': '2' },
  });

/**
 * Makes the list of revoked tokens. Before it was read once no token is let through (503); should the storage go
 * away later, the last list stays in force, so that an outage of the storage closes nobody's panel. What was
 * revoked elsewhere meanwhile counts until its own end, at most 15 minutes.
 */
export function createRevocations({ storage, clock, onUnreadable }: RevocationOptions): Revocations {
  let store: RevocationStore | undefined;
  let ends = new Map<string, number>();
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  let state: 'unread' | 'read' | 'unreadable' = 'unread';
  const now = () => Math.floor(clock() / 1000);

  const open = async (): Promise<RevocationStore> => {
    store ??= (await storage()).revocations;
    return store;
  };

  async function read(): Promise<void> {
    try {
      const current = await (await open()).current(now());
      // Those of this proxy stay: one that is being written may not be among what was read.
      const own = [...ends].filter(([, until]) => until > now());
      ends = new Map([...current.map(({ jti, until }) => [jti, until] as const), ...own]);
      state = 'read';
    } catch (error) {
      onUnreadable(error);
      if (state === 'unread') throw unavailable();
      state = 'unreadable';
    } finally {
      readAt = performance.now();
      reading = null;
    }
  }

  return {
    async revoke(jti, until = now() + TOKEN_LIFE_MAX_SECONDS) {
      ends.set(jti, Math.max(until, ends.get(jti) ?? 0));
      await (await open()).add({ jti, until }, now());
    },
    isRevoked: (jti) => ends.has(jti),
    refresh() {
      if (state !== 'unread' && performance.now() - readAt < REFRESH_INTERVAL_MS) return null;
      reading ??= read();
      // While the storage is away nobody waits for its time-out; the next one to come tries again.
      return state === 'unreadable' ? null : reading;
    },
  };
}
