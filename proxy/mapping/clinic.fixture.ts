import type { Recorded, StubAnswer } from '../fixtures/stub-service.ts';
import { PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { StorageOptions } from '../storage/storage.ts';

/** A patient as the service has them. */
export interface ServicePatient {
  serviceId: string;
  name: string;
  surname?: string | null;
  birthday?: string | null;
  email?: string | null;
  cellphone?: string | null;
}

export const MAPPING_KEY = new TextEncoder().encode('a key of the mapping: 0123456789abcdef');
/** Stands in every EHR key of these tests. */
export const EHR_KEY = 'EHR-KEY-CANARY-1';

const patientsPath = `/third-party/api/v1/professionals/${PROFESSIONAL}/patients`;
const notFound: StubAnswer = { status: 404, body: { code: 'NOT_FOUND', message: 'NAME-CANARY is not here' } };

/** What the service answers about its patients; `patients` may be changed between two requests. */
export function answerClinic(patients: ServicePatient[], { method, url, body }: Recorded): StubAnswer {
  if (url === patientsPath && method === 'GET') return { body: patients };
  if (url === patientsPath && method === 'POST') {
    const serviceId = `dddddddd-dddd-4ddd-8ddd-${String(patients.length).padStart(12, '0')}`;
    const created = { serviceId, ...(JSON.parse(body) as Omit<ServicePatient, 'serviceId'>) };
    patients.push(created);
    return { status: 201, body: created };
  }
  const found = patients.find(({ serviceId }) => url === `${patientsPath}/${serviceId}`);
  if (!found) return notFound;
  if (method === 'PUT') Object.assign(found, JSON.parse(body));
  return { body: found };
}

/** A proxy with a mapping in front of a service with these patients. */
export async function startClinic(storage: StorageOptions, patients: ServicePatient[]) {
  const world = await startWorld({ storage, mapping: { key: MAPPING_KEY } });
  world.service.answer = (request) => answerClinic(patients, request);
  return { ...world, patients };
}
export type Clinic = Awaited<ReturnType<typeof startClinic>>;

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Asks the mapping. `claims` are those of a token that differ from the usual ones. */
export async function askMapping(
  world: Pick<World, 'url'>,
  path:
    | 'POST /patients/resolve'
    | 'POST /patients/lookup'
    | 'POST /patients/register'
    | 'DELETE /patients/link',
  body: unknown,
  claims: Parameters<typeof tokenFor>[0] = {},
): Promise<Answered> {
  const [method = '', address = ''] = path.split(' ');
  const response = await fetch(`${world.url}${address}`, {
    method,
    headers: { authorization: `Bearer ${await tokenFor(claims)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
}
