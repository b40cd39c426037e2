import { createSingleFlight } from '@instrument-panel/client';

interface Held {
  readonly value: unknown;
  /** Milliseconds of `elapsed`. */
  readonly at: number;
  /** UUID of the patient whom it is about; null for everybody. */
  readonly about: string | null;
}

/** Most entries; the oldest go first. */
const MOST = 200;

/**
 * What was read for one professional, in memory. Equal reads at once are one; what is older than `life` is read
 * again; an event about a patient drops what is about them, and about everybody.
 */
export class Cache {
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
    if (this.#held.size > MOST && oldest !== undefined) this.#held.delete(oldest);
  }
}
