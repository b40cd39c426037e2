import {
  type CheckedInput,
  INTENTS,
  type IntentName,
  type IntentOutput,
  type IntentsWith,
  isWrite,
} from '../../intents/intents.ts';
import type { Core } from '../core.ts';
import { Refused } from '../problem.ts';
import type { Service } from '../service/service.ts';
import type { TabDesk } from '../tabs/tab-desk.ts';
import { EXTENSION_HANDLERS } from './of-extension.ts';
import { PATIENT_HANDLERS, type PatientGround } from './of-patient.ts';
import { PROFESSIONAL_HANDLERS, type ProfessionalGround } from './of-professional.ts';

/** A request for an intent, as a session passes it on: its input is not checked yet. */
export interface IntentRequest<Name extends IntentName> {
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
  { tally }: Pick<Core, 'tally'>,
  { name, input }: IntentRequest<Name>,
): CheckedInput<Name> {
  const { success, data } = INTENTS[name].input.safeParse(input);
  if (!success) {
    tally.refuse('invalid-input');
    throw new Refused('invalid');
  }
  return data as CheckedInput<Name>;
}

/** The handler of an intent, without the input's own type: the check by the same name has just given that. */
const handlerOf = <Context, Name extends string>(handlers: Readonly<Record<Name, unknown>>, name: Name) =>
  handlers[name] as (context: Context, input: unknown) => Promise<unknown>;

/** The service of a tab's page, as whoever is signed in; the page has to be of an active profile, by the browser's word. */
export async function serviceOf(core: Core, tabId: number, signal: AbortSignal): Promise<Service> {
  const tab = await core.platform.tabs.get(tabId).catch(() => null);
  const profile = tab?.url ? core.book.activeAt(tab.url) : null;
  // Between two addresses of one page nothing is asked: which of them holds is not known.
  if (!profile || profile.id !== core.tabs.profileOf(tabId)?.id) throw new Refused('stale');
  return core.services.of(core.signInOf(profile), signal);
}

/** Throws unless the tab shows the patient of this epoch. */
function hereOf(desk: TabDesk, epoch: string, code: 'stale' | 'changed') {
  return () => {
    const { context } = desk;
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
  core: Core,
  desk: TabDesk,
  request: IntentRequest<IntentsWith<{ about: 'patient' }>>,
  epoch: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { name } = request;
  const input = checkInput(core, request);
  await desk.whenRestored();
  hereOf(desk, epoch, 'stale')();
  const writes = isWrite(name);
  const here = hereOf(desk, epoch, writes ? 'changed' : 'stale');
  const service = await serviceOf(core, desk.tabId, signal);
  here();
  if (writes && !(await desk.reread())) throw new Refused('changed');
  const identity = here();
  const context: PatientGround = { service, identity, signal, stillHere: here };
  try {
    const value = await handlerOf<PatientGround, typeof name>(PATIENT_HANDLERS, name)(context, input);
    if (desk.epoch !== epoch) throw new Refused('stale', { isOutcomeUnknown: writes });
    if (name === 'chart.read') {
      const { patient } = value as IntentOutput<'chart.read'>;
      core.learn(epoch, patient.serviceId.toLowerCase());
    }
    return value;
  } finally {
    if (writes) {
      service.cache.drop(null);
      core.tellChanged(service.proxy);
    }
  }
}

/**
 * Answers a request of the professional of a tab. With an epoch it still concerns a patient, such as a text that must
 * not name them.
 */
export async function answerOfProfessional(
  core: Core,
  tabId: number,
  request: IntentRequest<IntentsWith<{ about: 'professional' }>>,
  signal: AbortSignal,
): Promise<unknown> {
  const { name, epoch } = request;
  const input = checkInput(core, request);
  const desk = core.tabs.get(tabId);
  await desk?.whenRestored();
  const here = (): ProfessionalGround['identity'] => {
    const context = desk?.context;
    // A tab with a patient is never asked as if it had none: their name could stand in a text.
    if ((context?.state === 'known' ? context.epoch : null) !== epoch) throw new Refused('stale');
    return context?.state === 'known' ? context.identity : null;
  };
  const check = name === 'recommend.ask' ? here : () => null;
  check();
  const service = await serviceOf(core, tabId, signal);
  const identity = check();
  const context: ProfessionalGround = { service, identity, signal, stillHere: () => void check() };
  return handlerOf<ProfessionalGround, typeof name>(PROFESSIONAL_HANDLERS, name)(context, input);
}

/** Answers a request about the extension itself. */
export async function answerOfExtension(
  core: Core,
  request: IntentRequest<IntentsWith<{ about: 'extension' }>>,
  signal: AbortSignal,
): Promise<unknown> {
  await core.ready;
  const input = checkInput(core, request);
  // The table is keyed by the intent whose schema the input has just passed.
  const handler = EXTENSION_HANDLERS[request.name] as (
    core: Core,
    input: unknown,
    signal: AbortSignal,
  ) => unknown;
  return handler(core, input, signal);
}
