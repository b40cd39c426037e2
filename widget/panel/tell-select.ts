import type { ScoreView } from '../../shared/score/index.ts';
import { InstrumentSelectEvent } from '../events/select.ts';

/** Tells the page which answer was chosen. */
export function tellSelect(element: Element, view: ScoreView, index: number): void {
  const point = view.points[index];
  if (!point) return;
  const { patientId, formTemplateId: formId, seriesId } = view;
  const { submissionId, applicationId } = point;
  element.dispatchEvent(
    new InstrumentSelectEvent({ patientId, formId, seriesId, submissionId, applicationId }),
  );
}
