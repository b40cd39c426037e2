import {
  type Application,
  BASE_PATH,
  type Patient,
  type Professional,
  type Submission,
} from '../../shared/client/contract/index.ts';
import type { Sandbox } from '../index.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF } from './clinic.ts';

const HEADERS = { 'X-Api-Key': DEMO_CREDENTIALS.key, 'X-Api-Secret': DEMO_CREDENTIALS.secret };

export async function readText(sandbox: Sandbox, path: string): Promise<string> {
  const response = await sandbox.fetch(
    new Request(`http://sandbox.test${BASE_PATH}${path}`, { headers: HEADERS }),
  );
  if (!response.ok) throw new Error(`${path.split('?')[0]} answered ${response.status}`);
  return response.text();
}

export async function readJsonBody<T>(sandbox: Sandbox, path: string): Promise<T> {
  return JSON.parse(await readText(sandbox, path)) as T;
}

/** What the service's interface shows of a seeded clinic. */
export interface SeededClinic {
  readonly professionals: readonly Professional[];
  readonly patients: readonly Patient[];
  readonly applications: readonly Application[];
  readonly submissions: readonly Submission[];
}

/** Reads the clinic of both professionals. */
export async function readClinic(sandbox: Sandbox): Promise<SeededClinic> {
  const professionals: Professional[] = [];
  const patients = new Map<string, Patient>();
  const applications: Application[] = [];
  const submissions: Submission[] = [];
  for (const { email } of DEMO_STAFF) {
    const { serviceId } = await readJsonBody<{ serviceId: string }>(
      sandbox,
      `/professionals/check?email=${email}`,
    );
    const own = `/professionals/${serviceId}`;
    professionals.push(await readJsonBody<Professional>(sandbox, own));
    for (const patient of await readJsonBody<Patient[]>(sandbox, `${own}/patients`)) {
      patients.set(patient.serviceId, patient);
    }
    applications.push(...(await readJsonBody<Application[]>(sandbox, `${own}/forms/applications`)));
    submissions.push(...(await readJsonBody<Submission[]>(sandbox, `${own}/forms/submissions`)));
  }
  return { professionals, patients: [...patients.values()], applications, submissions };
}
