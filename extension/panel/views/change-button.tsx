import type { RecurrenceCycle } from '@instrument-panel/client/contract';
import type { ChangeKind } from '../../words/panel/index.ts';
import type { DetailProps } from './course-detail.tsx';

interface ButtonProps extends DetailProps {
  readonly kind: ChangeKind;
  /** Of the application or the submission. */
  readonly id: number;
  /** The date that tells it from others; empty where there is none. */
  readonly about: string;
  readonly cycle?: RecurrenceCycle;
}

/** Asks for a change; nothing is done before it is confirmed. */
export function ChangeButton(props: ButtonProps) {
  const { changes, store, speech, course, kind, id, about, cycle = 'NOW' } = props;
  if (!store.canApply.value) return null;
  const target = { kind, id, about, formId: course.formId, instrument: course.name || course.title };
  const { ask } = speech.chart.changes[kind];
  return (
    <button
      type="button"
      class="small"
      data-kind={kind}
      aria-label={about ? speech.chart.of(ask, about) : ask}
      onClick={() => changes.ask(target, cycle)}
    >
      {ask}
    </button>
  );
}
