import { analysisStatusCall, listNotifications } from '@instrument-panel/client/contract';
import { compareIdentifiers } from '@instrument-panel/client/identifiers';
import type { Identity } from '../../context/context.ts';
import type { CheckedInput, IntentOutput, IntentsWith } from '../../intents/intents.ts';
import { Refused } from '../problem.ts';
import {
  type Act,
  applyInstrument,
  applyServiceOf,
  cancel,
  cancelRequest,
  changeRecurrence,
  deleteRequest,
  finish,
  setActive,
} from '../service/acts.ts';
import { readChart, readHistory, readItem } from '../service/chart.ts';
import type { LinkedPatient } from '../service/mapping.ts';
import { confirmPatient, findPatientAgain, mustBe, sameId } from '../service/person.ts';
import type { Service } from '../service/service.ts';

/** What a question about the patient of a tab is answered with. */
export interface PatientGround {
  readonly service: Service;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** The page shows the same patient still; throws where it does not. */
  readonly stillHere: () => void;
}

type PatientIntent = IntentsWith<{ about: 'patient' }>;
type Handler<Name extends PatientIntent> = (
  ground: PatientGround,
  input: CheckedInput<Name>,
) => Promise<IntentOutput<Name>>;

/** The patient found anew and confirmed by something besides the key, right before something is done. */
async function actOf(ground: PatientGround): Promise<Act> {
  const { service, identity, signal, stillHere } = ground;
  const { patientId } = await confirmPatient(service, identity, signal);
  stillHere();
  return { service, patientId, signal, stillHere };
}

async function applying({ service, identity, signal }: PatientGround) {
  const { patientId } = await findPatientAgain(service, identity, signal);
  return applyServiceOf({ service, patientId });
}

/** The first key of the page. */
function keyOf({ keys: [first] }: Identity): { readonly system: string; readonly value: string } {
  if (!first) throw new Refused('not-linked');
  return first;
}

type Person = CheckedInput<'patient.link'>;

/** What the clinician says of the person; it must not contradict what the page says. */
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
  'apply.patient': async (ground) => (await applying(ground)).patient(ground.signal),
  'apply.library': async (ground) => (await applying(ground)).library(ground.signal),
  'apply.applications': async (ground) => (await applying(ground)).applications(ground.signal),
  'apply.applicationsOf': async (ground, { formId }) =>
    (await applying(ground)).applicationsOf(formId, ground.signal),
  'apply.create': async (ground, input) => applyInstrument(await actOf(ground), input),
  'application.recur': async (ground, { cycle, ...of }) => changeRecurrence(await actOf(ground), of, cycle),
  'application.finish': async (ground, of) => finish(await actOf(ground), of),
  'application.cancel': async (ground, of) => cancel(await actOf(ground), of),
  'submission.cancel': async (ground, of) => cancelRequest(await actOf(ground), of),
  'submission.delete': async (ground, of) => deleteRequest(await actOf(ground), of),
  async 'history.read'({ service, identity, signal }) {
    const { patientId } = await findPatientAgain(service, identity, signal);
    return readHistory(service, patientId, signal);
  },
  async 'analysis.read'({ service, identity, signal }, { formId }) {
    const { patientId } = await findPatientAgain(service, identity, signal);
    const { client, professionalId } = service;
    const params = { professionalId, patientId, formId };
    return (await client(analysisStatusCall, { params, signal })).data;
  },
  async 'notifications.read'({ service, identity, signal }, { formId }) {
    const { patientId } = await findPatientAgain(service, identity, signal);
    const { client, professionalId } = service;
    const params = { professionalId, patientId, formId };
    const { data, unreadable, receivedAt } = await client(listNotifications, { params, signal });
    mustBe(data.every((one) => sameId(one.patientId, patientId)));
    return { items: data, unreadable: unreadable.length, at: receivedAt };
  },
  'patient.resolve': async ({ service, identity, signal }) =>
    reply(await findPatientAgain(service, identity, signal)),
  async 'patient.link'({ service, identity, signal, stillHere }, given) {
    const person = said(identity, given);
    stillHere();
    return reply(await service.mapping.resolve(keyOf(identity), person, signal));
  },
  async 'patient.register'({ service, identity, signal, stillHere }, given) {
    const person = said(identity, given);
    if (person.email === undefined && person.phone === undefined) throw new Refused('invalid');
    stillHere();
    return reply(await service.mapping.register(keyOf(identity), person, signal));
  },
  async 'patient.unlink'({ service, identity, signal, stillHere }) {
    stillHere();
    await service.mapping.unlink(keyOf(identity), signal);
    return {};
  },
  'patient.inactivate': async (ground) => setActive(await actOf(ground), false),
  'patient.reactivate': async (ground) => setActive(await actOf(ground), true),
};
