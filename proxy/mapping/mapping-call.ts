import { createHmac } from 'node:crypto';
import {
  createPatient,
  type Endpoint,
  getPatient,
  INVALID,
  listPatients,
  PATH_PARAMS,
  updatePatient,
} from '@instrument-panel/client/contract';
import type { PatientRecord } from '@instrument-panel/client/identifiers';
import type { PatientIdentity } from '@instrument-panel/client/proxy';
import type { Audit, AuditedAction } from '../audit/audit.ts';
import type { AuditActor, AuditIds } from '../audit/entry.ts';
import type { Call } from '../exchange.ts';
import type { Narrowing } from '../forward/access.ts';
import type { Service, ServiceReply, ServiceRequest } from '../forward/service.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { LinkKey, MappingStore } from '../storage/storage.ts';

type KnownPatient = PatientRecord & { readonly patientId: string };

/** What the service has made of the words that were sent. */
type StoredWords = Readonly<Record<'name' | 'surname' | 'cellphone', string>>;
interface RegisteredPatient extends KnownPatient {
  readonly stored: StoredWords | null;
  /** The service made the record just now; false if it was there before, null if the service does not say. */
  readonly isNew: boolean | null;
}

type Patients = ReturnType<typeof createPatients>;

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads leniently what people are recognised by: a field that breaks its type counts as not recorded. */
function toRecord(value: unknown): PatientRecord {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const id = toText(fields.serviceId);
  const patientId = id === null ? INVALID : PATH_PARAMS.patientId.decode(id);
  const name = [toText(fields.name), toText(fields.surname)].filter((part) => part !== null).join(' ');
  return {
    patientId: typeof patientId === 'string' ? patientId : null,
    name: name === '' ? null : name,
    birthday: toText(fields.birthday),
    email: toText(fields.email),
    phone: toText(fields.cellphone),
  };
}

function knownPatient(value: unknown): KnownPatient {
  const { patientId, ...recorded } = toRecord(value);
  if (patientId === null) throw refuse('UPSTREAM_UNREADABLE');
  return { patientId, ...recorded };
}

function storedIn(value: unknown): StoredWords | null {
  const { name, surname, cellphone } = value as Record<string, unknown>;
  const words = { name: toText(name), surname: toText(surname), cellphone: toText(cellphone) };
  const isWhole = Object.values(words).every((word) => word !== null && word.trim() !== '');
  return isWhole ? (words as StoredWords) : null;
}

/** Age, by the service's own clock, from which a record was there before any request for it. */
const AGE_EXISTING_MIN_MS = 60_000;
/** An HTTP date tells no more than the second. */
const DATE_STEP_MS = 1_000;

/** Whether the service made the record of this answer just now, in the time that it took; null if it does not say. */
function isNewRecord(reply: ServiceReply, { birthday }: KnownPatient, tookMs: number): boolean | null {
  const isJson = reply.kind === 'json';
  const { createdAt } = (isJson ? reply.value : {}) as Record<string, unknown>;
  const age = Date.parse((isJson && reply.date) || '') - Date.parse(toText(createdAt) ?? '');
  // No registration sends a birthday.
  if (birthday !== null || age > AGE_EXISTING_MIN_MS) return false;
  // RFC 9110, 15.3.2: 201 says that the request has created it. What 200 says is open.
  return reply.status === 201 || (age >= -DATE_STEP_MS && age <= tookMs + DATE_STEP_MS) || null;
}

/** Makes the calls for a professional's patients in one request. Each throws the `Refusal` of a failure. */
export function createPatients(
  service: Service,
  professionalId: string,
  common: Pick<ServiceRequest, 'acceptLanguage' | 'call' | 'deadline' | 'narrowed'>,
) {
  const send = (endpoint: Endpoint, path: ServiceRequest['path'], body?: unknown): Promise<ServiceReply> =>
    service({ ...common, endpoint, path: { professionalId, ...path }, query: {}, body });
  const toValue = (reply: ServiceReply): unknown => (reply.kind === 'json' ? reply.value : null);
  const ask = async (...asked: Parameters<typeof send>): Promise<unknown> => toValue(await send(...asked));

  return {
    async all(): Promise<readonly PatientRecord[]> {
      const list = await ask(listPatients, {});
      if (!Array.isArray(list)) throw refuse('UPSTREAM_UNREADABLE');
      return list.map(toRecord);
    },
    /** @throws Refusal 410 if the patient is no longer there for this professional */
    async one(patientId: string): Promise<KnownPatient> {
      const value = await ask(getPatient, { patientId }).catch((error: unknown) => {
        throw error instanceof Refusal && error.code === 'NOT_FOUND' ? refuse('PATIENT_GONE') : error;
      });
      const patient = knownPatient(value);
      if (patient.patientId !== patientId) throw refuse('UPSTREAM_UNREADABLE');
      return patient;
    },
    /** `stored` is null where name, surname or phone are missing, without which the contract takes no birthday. */
    async register({ name, surname, email, phone }: PatientIdentity): Promise<RegisteredPatient> {
      const startedAt = performance.now();
      const reply = await send(createPatient, {}, { name, surname, email, cellphone: phone });
      const tookMs = performance.now() - startedAt;
      const value = toValue(reply);
      const patient = knownPatient(value);
      return { ...patient, stored: storedIn(value), isNew: isNewRecord(reply, patient, tookMs) };
    },
    /** The contract replaces name, surname and phone along with it: they are sent as they are stored. */
    async setBirthday(patientId: string, stored: StoredWords, birthday: string): Promise<void> {
      await ask(updatePatient, { patientId }, { ...stored, birthday: `${birthday}T00:00:00Z` });
    },
  };
}

/** Makes the function that hashes an EHR key; two proxies with one key and one storage share the mapping. */
export function createLinkHasher(secret: Uint8Array) {
  // JSON, since joined texts could be cut at another place and mean another patient.
  const hash = (...parts: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts), 'utf8').digest('hex');
  return {
    /** A keyed hash by which two proxies see whether they have the same secret, without showing it. */
    fingerprint: hash('fingerprint'),
    keyOf: (professionalId: string, system: string, key: string): LinkKey => ({
      hash: hash('link', professionalId, system, key),
      owner: hash('owner', professionalId, system),
    }),
  };
}

export interface MappingCall {
  readonly call: Call;
  /** Method and path, for the trail. */
  readonly route: string;
  /** Who asks, and by what: the id of a token, or the hash of a list. */
  readonly who: AuditActor;
  readonly jti: string;
  readonly mayLink: boolean;
  readonly narrowing: Narrowing;
  /** UUID of the professional whose mapping and patients these are. */
  readonly professionalId: string;
  /** The first key that was sent, which the trail names. */
  readonly key: LinkKey;
  /** All keys that were sent, the first one first. */
  readonly keys: readonly [LinkKey, ...LinkKey[]];
  readonly patients: Patients;
  readonly store: MappingStore;
  readonly audit: Audit;
  readonly clock: () => number;
  /** Milliseconds since 1970 until which the service may be asked. */
  readonly deadline: ServiceRequest['deadline'];
}

/** What registering a patient and linking a new key take. */
export type RegisterCall = Omit<MappingCall, 'mayLink' | 'narrowing'>;

export function toAuditedAction(
  { who, jti, professionalId, key, call, route: own }: RegisterCall,
  patientId?: string,
  route = own,
): AuditedAction {
  const ids = { ...toAbout({ professionalId, key }), ...(patientId === undefined ? {} : { patientId }) };
  return { route, who, jti, ids, call };
}

/** Names a link in the trail. */
export const toLinkName = (hash: string): string => hash.slice(0, 16);

/** What the trail says of a call for one key. */
export const toAbout = ({ professionalId, key }: Pick<MappingCall, 'professionalId' | 'key'>): AuditIds => ({
  professionalId,
  link: toLinkName(key.hash),
});
