/** State with explicit subscriptions. Each change makes another state object; listeners are called at once. */
export class Observable<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Changes what differs from the current state, and tells the listeners if anything did. */
  set(changes: Partial<State>): void {
    const isSame = Object.entries(changes).every(
      ([name, value]) => this.#state[name as keyof State] === value,
    );
    if (isSame) return;
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
