import type { Application } from '@instrument-panel/client/contract';
import { instrumentName, isActive } from './roster.ts';

/** An instrument that a patient has applications of. */
export interface ChartInstrument {
  readonly formId: string;
  readonly title: string;
  readonly isInUse: boolean;
  /** Milliseconds; 0 where there is no answer. */
  readonly answeredAt: number;
}

const answered = (one: Application): number => Date.parse(one.lastSubmission?.completedFillAt ?? '') || 0;
const newest = (one: Application): number => Date.parse(one.startedAt ?? one.createdAt ?? '') || 0;

/** The instruments of a patient's applications: those in use first, then by the newest answer. */
export function instrumentsOf(applications: readonly Application[]): readonly ChartInstrument[] {
  const groups = Map.groupBy(
    applications.toSorted((a, b) => newest(b) - newest(a)),
    (one) => one.formTemplateId.toLowerCase(),
  );
  const instruments = [...groups].map(([formId, own]) => ({
    formId,
    title: own[0] ? instrumentName(own[0]) : formId,
    isInUse: own.some(isActive),
    answeredAt: Math.max(...own.map(answered)),
  }));
  return instruments.toSorted((a, b) => Number(b.isInUse) - Number(a.isInUse) || b.answeredAt - a.answeredAt);
}

/** Applications in the order of the chart's table: those in use first, then the newest. */
export const inOrder = (applications: readonly Application[]): readonly Application[] =>
  applications.toSorted(
    (a, b) => Number(isActive(b)) - Number(isActive(a)) || newest(b) - newest(a) || b.id - a.id,
  );
