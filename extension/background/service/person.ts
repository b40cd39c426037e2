import { getPatient, type Patient } from '@instrument-panel/client/contract';
import { compareIdentifiers } from '@instrument-panel/client/identifiers';
import { isSameId } from '@instrument-panel/client/params';
import { FURTHER, type Identity } from '../../context/context.ts';
import { Refused } from '../refusals.ts';
import type { LinkedPatient } from './mapping.ts';
import type { Service } from './services.ts';

/** A patient as a page names them, and what is asked about them of. */
interface NamedPatient {
  readonly service: Service;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** The page in words that hold nothing of a patient: kept with a link that is made from it. */
  readonly page: string;
}

/** The patient whom a page shows. */
export interface PatientContext extends NamedPatient {
  /** Throws if the page does not show the same patient any more. Called right before anything is sent. */
  readonly assertSamePatient: () => void;
  readonly tabId: number;
}

/** Milliseconds for which what was read of a patient is shown again without asking. */
export const PATIENT_LIFE_MS = 30_000;

/** The right patient or nothing: a reply about anybody or anything else is refused whole. */
export function assertMatch(isRight: boolean): void {
  if (!isRight) throw new Refused('mismatch');
}

export const toRecord = ({ name, surname, birthday, email, cellphone }: Patient) => ({
  name: [name, surname].filter(Boolean).join(' ') || null,
  birthday: birthday ?? null,
  email: email ?? null,
  phone: cellphone ?? null,
});

/**
 * Finds the patient by all keys of the page, which have to be of one patient, and compares what else the page says. Links
 * them only if one place of the page carries the keys and whom they are of. Throws {@link Refused} `not-linked`,
 * `disagrees`; otherwise as the client.
 */
async function findPatient(
  { service, identity, signal, page }: NamedPatient,
  link: 'replace' | 'no' | null = null,
): Promise<LinkedPatient> {
  const { keys, name, carried, mustAgree = [], ...besides } = identity;
  const find = async (): Promise<LinkedPatient> => {
    const linking = { link: carried === 'whole' ? (link ?? 'yes') : 'no', page } as const;
    if (name !== undefined) return service.mapping.resolve(keys, { name, ...besides }, linking, signal);
    const found = (await service.mapping.lookUp(keys, signal)).flatMap(({ patientId }) => patientId ?? []);
    const [patientId] = found;
    if (!patientId) throw new Refused('not-linked');
    if (found.some((other) => !isSameId(other, patientId))) throw new Refused('disagrees');
    const patient = await readPatient(service, patientId, signal);
    const { agreed, contradicted } = compareIdentifiers(identity, toRecord(patient));
    if (contradicted.length > 0) throw new Refused('disagrees');
    return { patientId, agreed, notStored: [] };
  };
  const linked = await find();
  if (mustAgree.some((kind) => !linked.agreed.some((one) => one === kind))) throw new Refused('disagrees');
  return linked;
}

/** Links the page's keys in place of another key of the patient, which a person has found to be wrong. */
export async function relinkPatient(context: PatientContext): Promise<LinkedPatient> {
  if (context.identity.carried !== 'whole') throw new Refused('key-apart');
  context.assertSamePatient();
  return findPatient(context, 'replace');
}

/** The service's record of a patient, compared with who was asked for. */
export async function readPatient(
  { client, professionalId }: Service,
  patientId: string,
  signal: AbortSignal,
): Promise<Patient> {
  const { data } = await client(getPatient, { params: { professionalId, patientId }, signal });
  assertMatch(isSameId(data.serviceId, patientId));
  return data;
}

/** Remembers for a moment who was found. */
const remember = (
  { service, identity, signal }: NamedPatient,
  find: (left: AbortSignal) => Promise<LinkedPatient>,
): Promise<LinkedPatient> =>
  service.cache.get(`link ${JSON.stringify(identity)}`, null, PATIENT_LIFE_MS, signal, find);

/** As {@link findPatient}, remembered for a moment; for reads only. */
export const findPatientAgain = (context: PatientContext): Promise<LinkedPatient> =>
  remember(context, (left) => findPatient({ ...context, signal: left }));

/** Whether the patient is linked already, and name and a further identifier agree with the record. Links nobody. */
export async function recognisePatient(context: NamedPatient): Promise<boolean> {
  const linked = await findPatient(context, 'no');
  const { agreed } = linked;
  if (!agreed.includes('name') || !FURTHER.some((kind) => agreed.includes(kind))) return false;
  await remember(context, async () => linked);
  return true;
}

/** The patient to write to: found again; throws `unconfirmed` where only the key agrees with the page. */
export async function confirmPatient(context: PatientContext): Promise<string> {
  const { patientId, agreed } = await findPatient(context);
  if (agreed.length === 0) throw new Refused('unconfirmed');
  context.assertSamePatient();
  return patientId;
}
