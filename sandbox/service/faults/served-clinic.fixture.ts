import { afterEach, beforeEach, expect } from 'vitest';
import { createClient } from '../../../shared/client/index.ts';
import { type Clinic, openClinic } from '../clinic.fixture.ts';
import type { RunningServer } from '../listen.ts';

/** A clinic that is served, with two patients, of whom the first has answered twice. */
export let clinic: Clinic;
export let listening: RunningServer;
export let professionalId: string;
export let patientId: string;
beforeEach(async () => {
  clinic = await openClinic();
  listening = await clinic.sandbox.listen(0);
  const P = await clinic.professional();
  professionalId = P.slice('/professionals/'.length);
  patientId = await clinic.patient(P, 'Bia');
  await clinic.patient(P, 'Caio');
  const application = await clinic.apply(P, patientId, 'WEEKLY');
  await clinic.answer(application, 1);
  clinic.sandbox.clock.set('2026-03-08T09:00:00Z');
  await clinic.answer(application, 2);
});
afterEach(async () => {
  await listening.close();
  await clinic.sandbox.close();
});

/** A client of it, which tries once. */
export const client = (options: { timeoutMs?: number; attempts?: number } = {}) =>
  createClient({
    baseUrl: listening.url,
    auth: { key: 'demo-key', secret: 'demo-secret' },
    attempts: 1,
    random: () => 0,
    ...options,
  });

/** Calls an address under /sandbox. */
export async function control<Body>(method: string, path: string, body?: unknown) {
  const response = await fetch(`${listening.url}/sandbox/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}
/** Switches these faults on, and no others. */
export const spoil = async (...faults: object[]) =>
  expect((await control('POST', 'faults', faults)).status).toBe(200);
