import { INTENTS, type IntentName, type IntentsWith, isWrite, type Subject } from '../../intents/intents.ts';
import type { Background } from '../background.ts';
import { Refused } from '../refusals.ts';
import type { ChartSnapshot } from '../service/chart.ts';
import type { PatientContext } from '../service/person.ts';
import type { TabState } from '../tabs/tab-state.ts';
import { EXTENSION_HANDLERS } from './of-extension.ts';
import { PATIENT_HANDLERS } from './of-patient.ts';
import { PROFESSIONAL_HANDLERS, type ProfessionalContext } from './of-professional.ts';
import { TAB_HANDLERS } from './of-tab.ts';

export const HANDLERS = {
  ...PATIENT_HANDLERS,
  ...PROFESSIONAL_HANDLERS,
  ...EXTENSION_HANDLERS,
  ...TAB_HANDLERS,
};

/** A request for an intent, as a session passes it on: its input is not checked yet. */
interface IntentRequest<S extends Subject> {
  readonly name: IntentsWith<{ about: S }>;
  readonly epoch: string | null;
  readonly input: unknown;
}

/** Checks the input of an intent and returns its handler for it. Throws {@link Refused} `invalid`. */
export function handlerOf<Context>(
  { counters }: Background,
  { name, input }: { readonly name: IntentName; readonly input: unknown },
) {
  const { success, data } = INTENTS[name].input.safeParse(input);
  if (!success) {
    counters.refuse('invalid-input');
    throw new Refused('invalid');
  }
  // The table is keyed by the intent whose schema the input has just passed.
  const handler = HANDLERS[name] as (context: Context, input: unknown, signal?: AbortSignal) => unknown;
  return (context: Context, signal?: AbortSignal) => handler(context, data, signal);
}

/**
 * Answers about the patient of a tab. The epoch is compared around every wait (`stale`); before a write every
 * frame is read again, and nothing is sent unless they still agree on this patient (`changed`).
 */
export async function answerOfPatient(
  background: Background,
  tabState: TabState,
  request: IntentRequest<'patient'>,
  signal: AbortSignal,
): Promise<unknown> {
  const { name, epoch } = request;
  const handler = handlerOf<PatientContext>(background, request);
  await tabState.whenRestored();
  const identityShown = (code: 'stale' | 'changed') => {
    const { context } = tabState;
    if (context.state !== 'known' || context.epoch !== epoch) throw new Refused(code);
    return context.identity;
  };
  identityShown('stale');
  const writes = isWrite(name);
  const assertSamePatient = () => identityShown(writes ? 'changed' : 'stale');
  const service = await background.openService(tabState.tabId, signal);
  assertSamePatient();
  if (writes && !(await tabState.reread())) throw new Refused('changed');
  const identity = assertSamePatient();
  try {
    const page = background.describePage(tabState.tabId);
    const value = await handler({
      service,
      identity,
      signal,
      page,
      assertSamePatient,
      tabId: tabState.tabId,
    });
    if (tabState.epoch !== epoch) throw new Refused('stale', { isOutcomeUnknown: writes });
    if (name === 'chart.read' && epoch !== null) {
      const chart = value as ChartSnapshot;
      background.learn(epoch, chart.patient.serviceId.toLowerCase());
      service.last.keep(tabState.tabId, chart);
    }
    return value;
  } finally {
    if (writes) {
      service.cache.drop(null);
      service.last.forget();
      background.tellChanged(service.proxy);
    }
  }
}

/** Answers a request of a tab's professional; one with an epoch still concerns a patient. */
export async function answerOfProfessional(
  background: Background,
  tabId: number,
  request: IntentRequest<'professional'>,
  signal: AbortSignal,
): Promise<unknown> {
  const { name, epoch } = request;
  const handler = handlerOf<ProfessionalContext>(background, request);
  const tabState = background.tabs.get(tabId);
  await tabState?.whenRestored();
  const assertSamePatient = () => {
    // Where the page shows a patient, nobody else is shown beside it.
    if (name.startsWith('listed.') && tabState && tabState.context.state !== 'none')
      throw new Refused('stale');
    if (name !== 'recommend.ask') return null;
    // A tab with a patient is never asked as if it had none: a text could contain their name.
    if ((tabState?.epoch ?? null) !== epoch) throw new Refused('stale');
    return tabState?.context.state === 'known' ? tabState.context.identity : null;
  };
  assertSamePatient();
  const service = await background.openService(tabId, signal);
  const identity = assertSamePatient();
  const page = background.describePage(tabId);
  const value = await handler({ service, identity, signal, page, assertSamePatient, tabId });
  if (name === 'caseload.seen') {
    const { seenAt } = value as Awaited<ReturnType<(typeof HANDLERS)['caseload.seen']>>;
    background.seen(service.proxy, Date.parse(seenAt));
  }
  return value;
}
