import type { ScoreView } from '@instrument-panel/shared/score';
import type { Attributes } from '../element.ts';
import { InstrumentErrorEvent, InstrumentLoadEvent, InstrumentSelectEvent } from '../events.ts';
import { tellDeveloper } from '../tell-developer.ts';
import { PanelError, toPanelProblem } from './problem.ts';

/** Tells the page that a view is shown. */
export function dispatchLoad(
  element: Element,
  { patientId, formTemplateId: formId, seriesId, points }: ScoreView,
): void {
  const submissionId = points.at(-1)?.submissionId ?? null;
  element.dispatchEvent(new InstrumentLoadEvent({ patientId, formId, seriesId, submissionId }));
}

/**
 * Tells the page what failed, and the console what the developer got wrong.
 *
 * @param attributes the attributes that the element takes
 * @returns true if the page will tell the user itself
 */
export function dispatchError(element: Element, error: Error, attributes: Attributes): boolean {
  const problem = toPanelProblem(error);
  if (error instanceof PanelError) tellDeveloper(element, error, attributes);
  const detail = {
    patientId: element.getAttribute('patient-id'),
    formId: element.getAttribute('form-id'),
    problem,
    code: 'code' in error ? String(error.code) : problem,
  };
  return !element.dispatchEvent(new InstrumentErrorEvent(detail));
}

/**
 * Tells the page which answer was chosen.
 *
 * @returns true if the panel is to show the answers itself
 */
export function dispatchSelect(element: Element, view: ScoreView, index: number): boolean {
  const point = view.points[index];
  if (!point) return false;
  const { patientId, formTemplateId: formId, seriesId } = view;
  const { submissionId, applicationId } = point;
  return element.dispatchEvent(
    new InstrumentSelectEvent({ patientId, formId, seriesId, submissionId, applicationId }),
  );
}
