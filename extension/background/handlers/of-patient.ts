import { getAnalysisStatus, listNotifications } from '@instrument-panel/client/contract';
import { compareIdentifiers } from '@instrument-panel/client/identifiers';
import { isSameId } from '@instrument-panel/client/params';
import type { Identity } from '../../context/context.ts';
import type { CheckedInput, IntentOutput, IntentsWith } from '../../intents/intents.ts';
import { Refused } from '../requests.ts';
import { readChart, readHistory, readItem } from '../service/chart.ts';
import type { LinkedPatient } from '../service/mapping.ts';
import { assertMatch, confirmPatient, findPatientAgain } from '../service/person.ts';
import type { Service } from '../service/services.ts';
import {
  applyInstrument,
  cancel,
  cancelRequest,
  changeRecurrence,
  createPatientApplyService,
  deleteRequest,
  finish,
  setActive,
  type WriteContext,
} from '../service/writes.ts';

/** Context of a handler for the patient of a tab. */
export interface PatientContext {
  readonly service: Service;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** The page shows the same patient still; throws where it does not. */
  readonly assertSamePatient: () => void;
}

type PatientIntent = IntentsWith<{ about: 'patient' }>;
type Handler<Name extends PatientIntent> = (
  context: PatientContext,
  input: CheckedInput<Name>,
) => Promise<IntentOutput<Name>>;

/** The patient found again and confirmed by something besides the key, right before something is done. */
async function actOf(context: PatientContext): Promise<WriteContext> {
  const { service, identity, signal, assertSamePatient } = context;
  const { patientId } = await confirmPatient(service, identity, signal);
  assertSamePatient();
  return { service, patientId, signal, assertSamePatient };
}

async function applying({ service, identity, signal }: PatientContext) {
  const { patientId } = await findPatientAgain(service, identity, signal);
  return createPatientApplyService({ service, patientId });
}

/** The first key of the page. */
function keyOf({ keys: [first] }: Identity): { readonly system: string; readonly value: string } {
  if (!first) throw new Refused('not-linked');
  return first;
}

type Person = CheckedInput<'patient.link'>;

/** Checks that the entered person does not contradict the page. */
function said(identity: Identity, person: Person): Person {
  const { contradicted } = compareIdentifiers(person, {
    name: identity.name ?? null,
    birthday: identity.birthday === undefined ? null : `${identity.birthday}T00:00:00Z`,
    email: identity.email ?? null,
    phone: identity.phone ?? null,
  });
  if (contradicted.length > 0) throw new Refused('disagrees');
  return person;
}

const reply = ({ patientId, agreed, notStored }: LinkedPatient) => ({ patientId, agreed, notStored });

/** One handler for each question about the patient of a tab. Whose it is comes from the context, never from the asker. */
export const PATIENT_HANDLERS: { readonly [Name in PatientIntent]: Handler<Name> } = {
  'chart.read'({ service, identity, signal }, { isAnew }) {
    if (isAnew) service.cache.drop(null);
    return readChart(service, identity, signal);
  },
  'item.read': ({ service, identity, signal }, input) => readItem(service, identity, input, signal),
  'apply.patient': async (context) => (await applying(context)).patient(context.signal),
  'apply.library': async (context) => (await applying(context)).library(context.signal),
  'apply.applications': async (context) => (await applying(context)).applications(context.signal),
  'apply.applicationsOf': async (context, { formId }) =>
    (await applying(context)).applicationsOf(formId, context.signal),
  'apply.create': async (context, input) => applyInstrument(await actOf(context), input),
  'application.recur': async (context, { cycle, ...of }) => changeRecurrence(await actOf(context), of, cycle),
  'application.finish': async (context, of) => finish(await actOf(context), of),
  'application.cancel': async (context, of) => cancel(await actOf(context), of),
  'submission.cancel': async (context, of) => cancelRequest(await actOf(context), of),
  'submission.delete': async (context, of) => deleteRequest(await actOf(context), of),
  async 'history.read'({ service, identity, signal }) {
    const { patientId } = await findPatientAgain(service, identity, signal);
    return readHistory(service, patientId, signal);
  },
  async 'analysis.read'({ service, identity, signal }, { formId }) {
    const { patientId } = await findPatientAgain(service, identity, signal);
    const { client, professionalId } = service;
    const params = { professionalId, patientId, formId };
    return (await client(getAnalysisStatus, { params, signal })).data;
  },
  async 'notifications.read'({ service, identity, signal }, { formId }) {
    const { patientId } = await findPatientAgain(service, identity, signal);
    const { client, professionalId } = service;
    const params = { professionalId, patientId, formId };
    const { data, unreadable, receivedAt } = await client(listNotifications, { params, signal });
    assertMatch(data.every((one) => isSameId(one.patientId, patientId)));
    return { items: data, unreadable: unreadable.length, at: receivedAt };
  },
  'patient.resolve': async ({ service, identity, signal }) =>
    reply(await findPatientAgain(service, identity, signal)),
  async 'patient.link'({ service, identity, signal, assertSamePatient }, given) {
    const person = said(identity, given);
    assertSamePatient();
    return reply(await service.mapping.resolve(keyOf(identity), person, signal));
  },
  async 'patient.register'({ service, identity, signal, assertSamePatient }, given) {
    const person = said(identity, given);
    if (person.email === undefined && person.phone === undefined) throw new Refused('invalid');
    assertSamePatient();
    return reply(await service.mapping.register(keyOf(identity), person, signal));
  },
  async 'patient.unlink'({ service, identity, signal, assertSamePatient }) {
    assertSamePatient();
    await service.mapping.unlink(keyOf(identity), signal);
    return {};
  },
  'patient.inactivate': async (context) => setActive(await actOf(context), false),
  'patient.reactivate': async (context) => setActive(await actOf(context), true),
};
