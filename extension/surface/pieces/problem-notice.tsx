import type { ComponentChildren } from 'preact';
import type { Problem } from '../../intents/protocol.ts';
import { toProblemKind } from '../problem.ts';
import { useSpeech } from '../speech.ts';
import { Notice } from './notice.tsx';

interface ProblemProps {
  readonly problem: Problem;
  /** Gives a button that tries again. */
  readonly retry?: (() => void) | undefined;
  /** Further things that can be done about it. */
  readonly children?: ComponentChildren;
}

/** What went wrong, what to do, and what support needs to find it. */
export function ProblemNotice({ problem, retry, children }: ProblemProps) {
  const { words } = useSpeech();
  const kind = toProblemKind(problem);
  return (
    <Notice kind={kind === 'unknown-outcome' || kind === 'disagrees' ? 'danger' : 'warning'} isAlert>
      <p>{words.problems[kind]}</p>
      {problem.traceId && <p>{words.trace(problem.traceId)}</p>}
      {(retry || children) && (
        <div class="row">
          {retry && (
            <button type="button" onClick={retry}>
              {kind === 'unknown-outcome' ? words.refresh : words.retry}
            </button>
          )}
          {children}
        </div>
      )}
    </Notice>
  );
}
