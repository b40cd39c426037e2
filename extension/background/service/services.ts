import { createCaller, createSingleFlight, inCourses } from '@instrument-panel/client';
import type { BackgroundDependencies } from '../dependencies.ts';
import type { SignIn } from '../sign-in.ts';
import { LastCharts } from './last-charts.ts';
import { createMapping } from './mapping.ts';

interface CachedAnswer {
  readonly value: unknown;
  /** Milliseconds of `elapsed`. */
  readonly at: number;
  /** UUID of the patient whom it is about; null for everybody. */
  readonly about: string | null;
}

const CACHE_ENTRIES_MAX = 200;

/** Cache of one professional's reads, in memory; equal reads at once are one, and events drop theirs. */
class Cache {
  readonly #held = new Map<string, CachedAnswer>();
  readonly #flight = createSingleFlight<unknown>();
  readonly #elapsed: () => number;
  /** Counts the droppings, so that what was asked before one is not kept after it. */
  #turn = 0;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Gives what was read less than `life` ms ago, or now. `about`: a UUID, null for many, '' for none. */
  async get<T>(
    key: string,
    about: string | null,
    life: number,
    signal: AbortSignal,
    read: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const held = this.#held.get(key);
    // The key says what was read, so that its type is known.
    if (held && this.#elapsed() - held.at < life) return held.value as T;
    const turn = this.#turn;
    const readAnew = async (left: AbortSignal): Promise<T> => {
      const at = this.#elapsed();
      const value = await read(left);
      if (turn === this.#turn) this.#keep(key, { value, at, about });
      return value;
    };
    return (await this.#flight(`${turn} ${key}`, readAnew, signal)) as T;
  }

  /** Drops what is about a patient or about everybody; without one, all. */
  drop(about: string | null): void {
    this.#turn++;
    for (const [key, held] of this.#held) {
      if (about === null || held.about === null || held.about === about) this.#held.delete(key);
    }
  }

  #keep(key: string, held: CachedAnswer): void {
    this.#held.delete(key);
    this.#held.set(key, held);
    const [oldest = ''] = this.#held.keys();
    if (this.#held.size > CACHE_ENTRIES_MAX) this.#held.delete(oldest);
  }
}

export class Services {
  readonly #background: BackgroundDependencies;
  readonly #open = new Map<string, Service>();

  constructor(background: BackgroundDependencies) {
    this.#background = background;
  }

  /** The service with the signed-in professional's token. Throws a TokenError where a person has to sign in. */
  async of(signIn: SignIn, signal: AbortSignal): Promise<Service> {
    const professionalId = await signIn.who(signal);
    const present = this.#open.get(signIn.proxy);
    if (present?.professionalId === professionalId) return present;
    present?.last.forget();
    const made = createService(this.#background, signIn, professionalId);
    this.#open.set(signIn.proxy, made);
    return made;
  }

  present(proxy: string): Service | null {
    return this.#open.get(proxy) ?? null;
  }

  /** A tab is closed. */
  closed(tabId: number): void {
    for (const { last } of this.#open.values()) last.forget({ tabId });
  }

  /** Forgets the last charts of all tabs. */
  forgetCharts(): void {
    for (const { last } of this.#open.values()) last.forget();
  }

  forget(proxy: string): void {
    const present = this.#open.get(proxy);
    present?.cache.drop(null);
    present?.last.forget();
    this.#open.delete(proxy);
  }

  /** Another language is spoken: clients are created again at their next use. */
  clear(): void {
    for (const proxy of [...this.#open.keys()]) this.forget(proxy);
  }
}

/** The service behind one proxy, as one professional: what may be asked of it, and what was read. */
export type Service = ReturnType<typeof createService>;

function createService(
  { environment, language }: BackgroundDependencies,
  { proxy, tokens }: SignIn,
  professionalId: string,
) {
  const { fetch, now, elapsed } = environment;
  const options = { baseUrl: proxy, auth: tokens, fetch, locale: language };
  return {
    proxy,
    professionalId,
    client: createCaller({ ...options, fetch: inCourses(proxy, fetch) }),
    mapping: createMapping(createCaller({ ...options, attempts: 1 })),
    cache: new Cache(elapsed),
    last: new LastCharts(environment),
    /** Milliseconds since the epoch. */
    now,
  };
}
