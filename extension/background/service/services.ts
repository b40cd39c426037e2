import { type Client, createClient, createSingleFlight } from '@instrument-panel/client';
import type { Environment } from '../platform.ts';
import type { SignIn } from '../sign-in.ts';
import { createMapping, type Mapping } from './mapping.ts';

interface Held {
  readonly value: unknown;
  /** Milliseconds of `elapsed`. */
  readonly at: number;
  /** UUID of the patient whom it is about; null for everybody. */
  readonly about: string | null;
}

/** Most entries; the oldest go first. */
const CACHE_ENTRIES_MAX = 200;

/**
 * Cache of what was read for one professional, in memory. Equal reads at once are one; older than `life` is read
 * again; an event about a patient drops what is about them, and about everybody.
 */
class Cache {
  readonly #held = new Map<string, Held>();
  readonly #flight = createSingleFlight<unknown>();
  readonly #elapsed: () => number;
  /** Counts the droppings, so that what was asked before one is not kept after it. */
  #turn = 0;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /**
   * What `read` gives, or gave less than `life` milliseconds ago.
   *
   * @param about UUID of the patient in lower case; null where it is about more than one, empty for nobody's
   */
  async get<T>(
    key: string,
    about: string | null,
    life: number,
    read: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    signal.throwIfAborted();
    const held = this.#held.get(key);
    // The key says what was read, so that its type is known.
    if (held && this.#elapsed() - held.at < life) return held.value as T;
    const turn = this.#turn;
    const value = await this.#flight(
      `${turn} ${key}`,
      async (left) => {
        const at = this.#elapsed();
        const fresh = await read(left);
        if (turn === this.#turn) this.#keep(key, { value: fresh, at, about });
        return fresh;
      },
      signal,
    );
    return value as T;
  }

  /** Drops what is about a patient or about everybody; without one, all. */
  drop(about: string | null): void {
    this.#turn++;
    for (const [key, held] of this.#held) {
      if (about === null || held.about === null || held.about === about) this.#held.delete(key);
    }
  }

  clear(): void {
    this.#turn++;
    this.#held.clear();
  }

  get size(): number {
    return this.#held.size;
  }

  #keep(key: string, held: Held): void {
    this.#held.delete(key);
    this.#held.set(key, held);
    const oldest = this.#held.keys().next().value;
    if (this.#held.size > CACHE_ENTRIES_MAX && oldest !== undefined) this.#held.delete(oldest);
  }
}

/** The service behind one proxy, as one professional: what may be asked of it, and what was read. */
export interface Service {
  readonly proxy: string;
  readonly professionalId: string;
  readonly client: Client;
  readonly mapping: Mapping;
  readonly cache: Cache;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The services of all proxies that somebody is signed in to. */
export class Services {
  readonly #environment: Environment;
  readonly #language: () => string;
  readonly #open = new Map<string, Service>();

  constructor(environment: Environment, language: () => string) {
    this.#environment = environment;
    this.#language = language;
  }

  /**
   * The service as whoever is signed in.
   *
   * @throws {TokenError} where a person has to sign in
   */
  async of(signIn: SignIn, signal: AbortSignal): Promise<Service> {
    const professionalId = await signIn.who(signal);
    const present = this.#open.get(signIn.proxy);
    if (present?.professionalId === professionalId) return present;
    const { fetch, now, elapsed } = this.#environment;
    const { proxy, tokens } = signIn;
    const options = { baseUrl: proxy, auth: tokens, fetch, locale: this.#language() };
    const made: Service = {
      proxy,
      professionalId,
      client: createClient(options),
      mapping: createMapping(createClient({ ...options, attempts: 1 })),
      cache: new Cache(elapsed),
      now,
    };
    this.#open.set(proxy, made);
    return made;
  }

  /** The service of a proxy; null if nobody asked for it yet. */
  present(proxy: string): Service | null {
    return this.#open.get(proxy) ?? null;
  }

  /** Forgets all that was read over a proxy. */
  forget(proxy: string): void {
    this.#open.get(proxy)?.cache.clear();
    this.#open.delete(proxy);
  }

  /** Another language is spoken: clients are created again at their next use. */
  clear(): void {
    for (const proxy of [...this.#open.keys()]) this.forget(proxy);
  }
}
