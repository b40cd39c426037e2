import { createHmac } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect } from 'vitest';
import type { SandboxOptions } from '../../index.ts';
import { type Clinic, ORIGIN, openClinic } from '../clinic.fixture.ts';
import type { DeliveryJson } from './delivery.ts';
import type { Received } from './receiver.fixture.ts';

export const SECRET = 'whsec-demo';
/** The clinic that the test has opened. */
export let clinic: Clinic;
afterEach(() => clinic.sandbox.close());

/** Opens an empty clinic whose deliveries are tried again at once. */
export const open = async (options: SandboxOptions = {}) => {
  clinic = await openClinic({ webhookRetries: { wait: () => 0 }, ...options });
  return clinic;
};

/** Calls an address under /sandbox. */
export async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const headers = { 'Content-Type': 'application/json' };
  return clinic.sandbox.fetch(new Request(`${ORIGIN}/sandbox/${path}`, { method, headers, ...init }));
}

/** Registers an endpoint with {@link SECRET}. */
export async function register(url: string, key = 'demo-key'): Promise<void> {
  expect((await control('POST', 'webhooks', { key, url, secret: SECRET })).status).toBe(201);
}

/** The list of deliveries, newest first. */
export const deliveries = async (query = ''): Promise<DeliveryJson[]> =>
  (await control('GET', `deliveries${query}`)).json() as Promise<DeliveryJson[]>;

/** Reads the list until it is as wanted; a delivery is recorded a moment after it has arrived. */
export async function until(wanted: (list: DeliveryJson[]) => boolean): Promise<DeliveryJson[]> {
  for (;;) {
    const list = await deliveries();
    if (wanted(list)) return list;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
/** True once nothing waits. */
export const settled = (list: DeliveryJson[]) =>
  list.length > 0 && list.every(({ status }) => status !== 'QUEUED');

/** Asks for the professional's link again, and approves it as the professional. */
export async function reconnect(): Promise<void> {
  await clinic.ok('POST', '/connect', { email: 'ana@clinic.example', external_id: 'renewed' });
  const [message] = (await (await control('GET', 'outbox?to=ana@clinic.example')).json()) as {
    link: string;
  }[];
  const approval = new Request(message?.link ?? '', { method: 'POST' });
  expect((await clinic.sandbox.fetch(approval)).status).toBe(200);
}

/** An address where a server was a moment ago. */
export async function addressOfNobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

/** A professional with one patient, and an application that was answered `answers` times, one a week. */
export async function answered(answers = 1, name = 'Ana') {
  const P = await clinic.professional(name);
  const patientId = await clinic.patient(P);
  const application = await clinic.apply(P, patientId, 'WEEKLY');
  for (let count = 0; count < answers; count += 1) {
    if (count > 0) await clinic.moveClock({ advance: 'P7D' });
    expect(await clinic.answer(application, 1)).toBe(200);
  }
  return { P, patientId, application };
}

/** The rule of docs/service.md#events, written a second time. */
export function verifies({ signature, body }: Received, secret: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
}
