import { type Signal, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../intents/protocol.ts';
import { toRequestProblem } from './problem.ts';

type ResourceState<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready';
      readonly value: T;
      /** Why reading it again failed: what is shown is not current. */
      readonly problem: Problem | null;
    }
  | { readonly status: 'failed'; readonly problem: Problem };

/** Something that is read from the background, and read again. The answer to a reading that was given up is dropped. */
export class Resource<T> {
  readonly state: Signal<ResourceState<T>> = signal({ status: 'idle' });
  readonly #read: (signal: AbortSignal) => Promise<T>;
  #controller: AbortController | null = null;

  constructor(read: (signal: AbortSignal) => Promise<T>) {
    this.#read = read;
  }

  want(): void {
    if (this.state.peek().status === 'idle') void this.load();
  }

  /** Reads again; what is there stays until the answer comes. */
  async load(): Promise<void> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    if (this.state.peek().status !== 'ready') this.state.value = { status: 'loading' };
    try {
      const value = await this.#read(controller.signal);
      if (controller.signal.aborted) return;
      this.state.value = { status: 'ready', value, problem: null };
    } catch (error) {
      if (controller.signal.aborted) return;
      const problem = toRequestProblem(error);
      const now = this.state.peek();
      this.state.value =
        now.status === 'ready' && !ENDS.has(problem.code)
          ? { ...now, problem }
          : { status: 'failed', problem };
    }
  }

  /** Reads again if it was read before; else waits for the first reader. */
  refresh(): void {
    if (this.state.peek().status !== 'idle') void this.load();
  }

  /** Forgets what was read, and drops what is under way. */
  forget(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.state.value = { status: 'idle' };
  }
}

/** After these nothing of the patient may stay: it is not theirs, or not to be seen. */
const ENDS: ReadonlySet<string> = new Set([
  'stale',
  'disagrees',
  'not-linked',
  'forbidden',
  'not-found',
  'mismatch',
  'signed-out',
]);

/** Data that a component reads while it is mounted; the component's key says of what. */
export function useResource<T>(read: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [resource] = useState(() => new Resource(read));
  useEffect(() => () => resource.forget(), [resource]);
  return resource;
}

/** Keeps the state of an action; a second one does not begin while the first is under way. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const busy = useRef(false);
  return {
    isBusy,
    problem,
    /** Does it; `done` is called with what came of it. */
    run<T>(deed: () => Promise<T>, done?: (value: T) => void): void {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setProblem(null);
      deed()
        .then(
          (value) => done?.(value),
          (error) => setProblem(toRequestProblem(error)),
        )
        .finally(() => {
          busy.current = false;
          setBusy(false);
        });
    },
    clear: () => setProblem(null),
  };
}
