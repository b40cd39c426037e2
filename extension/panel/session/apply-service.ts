import type { ApplyService } from '@instrument-panel/shared/ui/apply/service';
import { applyErrorOf } from './problem.ts';
import type { PanelAnswers, PanelIntent, Session } from './session.ts';

/**
 * The service of the apply flow, by intents: whom it is about is the background's to know.
 *
 * @param professionalId author of what is applied; empty where the background does not say
 */
export function intentApplyService(
  session: Pick<Session, 'ask'>,
  { patientId, professionalId }: { readonly patientId: string; readonly professionalId: string },
): ApplyService {
  async function ask<Name extends PanelIntent>(
    intent: Name,
    input: Parameters<typeof session.ask<Name>>[1],
    signal: AbortSignal,
  ): Promise<PanelAnswers[Name]> {
    try {
      return await session.ask(intent, input, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw applyErrorOf(intent, error);
    }
  }
  return {
    patientId,
    professionalId,
    patient: (signal) => ask('apply.patient', {}, signal),
    library: (signal) => ask('apply.library', {}, signal),
    applications: (signal) => ask('apply.applications', {}, signal),
    applicationsOf: (formId, signal) => ask('apply.applicationsOf', { formId }, signal),
    create: (formId, input, signal) => ask('apply.create', { formId, input }, signal),
  };
}
