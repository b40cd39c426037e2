import type { ScoredSubmission } from '@instrument-panel/client/contract';
import { type InstrumentRecord, toSubmission } from '../../caseload/records.ts';
import { drawSparkline } from '../../chart/sparkline.ts';
import { shortView } from '../../score/short-view.ts';
import { sayPicture } from '../../words/say-picture.ts';
import type { CaseloadSpeech } from './say.ts';

/** Draws the courses of a row; without a source of records it has none. */
export function drawCourses(
  row: HTMLElement,
  recordOf: ((patientId: string, formId: string) => InstrumentRecord | null) | null,
  { words, format, now }: CaseloadSpeech,
): void {
  const patientId = row.dataset.key ?? '';
  for (const place of row.querySelectorAll('.course')) {
    place.replaceChildren();
    const formId = place.parentElement?.dataset.form ?? '';
    const record = recordOf?.(patientId, formId);
    if (!record) continue;
    const { title, lost } = record;
    const submissions = record.submissions.map(toSubmission) as ScoredSubmission[];
    const view = { ...shortView({ patientId, formId, submissions, lost, now }), title };
    if (view.points.length > 0) place.append(drawSparkline(view, sayPicture({ words, format }, view)));
  }
}
