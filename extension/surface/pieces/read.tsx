import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Problem } from '../../intents/protocol.ts';
import type { Resource } from '../reading.ts';
import { useSpeech } from '../speech.ts';
import { Loading } from './loading.tsx';
import { Notice } from './notice.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface ReadProps<T> {
  readonly of: Resource<T>;
  readonly loading?: string;
  /** When it was read, milliseconds since the epoch; said where it could not be read again. */
  readonly at?: (value: T) => number;
  /** Further things that can be done about a problem. */
  readonly mend?: (problem: Problem) => ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows something that is read: while it is, why it could not be, and what it is. */
export function Read<T>({ of, loading, at, mend, children }: ReadProps<T>) {
  const { words, moment } = useSpeech();
  useEffect(() => of.want(), [of]);
  const state = of.state.value;
  const again = (): void => void of.load();
  if (state.status === 'idle' || state.status === 'loading') {
    return loading === undefined ? <Loading /> : <Loading what={loading} />;
  }
  if (state.status === 'failed') {
    return (
      <ProblemNotice problem={state.problem} retry={again}>
        {mend?.(state.problem)}
      </ProblemNotice>
    );
  }
  return (
    <>
      {state.problem && (
        <>
          {at && <Notice kind="warning" title={words.notCurrent(moment(at(state.value)))} />}
          <ProblemNotice problem={state.problem} retry={again} />
        </>
      )}
      {children(state.value)}
    </>
  );
}
