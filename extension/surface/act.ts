import { useRef, useState } from 'preact/hooks';
import type { Problem } from '../intents/protocol.ts';
import { readProblem } from './problem.ts';

/** Something that a person does, and how it stands. */
export interface Action {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  /** Does it, once at a time; `done` is called with what came of it. */
  run<T>(deed: () => Promise<T>, done?: (value: T) => void): void;
  clear(): void;
}

/** Keeps how a deed stands; a second one while the first is under way is not begun. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const busy = useRef(false);
  return {
    isBusy,
    problem,
    run(deed, done) {
      if (busy.current) return;
      busy.current = true;
      setBusy(true);
      setProblem(null);
      deed()
        .then(
          (value) => done?.(value),
          (error) => setProblem(readProblem(error)),
        )
        .finally(() => {
          busy.current = false;
          setBusy(false);
        });
    },
    clear: () => setProblem(null),
  };
}
