import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../intents/protocol.ts';
import { readProblem } from '../../surface/problem.ts';

/** A preference, and how the saving of it stands. */
export interface Choice<T> {
  /** Shown as chosen; null until what is kept was read. */
  readonly value: T | null;
  readonly isSaved: boolean;
  readonly problem: Problem | null;
  choose(chosen: T): void;
}

interface Keeping<T> {
  read(): Promise<T>;
  save(chosen: T): Promise<unknown>;
  /** What was chosen last is saved. */
  onSaved(chosen: T): void;
}

/** What is chosen is shown at once, the last word counts, and what could not be saved is put back and said. */
export function useChoice<T>({ read, save, onSaved }: Keeping<T>): Choice<T> {
  const [value, setValue] = useState<T | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const kept = useRef<T | null>(null);
  const turn = useRef(0);
  const reading = useRef(read);
  useEffect(() => {
    reading.current().then(
      (found) => {
        kept.current ??= found;
        if (turn.current === 0) setValue(found);
      },
      (error) => {
        if (turn.current === 0) setProblem(readProblem(error));
      },
    );
  }, []);
  return {
    value,
    isSaved,
    problem,
    choose(chosen) {
      turn.current += 1;
      const mine = turn.current;
      setValue(chosen);
      setSaved(false);
      setProblem(null);
      save(chosen).then(
        () => {
          kept.current = chosen;
          if (mine !== turn.current) return;
          setSaved(true);
          onSaved(chosen);
        },
        (error) => {
          if (mine !== turn.current) return;
          setValue(kept.current);
          setProblem(readProblem(error));
        },
      );
    },
  };
}
