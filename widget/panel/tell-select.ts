import type { ScoreView } from '@instrument-panel/shared/score';
import { InstrumentSelectEvent } from '../events/select.ts';

/**
 * Tells the page which answer was chosen.
 *
 * @returns whether the page leaves it to the panel to show the answers
 */
export function tellSelect(element: Element, view: ScoreView, index: number): boolean {
  const point = view.points[index];
  if (!point) return false;
  const { patientId, formTemplateId: formId, seriesId } = view;
  const { submissionId, applicationId } = point;
  return element.dispatchEvent(
    new InstrumentSelectEvent({ patientId, formId, seriesId, submissionId, applicationId }),
  );
}
