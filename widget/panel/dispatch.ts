import { isServiceError } from '@instrument-panel/client';
import type { Attributes } from '../attribute-values.ts';
import { InstrumentErrorEvent } from '../events.ts';
import { tellDeveloper } from '../tell-developer.ts';
import { PanelError, toPanelProblem } from './problem.ts';

/** Tells the page what failed, and the console what the developer can solve; true if the page tells the user itself. */
export function dispatchError(element: Element, error: Error, attributes: Attributes): boolean {
  const problem = toPanelProblem(error);
  const about = error instanceof PanelError ? error.about : null;
  tellDeveloper(element, error, attributes);
  const { code = (error.cause as { readonly code?: unknown } | undefined)?.code } = error as {
    readonly code?: unknown;
  };
  const detail = {
    patientId: element.getAttribute('patient-id'),
    formId: element.getAttribute('form-id'),
    problem,
    code: String(code ?? problem),
    // Other errors come from anywhere, and may repeat what they were given.
    message: about !== null || isServiceError(error) ? error.message : error.name,
    attribute: about || null,
  };
  return !element.dispatchEvent(new InstrumentErrorEvent(detail));
}
