import type { ScoredSubmission } from '@instrument-panel/client/contract';
import { type ShortView, shortView } from '../score/short-view.ts';
import { type InstrumentRecord, toSubmission } from './records.ts';

/** Returns the course of a patient's instrument, as a row draws it. */
export function toCourse(record: InstrumentRecord, now: number | null): ShortView {
  const { patientId, formId, title, lost } = record;
  const submissions = record.submissions.map(toSubmission) as ScoredSubmission[];
  return { ...shortView({ patientId, formId, submissions, lost, now }), title };
}
