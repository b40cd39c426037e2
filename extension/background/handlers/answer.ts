import { OF_PATIENT, OF_PROFESSIONAL, SURFACE_WRITES } from '../../intents/surface.ts';
import type { Core } from '../core.ts';
import { Refused } from '../problem.ts';
import type { Service } from '../service/service.ts';
import type { TabDesk } from '../tabs/tab-desk.ts';
import { PATIENT_HANDLERS, type PatientGround } from './of-patient.ts';
import { PROFESSIONAL_HANDLERS, type ProfessionalGround } from './of-professional.ts';

type PatientIntent = keyof typeof OF_PATIENT;
type ProfessionalIntent = keyof typeof OF_PROFESSIONAL;

export const isOfPatient = (intent: string): intent is PatientIntent => Object.hasOwn(OF_PATIENT, intent);
export const isOfProfessional = (intent: string): intent is ProfessionalIntent =>
  Object.hasOwn(OF_PROFESSIONAL, intent);
export const isWrite = (intent: string): boolean => [...SURFACE_WRITES].some((write) => write === intent);

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
 * Answers a question about the patient of a tab. The epoch is compared before and after everything that is waited
 * for. Before a write every frame reads itself anew, and nothing is sent unless they still agree upon this patient.
 *
 * @throws {Refused} `stale` where the patient is another by now, `changed` where that showed before a write
 */
export async function answerOfPatient(
  core: Core,
  desk: TabDesk,
  {
    epoch,
    intent,
    input,
  }: { readonly epoch: string; readonly intent: PatientIntent; readonly input: unknown },
  signal: AbortSignal,
): Promise<unknown> {
  const parsed = OF_PATIENT[intent].safeParse(input);
  if (!parsed.success) {
    core.tally.refuse('invalid-input');
    throw new Refused('invalid');
  }
  await desk.whenRestored();
  hereOf(desk, epoch, 'stale')();
  const writes = isWrite(intent);
  const here = hereOf(desk, epoch, writes ? 'changed' : 'stale');
  const service = await serviceOf(core, desk.tabId, signal);
  here();
  if (writes && !(await desk.reread())) throw new Refused('changed');
  const identity = here();
  const ground: PatientGround = { service, identity, signal, stillHere: here };
  // The table is keyed by the intent whose schema the input has just passed.
  const handler = PATIENT_HANDLERS[intent] as (ground: PatientGround, input: unknown) => Promise<unknown>;
  try {
    const value = await handler(ground, parsed.data);
    if (desk.epoch !== epoch) throw new Refused('stale', { isOutcomeUnknown: writes });
    if (intent === 'chart.read') learnPatient(core, epoch, value);
    return value;
  } finally {
    if (writes) {
      service.cache.drop(null);
      core.tellChanged(service.proxy);
    }
  }
}

function learnPatient(core: Core, epoch: string, value: unknown): void {
  const { patient } = value as { readonly patient: { readonly serviceId: string } };
  core.learn(epoch, patient.serviceId.toLowerCase());
}

/**
 * Answers a question of the professional of a tab. With an epoch it is about a patient all the same, such as a text
 * that must not name them.
 */
export async function answerOfProfessional(
  core: Core,
  desk: { readonly tabId: number; readonly desk: TabDesk | null },
  {
    epoch,
    intent,
    input,
  }: { readonly epoch: string | null; readonly intent: ProfessionalIntent; readonly input: unknown },
  signal: AbortSignal,
): Promise<unknown> {
  const parsed = OF_PROFESSIONAL[intent].safeParse(input);
  if (!parsed.success) {
    core.tally.refuse('invalid-input');
    throw new Refused('invalid');
  }
  const { tabId } = desk;
  await desk.desk?.whenRestored();
  const here = (): ProfessionalGround['identity'] => {
    const context = desk.desk?.context;
    // A tab with a patient is never asked as if it had none: their name could stand in a text.
    if ((context?.state === 'known' ? context.epoch : null) !== epoch) throw new Refused('stale');
    return context?.state === 'known' ? context.identity : null;
  };
  const check = intent === 'recommend.ask' ? here : () => null;
  check();
  const service = await serviceOf(core, tabId, signal);
  const identity = check();
  const ground: ProfessionalGround = { service, identity, signal, stillHere: () => void check() };
  const handler = PROFESSIONAL_HANDLERS[intent] as (
    ground: ProfessionalGround,
    input: unknown,
  ) => Promise<unknown>;
  return handler(ground, parsed.data);
}
