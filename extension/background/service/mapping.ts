import { type Client, ContractError } from '@instrument-panel/client';
import { LOOKUP_KEYS_MAX } from '@instrument-panel/client/contract';
import type { IdentifierKind } from '@instrument-panel/client/identifiers';
import {
  lookUpPatients,
  type PatientLink,
  registerPatient,
  resolvePatient,
  unlinkPatient,
} from '@instrument-panel/client/proxy';

/** The EHR's number of a patient. */
interface EhrKey {
  readonly system: string;
  readonly value: string;
}

/** A key, and the patient who was recognised beside it by their record. */
interface AskedKey extends EhrKey {
  readonly candidate?: string | undefined;
}

/** Result for one key: its patient, and whether its candidate may be linked (neither has a link yet). */
interface FoundKey {
  /** UUID in lower case, or null. */
  readonly patientId: string | null;
  readonly isFree: boolean;
}

/** Identifiers of a person besides the key. */
export interface EnteredPerson {
  readonly name: string;
  readonly surname?: string | undefined;
  readonly birthday?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

export interface LinkedPatient {
  /** UUID in lower case. */
  readonly patientId: string;
  readonly agreed: readonly IdentifierKind[];
  readonly notStored: readonly IdentifierKind[];
}

/** The proxy's mapping from the EHR's patients to the service's (docs/proxy.md). Throws as the client does. */
export interface Mapping {
  /** Finds the patient of the key, and links one who is recognised by name and a further identifier. */
  resolve(key: EhrKey, said: EnteredPerson, signal: AbortSignal): Promise<LinkedPatient>;
  /** Sent once, never repeated. */
  register(key: EhrKey, said: EnteredPerson, signal: AbortSignal): Promise<LinkedPatient>;
  unlink(key: EhrKey, signal: AbortSignal): Promise<void>;
  /** In the order of the keys. Links nobody. */
  lookUp(keys: readonly AskedKey[], signal: AbortSignal): Promise<readonly FoundKey[]>;
}

/** Bytes of keys in one request; the proxy takes 64 KiB by default. */
const LOOKUP_BYTES_MAX = 48_000;

/** An empty system counts as not given. */
const wire = ({ system, value, candidate }: AskedKey) => ({
  ...(system === '' ? {} : { system }),
  key: value,
  ...(candidate === undefined ? {} : { patientId: candidate }),
});

/** Keys in as few requests as the proxy takes. */
export function inRequests(keys: readonly AskedKey[]): AskedKey[][] {
  const requests: AskedKey[][] = [];
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

const linked = (
  { patientId, agreed }: Pick<PatientLink, 'patientId' | 'agreed'>,
  notStored: readonly IdentifierKind[] = [],
): LinkedPatient => ({ patientId: patientId.toLowerCase(), agreed, notStored });

/** @param client one that tries once, since a mapping that does not answer is said at once */
export function createMapping(client: Client): Mapping {
  async function lookUp(keys: readonly AskedKey[], signal: AbortSignal): Promise<FoundKey[]> {
    const { data } = await client(lookUpPatients, { body: { keys: keys.map(wire) }, signal });
    const { patients, free } = data;
    if (patients.length !== keys.length || (free && free.length !== keys.length)) {
      const facts = { endpoint: lookUpPatients.id, status: 200, field: 'patients' };
      throw new ContractError('another number of patients than of keys', facts);
    }
    return patients.map((id, at) => ({
      patientId: id?.toLowerCase() ?? null,
      isFree: id === null && free?.[at] === true,
    }));
  }
  return {
    async resolve(key, said, signal) {
      const { data } = await client(resolvePatient, { body: { ...wire(key), ...said }, signal });
      return linked(data);
    },
    async register(key, said, signal) {
      const { data } = await client(registerPatient, { body: { ...wire(key), ...said }, signal });
      return linked(data, data.notStored);
    },
    async unlink(key, signal) {
      await client(unlinkPatient, { body: wire(key), signal });
    },
    async lookUp(keys, signal) {
      return (await Promise.all(inRequests(keys).map((some) => lookUp(some, signal)))).flat();
    },
  };
}
