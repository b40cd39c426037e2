import type { ApplyService } from '@instrument-panel/shared/ui/apply/service';
import type { IntentInput, IntentOutput } from '../../intents/intents.ts';
import { applyErrorOf } from './problem.ts';
import type { PanelIntent, Session } from './session.ts';

/**
 * The service of the apply flow, by intents: whom it is about is the background's to know.
 *
 * @param professionalId author of what is applied; empty where the background does not say
 */
export function intentApplyService(
  session: Pick<Session, 'read' | 'write'>,
  { patientId, professionalId }: { readonly patientId: string; readonly professionalId: string },
): ApplyService {
  async function asApply<T>(intent: PanelIntent, answer: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      signal.throwIfAborted();
      throw applyErrorOf(intent, error);
    }
  }
  type Read = 'apply.patient' | 'apply.library' | 'apply.applications' | 'apply.applicationsOf';
  const read = <Name extends Read>(
    intent: Name,
    input: IntentInput<Name>,
    signal: AbortSignal,
  ): Promise<IntentOutput<Name>> => asApply(intent, session.read(intent, input, { signal }), signal);
  return {
    patientId,
    professionalId,
    patient: (signal) => read('apply.patient', {}, signal),
    library: (signal) => read('apply.library', {}, signal),
    applications: (signal) => read('apply.applications', {}, signal),
    applicationsOf: (formId, signal) => read('apply.applicationsOf', { formId }, signal),
    create: (formId, input, signal) =>
      asApply('apply.create', session.write('apply.create', { formId, input }, { signal }), signal),
  };
}
