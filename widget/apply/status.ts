import { isServiceError } from '@instrument-panel/client';
import type { Application } from '@instrument-panel/client/contract';
import { ApplyError, type ApplyState, toApplyProblem } from '@instrument-panel/shared/ui/apply';
import type { Step } from '@instrument-panel/shared/ui/apply/machine';
import { InstrumentAppliedEvent, InstrumentErrorEvent } from '../events.ts';
import { tellDeveloper } from '../tell-developer.ts';
import { APPLY_ATTRIBUTES } from './attributes.ts';

/** Names of the states that `:state()` selects, and of `status`. */
export type ApplyStatus = Exclude<Step, 'failed'> | 'unknown' | 'error';

export function statusOf({ step, attempts }: ApplyState): ApplyStatus {
  if (step === 'failed') return 'error';
  const isUnknown = attempts.some(({ standing }) => standing === 'unknown');
  return step === 'applied' && isUnknown ? 'unknown' : step;
}

export function tellApplied(
  element: Element,
  { formId, application }: { readonly formId: string; readonly application: Application },
): void {
  const patientId = application.patientId.toLowerCase();
  element.dispatchEvent(new InstrumentAppliedEvent({ patientId, formId, applicationId: application.id }));
}

/** Tells the page what failed, and the console what the developer can solve. */
export function tellError(element: Element, failure: unknown): void {
  const problem = toApplyProblem(failure);
  const own = failure instanceof ApplyError ? failure : null;
  const known = own ?? (isServiceError(failure) ? failure : null);
  if (known) tellDeveloper(element, known, APPLY_ATTRIBUTES);
  const { code = problem, name = problem } = (failure ?? {}) as Partial<Error> & { readonly code?: unknown };
  const detail = {
    patientId: element.getAttribute('patient-id'),
    formId: null,
    problem,
    code: String(code),
    message: known?.message ?? name,
    attribute: own?.about || null,
  };
  element.dispatchEvent(new InstrumentErrorEvent(detail));
}
