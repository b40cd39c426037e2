import {
  type CheckedInput,
  INTENTS,
  type IntentName,
  type IntentOutput,
  type IntentsWith,
  isWrite,
} from '../../intents/intents.ts';
import type { Background } from '../background.ts';
import { Refused } from '../requests.ts';
import type { Service } from '../service/services.ts';
import type { TabState } from '../tabs/tab-state.ts';
import { EXTENSION_HANDLERS } from './of-extension.ts';
import { PATIENT_HANDLERS, type PatientContext } from './of-patient.ts';
import { PROFESSIONAL_HANDLERS, type ProfessionalContext } from './of-professional.ts';

/** A request for an intent, as a session passes it on: its input is not checked yet. */
interface IntentRequest<Name extends IntentName> {
  readonly name: Name;
  readonly epoch: string | null;
  readonly input: unknown;
}

/**
 * Checks the input of an intent against its declaration.
 *
 * @throws {Refused} `invalid`
 */
export function checkInput<Name extends IntentName>(
  { counters }: Pick<Background, 'counters'>,
  { name, input }: IntentRequest<Name>,
): CheckedInput<Name> {
  const { success, data } = INTENTS[name].input.safeParse(input);
  if (!success) {
    counters.refuse('invalid-input');
    throw new Refused('invalid');
  }
  return data as CheckedInput<Name>;
}

/** The handler of an intent, without the input's own type: the check by the same name has just given that. */
const handlerOf = <Context, Name extends string>(handlers: Readonly<Record<Name, unknown>>, name: Name) =>
  handlers[name] as (context: Context, input: unknown) => Promise<unknown>;

/** The service of a tab's page, as whoever is signed in; the page has to be of an active profile, by the browser's word. */
export async function openService(
  background: Background,
  tabId: number,
  signal: AbortSignal,
): Promise<Service> {
  const tab = await background.platform.tabs.get(tabId).catch(() => null);
  const profile = tab?.url ? background.registry.activeAt(tab.url) : null;
  // Between two addresses of one page nothing is asked: which of them holds is not known.
  if (!profile || profile.id !== background.tabs.profileOf(tabId)?.id) throw new Refused('stale');
  return background.services.of(background.signInOf(profile), signal);
}

/** Throws unless the tab shows the patient of this epoch. */
function hereOf(tabState: TabState, epoch: string, code: 'stale' | 'changed') {
  return () => {
    const { context } = tabState;
    if (context.state !== 'known' || context.epoch !== epoch) throw new Refused(code);
    return context.identity;
  };
}

/**
 * Answers a request about the patient of a tab. The epoch is compared before and after everything that is waited
 * for. Before a write every frame is read again, and nothing is sent unless they still agree upon this patient.
 *
 * @throws {Refused} `stale` if the patient is another by now, `changed` if that showed before a write
 */
export async function answerOfPatient(
  background: Background,
  tabState: TabState,
  request: IntentRequest<IntentsWith<{ about: 'patient' }>>,
  epoch: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { name } = request;
  const input = checkInput(background, request);
  await tabState.whenRestored();
  hereOf(tabState, epoch, 'stale')();
  const writes = isWrite(name);
  const here = hereOf(tabState, epoch, writes ? 'changed' : 'stale');
  const service = await openService(background, tabState.tabId, signal);
  here();
  if (writes && !(await tabState.reread())) throw new Refused('changed');
  const identity = here();
  const context: PatientContext = { service, identity, signal, stillHere: here };
  try {
    const value = await handlerOf<PatientContext, typeof name>(PATIENT_HANDLERS, name)(context, input);
    if (tabState.epoch !== epoch) throw new Refused('stale', { isOutcomeUnknown: writes });
    if (name === 'chart.read') {
      const { patient } = value as IntentOutput<'chart.read'>;
      background.learn(epoch, patient.serviceId.toLowerCase());
    }
    return value;
  } finally {
    if (writes) {
      service.cache.drop(null);
      background.tellChanged(service.proxy);
    }
  }
}

/**
 * Answers a request of the professional of a tab. With an epoch it still concerns a patient, such as a text that must
 * not name them.
 */
export async function answerOfProfessional(
  background: Background,
  tabId: number,
  request: IntentRequest<IntentsWith<{ about: 'professional' }>>,
  signal: AbortSignal,
): Promise<unknown> {
  const { name, epoch } = request;
  const input = checkInput(background, request);
  const tabState = background.tabs.get(tabId);
  await tabState?.whenRestored();
  const here = (): ProfessionalContext['identity'] => {
    const context = tabState?.context;
    // A tab with a patient is never asked as if it had none: their name could stand in a text.
    if ((context?.state === 'known' ? context.epoch : null) !== epoch) throw new Refused('stale');
    return context?.state === 'known' ? context.identity : null;
  };
  const check = name === 'recommend.ask' ? here : () => null;
  check();
  const service = await openService(background, tabId, signal);
  const identity = check();
  const context: ProfessionalContext = { service, identity, signal, stillHere: () => void check() };
  return handlerOf<ProfessionalContext, typeof name>(PROFESSIONAL_HANDLERS, name)(context, input);
}

/** Answers a request about the extension itself. */
export async function answerOfExtension(
  background: Background,
  request: IntentRequest<IntentsWith<{ about: 'extension' }>>,
  signal: AbortSignal,
): Promise<unknown> {
  await background.ready;
  const input = checkInput(background, request);
  // The table is keyed by the intent whose schema the input has just passed.
  const handler = EXTENSION_HANDLERS[request.name] as (
    background: Background,
    input: unknown,
    signal: AbortSignal,
  ) => unknown;
  return handler(background, input, signal);
}
