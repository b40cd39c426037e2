import type { RecurrenceCycle } from '../../../shared/contract/states.ts';
import type { ChangeKind } from '../../../shared/locale/extension/panel/index.ts';
import type { DetailProps } from './course-detail.tsx';

interface ButtonProps extends DetailProps {
  readonly kind: ChangeKind;
  /** Of the application or the submission. */
  readonly id: number;
  readonly cycle?: RecurrenceCycle;
}

/** Asks for a change; nothing is done before it is confirmed. */
export function ChangeButton({ changes, store, speech, course, kind, id, cycle = 'NOW' }: ButtonProps) {
  if (!store.canApply.value) return null;
  const target = { kind, id, formId: course.formId, instrument: course.name || course.title };
  return (
    <button type="button" class="small" data-kind={kind} onClick={() => changes.ask(target, cycle)}>
      {speech.chart.changes[kind].ask}
    </button>
  );
}
