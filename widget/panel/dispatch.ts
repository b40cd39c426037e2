import type { Attributes } from '../element.ts';
import { InstrumentErrorEvent } from '../events.ts';
import { tellDeveloper } from '../tell-developer.ts';
import { PanelError, toPanelProblem } from './problem.ts';

/** Tells the page what failed, and the console what the developer got wrong; true if the page tells the user itself. */
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
