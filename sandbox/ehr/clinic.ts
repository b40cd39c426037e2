import {
  type Client,
  ContractError,
  createClient,
  createTokenSource,
  isServiceError,
  pages,
  type Token,
  toProblemKind,
} from '@instrument-panel/client';
import {
  type Application,
  getPatient,
  listApplications,
  listPatientApplications,
  listPatients,
  type Patient,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import type { EhrMessages, SandboxLanguage } from '../words/index.ts';
import type { Session } from './staff.ts';

/** Something that was read of the service, or the reason why it could not be read. */
export type ReadResult<T> =
  | { readonly ok: true; readonly data: T; readonly unreadable: number }
  | ReadFailure;

type Outage = keyof EhrMessages['outages'];

export interface ReadFailure {
  readonly ok: false;
  readonly outage: Outage;
  readonly traceId: string | undefined;
}

const OUTAGES = {
  'not-found': 'gone',
  'signed-out': 'refused',
  forbidden: 'refused',
  refused: 'refused',
  unreadable: 'unreadable',
  service: 'unreachable',
} as const satisfies Readonly<Record<string, Outage>>;
const KINDS = ['not-found', 'signed-out', 'forbidden', 'refused', 'unreadable'] as const;

/** Converts the failure of a call into what a page shows. Throws any other error again. */
export function toReadFailure(error: unknown): ReadFailure {
  if (!isServiceError(error)) throw error;
  const { code, status, traceId } = error;
  return { ok: false, outage: OUTAGES[toProblemKind({ code, status }, KINDS)], traceId };
}

/** Converts a call into a result; a failure of the call does not reject. */
async function readResult<T>(reading: Promise<Reply<T>>): Promise<ReadResult<T>> {
  try {
    const { data, unreadable } = await reading;
    return { ok: true, data, unreadable: unreadable.length };
  } catch (error) {
    return toReadFailure(error);
  }
}

export const SESSION_COOKIE = 'ehr_session';

/** A page that has waited this long for the service renders without it. */
const SERVICE_TIMEOUT_MS = 8_000;

/** Fetches a token of the proxy for the signed-in person: with their cookie, from the EHR's origin. */
async function fetchToken(
  proxy: string,
  origin: string,
  session: Session,
  signal: AbortSignal,
): Promise<Token> {
  const response = await fetch(`${proxy}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: `${SESSION_COOKIE}=${session.id}` },
    body: JSON.stringify({ actions: ['read', 'apply'] }),
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw new Error(`The proxy answered /session with ${response.status}.`);
  return (await response.json()) as Token;
}

/**
 * Creates a client of the service for the signed-in person. The EHR has no credentials of the service: each call goes
 * through the proxy, with a token that the proxy gives for this person's session.
 */
export function createSessionClient(
  proxy: string,
  origin: string,
  session: Session,
  language: SandboxLanguage,
): Client {
  let auth = session.tokens.get(origin);
  if (!auth) {
    auth = createTokenSource(({ signal }) => fetchToken(proxy, origin, session, signal), {});
    session.tokens.set(origin, auth);
  }
  return createClient({ baseUrl: proxy, auth, locale: language, timeoutMs: SERVICE_TIMEOUT_MS, attempts: 2 });
}

type Reply<T> = { data: T; unreadable: readonly unknown[] };

/** Creates the reads of the service for one professional. Nothing is cached. */
export function createClinic(client: Client, professionalId: string) {
  async function all(rows: AsyncIterable<{ items: readonly Application[]; unreadable: readonly unknown[] }>) {
    const found: Application[] = [];
    const unreadable: unknown[] = [];
    for await (const page of rows) {
      found.push(...page.items);
      unreadable.push(...page.unreadable);
    }
    return { data: found, unreadable };
  }

  /** Reads something about a patient; an answer about another patient is never shown. */
  const about = <T extends Patient | Application[]>(
    patientId: string,
    endpoint: { readonly id: string },
    reading: Promise<Reply<T>>,
  ): Promise<ReadResult<T>> =>
    readResult(
      reading.then((reply) => {
        const records: readonly (Patient | Application)[] = [reply.data].flat();
        const ids = records.map((one) => ('patientId' in one ? one.patientId : one.serviceId));
        if (ids.every((id) => isSameId(id, patientId))) return reply;
        const where = { endpoint: endpoint.id, status: 200, field: 'patientId' };
        throw new ContractError('the answer names another patient than was asked for.', where);
      }),
    );

  return {
    patients: (): Promise<ReadResult<Patient[]>> =>
      readResult(client(listPatients, { params: { professionalId } })),

    applications: () =>
      readResult(all(pages(client, listApplications, { params: { professionalId } }, { pageSize: 199 }))),

    patient: (patientId: string): Promise<ReadResult<Patient>> =>
      about(patientId, getPatient, client(getPatient, { params: { professionalId, patientId } })),

    applicationsOf: (patientId: string) =>
      about(
        patientId,
        listPatientApplications,
        all(pages(client, listPatientApplications, { params: { professionalId, patientId } })),
      ),
  };
}
export type EhrClinic = ReturnType<typeof createClinic>;
