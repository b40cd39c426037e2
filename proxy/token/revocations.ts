import { TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import { retryLater } from '../refusal.ts';
import type { SharedStorage } from '../storage/open.ts';
import type { RevocationStore } from '../storage/storage.ts';

interface RevocationOptions extends Pick<SharedStorage, 'storage'> {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told that the list could not be read, at most once a second. */
  readonly onUnreadable: (error: unknown) => void;
}

/** A list older than this is read again before a token is let through, in milliseconds. */
const REFRESH_INTERVAL_MS = 1_000;

const unavailable = () =>
  retryLater(503, 'STORAGE_UNAVAILABLE', 'The proxy cannot check tokens now. Try again in a moment.', 2);

/**
 * The revoked tokens: read from memory, kept in the storage that all proxies share. Before they were read once no token
 * is let through (503); should the storage go away later, the last list stays in force, so that an outage of the
 * storage closes nobody's panel. What was revoked elsewhere meanwhile counts until its own end, at most 15 minutes.
 */
export class Revocations {
  readonly #options: RevocationOptions;
  #ends = new Map<string, number>();
  #readAt = -Infinity;
  #reading: Promise<void> | null = null;
  #state: 'unread' | 'read' | 'unreadable' = 'unread';

  constructor(options: RevocationOptions) {
    this.#options = options;
  }

  /**
   * Refuses a token from now on, at every proxy of this storage within a second.
   *
   * @param until seconds since 1970 at which the token ends anyway. Default: 15 minutes from now, since none lives
   * longer
   * @throws StorageError or the storage's own error if the others could not be told; this proxy refuses the token all
   * the same
   */
  async revoke(jti: string, until = this.#now() + TOKEN_LIFE_MAX_SECONDS): Promise<void> {
    this.#ends.set(jti, Math.max(until, this.#ends.get(jti) ?? 0));
    await (await this.#store()).add({ jti, until }, this.#now());
  }

  readonly isRevoked = (jti: string): boolean => this.#ends.has(jti);

  /** Reads the storage if the list is older than a second; null if it is not. */
  readonly refresh = (): Promise<void> | null => {
    const isFresh = performance.now() - this.#readAt < REFRESH_INTERVAL_MS;
    if (this.#state !== 'unread' && isFresh) return null;
    this.#reading ??= this.#read();
    // While the storage is away nobody waits for its time-out; the next one to come tries again.
    return this.#state === 'unreadable' ? null : this.#reading;
  };

  #now(): number {
    return Math.floor(this.#options.clock() / 1000);
  }

  async #store(): Promise<RevocationStore> {
    return (await this.#options.storage()).revocations;
  }

  async #read(): Promise<void> {
    try {
      const current = await (await this.#store()).current(this.#now());
      // Those of this proxy stay: one that is being written may not be among what was read.
      const own = [...this.#ends].filter(([, until]) => until > this.#now());
      this.#ends = new Map([...current.map(({ jti, until }) => [jti, until] as const), ...own]);
      this.#state = 'read';
    } catch (error) {
      this.#options.onUnreadable(error);
      if (this.#state === 'unread') throw unavailable();
      this.#state = 'unreadable';
    } finally {
      this.#readAt = performance.now();
      this.#reading = null;
    }
  }
}
