import { createHmac } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ApplicationCanceledIdleEvent, SubmissionAnsweredEvent } from '../../../shared/contract/index.ts';
import type { SandboxOptions } from '../../index.ts';
import { type Clinic, formId, ORIGIN, OTHER, openClinic } from '../clinic.fixture.ts';
import type { DeliveryJson } from './delivery.ts';
import { openReceiver, type Received } from './receiver.fixture.ts';

const SECRET = 'whsec-demo';
let clinic: Clinic;
afterEach(() => clinic.sandbox.close());

const open = async (options: SandboxOptions = {}) => {
  clinic = await openClinic({ webhookRetries: { wait: () => 0 }, ...options });
  return clinic;
};

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const headers = { 'Content-Type': 'application/json' };
  return clinic.sandbox.fetch(new Request(`${ORIGIN}/sandbox/${path}`, { method, headers, ...init }));
}

async function register(url: string, key = 'demo-key'): Promise<void> {
  expect((await control('POST', 'webhooks', { key, url, secret: SECRET })).status).toBe(201);
}

const deliveries = async (query = ''): Promise<DeliveryJson[]> =>
  (await control('GET', `deliveries${query}`)).json() as Promise<DeliveryJson[]>;

/** Reads the list until it is as wanted; a delivery is recorded a moment after it has arrived. */
async function until(wanted: (list: DeliveryJson[]) => boolean): Promise<DeliveryJson[]> {
  for (;;) {
    const list = await deliveries();
    if (wanted(list)) return list;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
const settled = (list: DeliveryJson[]) => list.length > 0 && list.every(({ status }) => status !== 'QUEUED');

/** Asks for the professional's link anew, and approves it as the professional. */
async function reconnect(): Promise<void> {
  await clinic.ok('POST', '/connect', { email: 'ana@clinic.example', external_id: 'renewed' });
  const [message] = (await (await control('GET', 'outbox?to=ana@clinic.example')).json()) as {
    link: string;
  }[];
  const approval = new Request(message?.link ?? '', { method: 'POST' });
  expect((await clinic.sandbox.fetch(approval)).status).toBe(200);
}

/** An address where a server was a moment ago. */
async function addressOfNobody(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}

/** A professional with one patient, and an application that was answered `answers` times, one a week. */
async function answered(answers = 1, name = 'Ana') {
  const P = await clinic.professional(name);
  const patientId = await clinic.patient(P);
  const application = await clinic.apply(P, patientId, 'WEEKLY');
  for (let count = 0; count < answers; count += 1) {
    if (count > 0) await clinic.moveClock({ advance: 'P7D' });
    expect(await clinic.answer(application, 1)).toBe(200);
  }
  return { P, patientId, application };
}

/** The rule of the specification's section "Events", written anew. */
function verifies({ signature, body }: Received, secret: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
}

describe('an answered submission', () => {
  it('is told to the partner with its identifiers, in an envelope of the contract, signed', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const { P, patientId, application } = await answered();
    const [one] = await receiver.arrived(1);
    if (!one) throw new Error('Nothing arrived.');
    expect(SubmissionAnsweredEvent.safeParse(one.envelope).success).toBe(true);
    expect(one.envelope).toMatchObject({
      event: 'SUBMISSION_ANSWERED',
      createdAt: '2026-03-01T09:00:00.000Z',
      data: {
        submissionId: application.submissions?.[0]?.id,
        applicationId: application.id,
        externalProfessionalId: 'Ana',
        professionalId: P.slice('/professionals/'.length),
        patientId,
        formTemplateId: formId('PHQ-9'),
      },
    });
    expect(one.eventId).toBe(one.envelope.id);
    expect(one.contentType).toBe('application/json');
    expect(verifies(one, SECRET)).toBe(true);
    expect(verifies(one, 'another secret')).toBe(false);
    expect(verifies({ ...one, body: one.body.replace('ANSWERED', 'answered') }, SECRET)).toBe(false);
  });

  it('is signed at the real time, wherever the clock of the sandbox stands', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    await answered();
    const [one] = await receiver.arrived(1);
    const t = Number(/^t=(\d+)/.exec(one?.signature ?? '')?.[1]);
    expect(Math.abs(t - Date.now() / 1000)).toBeLessThan(300);
    expect(one?.envelope.createdAt).toBe('2026-03-01T09:00:00.000Z');
  });

  it('is told in the order in which the answers came', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const { application } = await answered(4);
    const received = await receiver.arrived(4);
    const { submissions } = await clinic.application(
      `/professionals/${application.authorId}`,
      application.id,
    );
    const ids = (submissions ?? []).map(({ id }) => id).toReversed();
    expect(received.map(({ envelope }) => envelope.data.submissionId)).toEqual(ids);
    expect(new Set(received.map(({ envelope }) => envelope.id)).size).toBe(4);
  });
});

describe('an idle closing', () => {
  it('is told with the instant of closing, which tells its cycles apart', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const P = await clinic.professional();
    const application = await clinic.apply(P, await clinic.patient(P), 'WEEKLY');
    await clinic.moveClock({ now: '2026-06-01T09:00:00Z' });
    expect((await deliveries()).map(({ event }) => event)).toEqual(['APPLICATION_CANCELED_IDLE']);
    await clinic.answer(application, 1);
    await clinic.moveClock({ now: '2026-09-01T09:00:00Z' });
    const received = await receiver.arrived(3);
    expect(received.map(({ envelope }) => envelope.event)).toEqual([
      'APPLICATION_CANCELED_IDLE',
      'SUBMISSION_ANSWERED',
      'APPLICATION_CANCELED_IDLE',
    ]);
    const closings = [received[0], received[2]].map((one) => one?.envelope);
    for (const closing of closings) {
      expect(ApplicationCanceledIdleEvent.safeParse(closing).success).toBe(true);
      expect(closing?.data).toMatchObject({ applicationId: application.id, createdByPartner: true });
      expect(closing?.createdAt).toBe(closing?.data.canceledAt);
    }
    // 35 days without an answer: after the first request, and after the late answer.
    expect(closings.map((closing) => closing?.data.canceledAt)).toEqual([
      '2026-04-05T09:00:00.000Z',
      '2026-07-06T09:00:00.000Z',
    ]);
  });
});

describe('who hears of it', () => {
  it('is the partner that is linked to the professional, and no other', async () => {
    const [mine, theirs] = [await openReceiver(), await openReceiver()];
    await open();
    await register(mine.url);
    await register(theirs.url, 'other-key');
    await answered(1, 'Ana');
    clinic.headers = OTHER;
    await answered(1, 'Caio');
    await mine.arrived(1);
    await theirs.arrived(1);
    const list = await until(settled);
    expect(list.map(({ partner }) => partner)).toEqual(['other', 'demo']);
    expect(mine.received.map(({ envelope }) => envelope.data.externalProfessionalId)).toEqual(['Ana']);
    expect(theirs.received.map(({ envelope }) => envelope.data.externalProfessionalId)).toEqual(['Caio']);
  });

  it('is nobody where no endpoint is registered, also later', async () => {
    const receiver = await openReceiver();
    await open();
    await answered();
    await register(receiver.url);
    expect(await deliveries()).toEqual([]);
  });

  it('is nobody while the integration is inactive, and what happened then is not told after it is renewed', async () => {
    const receiver = await openReceiver();
    await open();
    await register(receiver.url);
    const { P, application } = await answered();
    const closing = await clinic.apply(P, application.patientId, 'ONCE');
    await until(settled);
    await clinic.ok('POST', `/disconnect${P.slice('/professionals'.length)}`);
    await clinic.moveClock({ advance: 'P7D' });
    expect(await clinic.answer(application, 1)).toBe(200);
    await clinic.moveClock({ advance: 'P30D' });
    expect(await deliveries()).toHaveLength(1);

    await reconnect();
    expect((await clinic.application(P, closing.id)).status).toBe('CANCELED_IDLE');
    expect(await clinic.answer(application, 1)).toBe(200);
    const received = await receiver.arrived(2);
    expect(received[1]?.envelope).toMatchObject({
      event: 'SUBMISSION_ANSWERED',
      data: { externalProfessionalId: 'renewed' },
    });
    expect(await until(settled)).toHaveLength(2);
  });
});

describe('a delivery that is not taken', () => {
  it('is tried again with the same id and the same body, until it is', async () => {
    const receiver = await openReceiver(
      (count) => ([500, 302, 'reset', 429, 200] as const)[count - 1] ?? 204,
    );
    await open();
    await register(receiver.url);
    await answered();
    const received = await receiver.arrived(5);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(1);
    expect(received.every((one) => verifies(one, SECRET))).toBe(true);
    const [delivery] = await until(settled);
    expect(delivery).toMatchObject({ status: 'DELIVERED', nextTryAt: null, body: received[0]?.body });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, null, 429, 200]);
    expect(delivery?.attempts[2]?.error).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    expect(delivery?.attempts.every(({ ms }) => ms >= 0)).toBe(true);
  });

  it('goes before the next one', async () => {
    const receiver = await openReceiver((count) => (count < 3 ? 503 : 204));
    await open();
    await register(receiver.url);
    await answered(2);
    const received = await receiver.arrived(4);
    const [first, second] = [received[0]?.envelope.id, received[3]?.envelope.id];
    expect(received.map(({ envelope }) => envelope.id)).toEqual([first, first, first, second]);
    expect(second).not.toBe(first);
  });

  it('is given up after the last try, and the next one follows', async () => {
    const waits: number[] = [];
    const receiver = await openReceiver((count) => (count < 4 ? 500 : 204));
    const wait = (tries: number) => {
      waits.push(tries);
      return 0;
    };
    await open({ webhookRetries: { attempts: 3, wait } });
    await register(receiver.url);
    await answered(2);
    const list = await until(settled);
    expect(list.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['DELIVERED', 1],
      ['FAILED', 3],
    ]);
    expect(waits).toEqual([1, 2]);
  });

  it('counts no answer in time, and nobody there, as a failure that says so', async () => {
    const receiver = await openReceiver(() => 'silence');
    await open({ webhookRetries: { attempts: 1, timeoutMs: 20 } });
    await register(receiver.url);
    await answered();
    await until(settled);
    await register(await addressOfNobody());
    await answered(1, 'Caio');
    await until(settled);
    // A port that fetch refuses (fetch.spec.whatwg.org, port blocking).
    await register('http://127.0.0.1:6000/');
    await answered(1, 'Davi');
    const attempts = (await until(settled)).map((one) => one.attempts[0]);
    expect(attempts.map((one) => [one?.status, one?.error])).toEqual([
      [null, 'bad port'],
      [null, 'ECONNREFUSED'],
      [null, 'no answer within 20 ms'],
    ]);
  });

  it('waits for its time, and goes at once to an endpoint that is registered meanwhile', async () => {
    const [broken, mended] = [await openReceiver(() => 500), await openReceiver()];
    await open({ webhookRetries: { wait: () => 3_600_000 } });
    await register(broken.url);
    await answered();
    const [waiting] = await until(([one]) => one?.attempts.length === 1);
    expect(Date.parse(waiting?.nextTryAt ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    await register(mended.url);
    expect((await mended.arrived(1))[0]?.body).toBe(broken.received[0]?.body);
    expect(broken.received).toHaveLength(1);
  });

  it('rests while the integration is inactive, and holds up no other professional', async () => {
    let isBroken = true;
    const receiver = await openReceiver((_, { envelope }) =>
      isBroken && envelope.data.externalProfessionalId === 'Ana' ? 500 : 204,
    );
    await open({ webhookRetries: { wait: () => 3_600_000 } });
    await register(receiver.url);
    const { P } = await answered(1, 'Ana');
    await until(([one]) => one?.attempts.length === 1);
    await answered(1, 'Caio');
    await clinic.ok('POST', `/disconnect${P.slice('/professionals'.length)}`);
    isBroken = false;
    const list = await until(([caio]) => caio?.status === 'DELIVERED');
    expect(list.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['DELIVERED', 1],
      ['QUEUED', 1],
    ]);
  });

  it('is delivered once the integration is renewed', async () => {
    let isBroken = true;
    const receiver = await openReceiver(() => (isBroken ? 500 : 204));
    await open({ webhookRetries: { attempts: 1_000_000, wait: () => 1 } });
    await register(receiver.url);
    const { P } = await answered();
    await receiver.arrived(2);
    await clinic.ok('POST', `/disconnect${P.slice('/professionals'.length)}`);
    isBroken = false;
    await reconnect();
    expect(await until(settled)).toMatchObject([{ status: 'DELIVERED' }]);
  });
});

describe('/sandbox/webhooks', () => {
  it('lists the endpoints without their secrets, replaces and removes them', async () => {
    const receiver = await openReceiver(() => 500);
    await open({ webhookRetries: { wait: () => 3_600_000 } });
    await control('POST', 'webhooks', { url: 'http://127.0.0.1:1/', secret: SECRET });
    await register('https://partner.example/inbox', 'other-key');
    await register(receiver.url);
    const listed = await (await control('GET', 'webhooks')).text();
    expect(JSON.parse(listed)).toEqual([
      { partner: 'demo', key: 'demo-key', url: receiver.url },
      { partner: 'other', key: 'other-key', url: 'https://partner.example/inbox' },
    ]);
    expect(listed).not.toContain(SECRET);
    await answered();
    await until(([one]) => one?.attempts.length === 1);
    const left = await control('DELETE', 'webhooks?key=demo-key');
    expect(await left.json()).toHaveLength(1);
    expect((await deliveries('?status=CANCELED&limit=1')).map(({ nextTryAt }) => nextTryAt)).toEqual([null]);
    expect(await (await control('DELETE', 'webhooks')).json()).toEqual([]);
  });

  it.each([
    ['url', { key: 'demo-key', secret: 's' }],
    ['url', { key: 'demo-key', secret: 's', url: 'partner.example' }],
    ['url', { key: 'demo-key', secret: 's', url: 'file:///etc/passwd' }],
    ['url', { key: 'demo-key', secret: 's', url: 'http://user:word@partner.example/' }],
    ['secret', { key: 'demo-key', url: 'http://partner.example/' }],
    ['secret', { key: 'demo-key', url: 'http://partner.example/', secret: ' ' }],
    ['key', { key: 'nobody', url: 'http://partner.example/', secret: 's' }],
    ['key', { key: 7, url: 'http://partner.example/', secret: 's' }],
    ['body', []],
  ])('names %s in a 400', async (field, body) => {
    await open();
    const reply = await control('POST', 'webhooks', body);
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { message: string }).message).toContain(`${field}: `);
    expect(await (await control('GET', 'webhooks')).json()).toEqual([]);
  });

  it.each([
    ['PUT', 'webhooks', 405],
    ['POST', 'deliveries', 405],
    ['GET', 'deliveries?limit=-1', 400],
    ['GET', 'deliveries?status=LOST', 400],
    ['DELETE', 'webhooks?key=nobody', 400],
    ['GET', 'deliveries/1', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    await open();
    expect((await control(method, path)).status).toBe(status);
  });
});

it('closes while an endpoint keeps it waiting', async () => {
  const receiver = await openReceiver(() => 'silence');
  await open();
  await register(receiver.url);
  await answered();
  await receiver.arrived(1);
  await clinic.sandbox.close();
  await open();
  expect(receiver.received).toHaveLength(1);
});
