import type { ApplyForm } from './apply.ts';
import type { Changes } from './store/change.ts';

/** Whether something was sent for the patient, and it is not known yet what became of it. */
export function isUnderWay(changes: Changes, form: ApplyForm): boolean {
  const { step } = changes.current.value ?? {};
  const attempts = form.state.value?.attempts ?? [];
  return (
    step === 'sending' ||
    step === 'checking' ||
    attempts.some(({ standing }) => ['sending', 'checking', 'unknown'].includes(standing))
  );
}
