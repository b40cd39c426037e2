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
import type { Service, ServiceRequest } from '../forward/service.ts';
import { Refusal, refuse } from '../refusal.ts';

/** A record of which it is known whose it is. */
type KnownPatient = PatientRecord & { readonly patientId: string };

/** A patient who has just been registered, with what the service has made of the words that were sent. */
export interface RegisteredPatient extends KnownPatient {
  readonly stored: { readonly name: string; readonly surname: string; readonly cellphone: string } | null;
}

/** A professional's patients at the service, within one request. Every call throws the `Refusal` of a failure. */
export interface Patients {
  readonly all: () => Promise<readonly PatientRecord[]>;
  /** @throws Refusal 410 if the patient is no longer there for this professional */
  readonly one: (patientId: string) => Promise<KnownPatient>;
  /** `stored` is null where name, surname or phone are missing, without which the contract takes no birthday. */
  readonly register: (person: PatientIdentity) => Promise<RegisteredPatient>;
  /** The contract replaces name, surname and phone along with it: they are sent as they are stored. */
  readonly setBirthday: (
    patientId: string,
    stored: NonNullable<RegisteredPatient['stored']>,
    birthday: string,
  ) => Promise<void>;
}

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

function storedIn(value: unknown): RegisteredPatient['stored'] {
  const { name, surname, cellphone } = value as Record<string, unknown>;
  const words = [toText(name), toText(surname), toText(cellphone)];
  if (!words.every((word) => word !== null && word.trim() !== '')) return null;
  const [first = '', last = '', phone = ''] = words as string[];
  return { name: first, surname: last, cellphone: phone };
}

/** The calls of one request; `common` holds its deadline and language. */
export function createPatients(
  service: Service,
  professionalId: string,
  common: Pick<ServiceRequest, 'acceptLanguage' | 'call' | 'deadline' | 'narrowed'>,
): Patients {
  async function ask(endpoint: Endpoint, path: ServiceRequest['path'], body?: unknown): Promise<unknown> {
    const asked = { ...common, endpoint, path: { professionalId, ...path }, query: {}, body };
    const reply = await service(asked);
    return reply.kind === 'json' ? reply.value : null;
  }

  return {
    async all() {
      const list = await ask(listPatients, {});
      if (!Array.isArray(list)) throw refuse('UPSTREAM_UNREADABLE');
      return list.map(toRecord);
    },
    async one(patientId) {
      const value = await ask(getPatient, { patientId }).catch((error: unknown) => {
        throw error instanceof Refusal && error.code === 'NOT_FOUND' ? refuse('PATIENT_GONE') : error;
      });
      const patient = knownPatient(value);
      if (patient.patientId !== patientId) throw refuse('UPSTREAM_UNREADABLE');
      return patient;
    },
    async register({ name, surname, email, phone }) {
      const value = await ask(createPatient, {}, { name, surname, email, cellphone: phone });
      return { ...knownPatient(value), stored: storedIn(value) };
    },
    async setBirthday(patientId, stored, birthday) {
      await ask(updatePatient, { patientId }, { ...stored, birthday: `${birthday}T00:00:00Z` });
    },
  };
}
