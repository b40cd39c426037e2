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
import { openService } from '../service/open.ts';
import type { TabState } from '../tabs/tab-state.ts';
import { EXTENSION_HANDLERS } from './of-extension.ts';
import { PATIENT_HANDLERS, type PatientContext } from './of-patient.ts';
import { PROFESSIONAL_HANDLERS, type ProfessionalContext } from './of-professional.ts';
import { TAB_HANDLERS, type TabRequest } from './of-tab.ts';

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
function checkInput<Name extends IntentName>(
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

/** Creates a check that returns the identity of an epoch's patient, and throws if the tab does not show them. */
function createContextCheck(tabState: TabState, epoch: string, code: 'stale' | 'changed') {
  return () => {
    const { context } = tabState;
    if (context.state !== 'known' || context.epoch !== epoch) throw new Refused(code);
    return context.identity;
  };
}

/**
 * Answers a request about the patient of a tab. The epoch is compared before and after everything that is waited
 * for. Before a write every frame is read again, and nothing is sent unless they still agree on this patient.
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
  createContextCheck(tabState, epoch, 'stale')();
  const writes = isWrite(name);
  const assertSamePatient = createContextCheck(tabState, epoch, writes ? 'changed' : 'stale');
  const service = await openService(background, tabState.tabId, signal);
  assertSamePatient();
  if (writes && !(await tabState.reread())) throw new Refused('changed');
  const identity = assertSamePatient();
  const context: PatientContext = { service, identity, signal, assertSamePatient };
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
  const checkPatient = (): ProfessionalContext['identity'] => {
    const context = tabState?.context;
    // A tab with a patient is never asked as if it had none: their name could stand in a text.
    if ((context?.state === 'known' ? context.epoch : null) !== epoch) throw new Refused('stale');
    return context?.state === 'known' ? context.identity : null;
  };
  const check = name === 'recommend.ask' ? checkPatient : () => null;
  check();
  const service = await openService(background, tabId, signal);
  const identity = check();
  const context: ProfessionalContext = { service, identity, signal, assertSamePatient: () => void check() };
  return handlerOf<ProfessionalContext, typeof name>(PROFESSIONAL_HANDLERS, name)(context, input);
}

/** Answers a request of a frame about its own tab. */
export async function answerOfTab(
  tabRequest: TabRequest,
  request: IntentRequest<IntentsWith<{ about: 'tab' }>>,
): Promise<unknown> {
  const input = checkInput(tabRequest.background, request);
  // The table is keyed by the intent whose schema the input has just passed.
  const answer = TAB_HANDLERS[request.name].answer as (tabRequest: TabRequest, input: unknown) => unknown;
  return answer(tabRequest, input);
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
