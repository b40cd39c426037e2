import { type Caller, ContractError } from '@instrument-panel/client';
import { LOOKUP_KEYS_MAX } from '@instrument-panel/client/contract';
import type { IdentifierKind } from '@instrument-panel/client/identifiers';
import {
  lookUpPatients,
  type PatientLink,
  registerPatient,
  resolvePatient,
  unlinkPatient,
} from '@instrument-panel/client/proxy';
import type { CheckedInput } from '../../intents/intents.ts';
import { Refused } from '../refusals.ts';

/** The EHR's number of a patient, for a lookup with the patient who was recognised beside it by their record. */
export interface EhrKey {
  readonly system: string;
  readonly value: string;
  readonly candidate?: string | undefined;
}

type EnteredPerson = CheckedInput<'patient.link'>;
/** With those from whom a person has told them apart. */
type NewPerson = CheckedInput<'patient.register'>;

/** What is to be done with keys that have no link yet (docs/proxy.md); `page`: where they were read. */
export interface Linking {
  readonly link: 'no' | 'yes' | 'replace';
  readonly page: string;
}

/** Bytes of keys in one request; the proxy takes 64 KiB by default. */
const LOOKUP_BYTES_MAX = 48_000;

/** An empty system counts as not given. */
const wire = ({ system, value, candidate }: EhrKey) => ({
  ...(system === '' ? {} : { system }),
  key: value,
  ...(candidate === undefined ? {} : { patientId: candidate }),
});

/** All keys of a patient in one body. */
function wireAll([first, ...others]: readonly EhrKey[]) {
  // Without any the background refuses before it asks.
  if (!first) throw new Refused('not-linked');
  return { ...wire(first), ...(others.length > 0 ? { others: others.map(wire) } : {}) };
}

export function inRequests(keys: readonly EhrKey[]): EhrKey[][] {
  const requests: EhrKey[][] = [];
  let bytes = 0;
  for (const key of keys) {
    const size = new TextEncoder().encode(JSON.stringify(wire(key))).length + 1;
    const last = requests.at(-1);
    if (last && last.length < LOOKUP_KEYS_MAX && bytes + size <= LOOKUP_BYTES_MAX) {
      last.push(key);
      bytes += size;
    } else {
      requests.push([key]);
      bytes = size;
    }
  }
  return requests;
}

/** The patient of a link, by UUID in lower case; `notStored` was entered and is not on the service's record. */
const toLinked = (
  { patientId, agreed, origin }: Pick<PatientLink, 'patientId' | 'agreed' | 'origin'>,
  notStored: readonly IdentifierKind[] = [],
) => ({
  patientId: patientId.toLowerCase(),
  agreed: agreed as readonly IdentifierKind[],
  notStored,
  /** Absent where the proxy has not kept how the link was made. */
  ...(origin && { origin }),
});
export type LinkedPatient = ReturnType<typeof toLinked>;

/** The proxy's mapping (docs/proxy.md). `client` tries once: a mapping that does not answer is told soon. */
export function createMapping(client: Caller) {
  async function lookUp(keys: readonly EhrKey[], signal: AbortSignal) {
    const { data } = await client(lookUpPatients, { body: { keys: keys.map(wire) }, signal });
    const { patients, free } = data;
    if (patients.length !== keys.length || (free && free.length !== keys.length)) {
      const facts = { endpoint: lookUpPatients.id, status: 200, field: 'patients' };
      throw new ContractError('another number of patients than of keys', facts);
    }
    return patients.map((id, at) => ({
      patientId: id?.toLowerCase() ?? null,
      /** Its candidate may be linked: neither has a link yet. */
      isFree: id === null && free?.[at] === true,
    }));
  }
  return {
    /** Finds the patient of the keys, and links one who is recognised by name and a further identifier if it may. */
    async resolve(keys: readonly EhrKey[], said: EnteredPerson, linking: Linking, signal: AbortSignal) {
      const { data } = await client(resolvePatient, {
        body: { ...wireAll(keys), ...said, ...linking },
        signal,
      });
      return toLinked(data);
    },
    /** Sent once, never repeated. */
    async register(
      keys: readonly EhrKey[],
      said: NewPerson,
      { page }: Pick<Linking, 'page'>,
      signal: AbortSignal,
    ) {
      const { data } = await client(registerPatient, { body: { ...wireAll(keys), ...said, page }, signal });
      return toLinked(data, data.notStored);
    },
    async unlink(keys: readonly EhrKey[], signal: AbortSignal): Promise<void> {
      await client(unlinkPatient, { body: wireAll(keys), signal });
    },
    /** In the order of the keys. Creates no link. */
    lookUp: async (keys: readonly EhrKey[], signal: AbortSignal) =>
      (await Promise.all(inRequests(keys).map((some) => lookUp(some, signal)))).flat(),
  };
}
