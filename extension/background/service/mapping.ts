import {
  authorised,
  ContractError,
  NetworkError,
  refusal,
  retryAfter,
  TimeoutError,
  type TokenSource,
  UnknownOutcomeError,
} from '@instrument-panel/client';
import * as z from 'zod/mini';

const KINDS = ['name', 'birthday', 'email', 'phone'] as const;
const kinds = z.array(z.enum(KINDS));
const Linked = z.object({ patientId: z.guid(), agreed: kinds, notStored: z.optional(kinds) });
const LookedUp = z.object({
  patients: z.array(z.nullable(z.guid())),
  free: z.optional(z.array(z.boolean())),
});

/** The EHR's number of a patient. */
export interface EhrKey {
  readonly system: string;
  readonly value: string;
}

/** A key, and the patient who was recognised beside it by their record. */
export interface AskedKey extends EhrKey {
  readonly candidate?: string | undefined;
}

/** Who is linked to a key, and whether its candidate may be: neither the key nor the candidate is linked yet. */
export interface FoundKey {
  /** UUID in lower case, or null. */
  readonly patientId: string | null;
  readonly isFree: boolean;
}

/** What is said of a person besides the key. */
export interface Said {
  readonly name: string;
  readonly surname?: string | undefined;
  readonly birthday?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

export interface LinkedPatient {
  /** UUID in lower case. */
  readonly patientId: string;
  readonly agreed: readonly (typeof KINDS)[number][];
  readonly notStored: readonly (typeof KINDS)[number][];
}

/** The proxy's mapping from the EHR's patients to the service's (proxy/README.md). Throws as the client does. */
export interface Mapping {
  /** Who is linked to the key; whoever is recognised by name and a further identifier is linked by it. */
  resolve(key: EhrKey, said: Said, signal: AbortSignal): Promise<LinkedPatient>;
  /** Sent once, never repeated. */
  register(key: EhrKey, said: Said, signal: AbortSignal): Promise<LinkedPatient>;
  unlink(key: EhrKey, signal: AbortSignal): Promise<void>;
  /** In the order of the keys. Links nobody. */
  lookUp(keys: readonly AskedKey[], signal: AbortSignal): Promise<readonly FoundKey[]>;
}

const LIMIT = 15_000;
/** The proxy takes so many keys at once, and by default 64 KiB of them. */
const MOST_KEYS = 500;
const MOST_BYTES = 48_000;

/** An empty system is none. */
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
    if (last && last.length < MOST_KEYS && bytes + size <= MOST_BYTES) {
      last.push(key);
      bytes += size;
    } else {
      requests.push([key]);
      bytes = size;
    }
  }
  return requests;
}

interface Asked {
  readonly id: string;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  /** A write whose answer is lost may have been carried out. */
  readonly effect: 'read' | 'write';
  readonly body: unknown;
}

export function createMapping(
  proxy: string,
  tokens: TokenSource,
  fetch: typeof globalThis.fetch,
  language: () => string,
): Mapping {
  async function ask<S extends z.ZodMiniType>(
    asked: Asked,
    schema: S,
    signal: AbortSignal,
  ): Promise<z.output<S>> {
    const { id, method, path, effect, body } = asked;
    const late = AbortSignal.timeout(LIMIT);
    const both = AbortSignal.any([signal, late]);
    let wasSent = false;
    const response = await authorised(
      tokens,
      async (authorisation) => {
        wasSent = true;
        const answer = await fetch(`${proxy}${path}`, {
          method,
          headers: {
            ...authorisation,
            Accept: 'application/json',
            'Accept-Language': language(),
            'Content-Type': 'application/json',
          },
          body: JSON.stringify(body),
          redirect: 'error',
          cache: 'no-store',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          signal: both,
        });
        const text = await answer.text();
        if (answer.status === 401) wasSent = false;
        return { status: answer.status, headers: answer.headers, text };
      },
      both,
    ).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      if (wasSent && effect === 'write')
        throw new UnknownOutcomeError('outcome unknown', { endpoint: id, code: 'UNKNOWN_OUTCOME' });
      if (error === late.reason)
        throw new TimeoutError('no answer', { endpoint: id, code: 'TIMEOUT', retryable: true });
      if (wasSent)
        throw new NetworkError('no whole answer', { endpoint: id, code: 'NETWORK', retryable: true });
      throw error;
    });
    const { status, headers, text } = response;
    if (status < 200 || status > 299) throw refusal({ id, effect }, status, text, retryAfter(headers));
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw new ContractError('the answer is none of a mapping', { endpoint: id, status, field: '' });
    }
  }

  const linked = ({ patientId, agreed, notStored = [] }: z.output<typeof Linked>): LinkedPatient => ({
    patientId: patientId.toLowerCase(),
    agreed,
    notStored,
  });
  return {
    async resolve(key, said, signal) {
      const asked = {
        id: 'resolvePatient',
        method: 'POST',
        path: '/patients/resolve',
        effect: 'read',
      } as const;
      return linked(await ask({ ...asked, body: { ...wire(key), ...said } }, Linked, signal));
    },
    async register(key, said, signal) {
      const asked = {
        id: 'registerPatient',
        method: 'POST',
        path: '/patients/register',
        effect: 'write',
      } as const;
      return linked(await ask({ ...asked, body: { ...wire(key), ...said } }, Linked, signal));
    },
    async unlink(key, signal) {
      const asked = {
        id: 'unlinkPatient',
        method: 'DELETE',
        path: '/patients/link',
        effect: 'write',
      } as const;
      await ask({ ...asked, body: wire(key) }, z.object({}), signal);
    },
    async lookUp(keys, signal) {
      const answers = await Promise.all(
        inRequests(keys).map(async (some) => {
          const asked = {
            id: 'lookUpPatients',
            method: 'POST',
            path: '/patients/lookup',
            effect: 'read',
          } as const;
          const { patients, free = [] } = await ask(
            { ...asked, body: { keys: some.map(wire) } },
            LookedUp,
            signal,
          );
          if (patients.length !== some.length) {
            throw new ContractError('another number of patients than of keys', {
              endpoint: asked.id,
              status: 200,
              field: 'patients',
            });
          }
          return patients.map((id, at) => ({
            patientId: id?.toLowerCase() ?? null,
            isFree: id === null && free[at] === true,
          }));
        }),
      );
      return answers.flat();
    },
  };
}
