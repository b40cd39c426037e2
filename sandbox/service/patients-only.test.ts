import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH, ENDPOINTS } from '../../shared/client/contract/index.ts';
import { createSandbox, type Sandbox } from '../index.ts';
import { createControlRoutes } from './http/control-routes.ts';
import type { RunningServer } from './listen.ts';

const KEYS = { 'X-Api-Key': 'demo-key', 'X-Api-Secret': 'demo-secret', 'Content-Type': 'application/json' };
const PHQ_9 = '6f1f3a52-8f7c-4a51-9f4e-0b6a1c5d2e09';

let sandbox: Sandbox;
let own: RunningServer;
let phones: RunningServer;
beforeAll(async () => {
  sandbox = await createSandbox();
  own = await sandbox.listen(0);
  phones = await sandbox.listenForPatients(0, '127.0.0.1');
});
afterAll(async () => {
  await phones.close();
  await own.close();
  await sandbox.close();
});

async function call<Body>(path: string, body?: object): Promise<Body> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await fetch(`${own.url}${path}`, { headers: KEYS, ...init });
  expect(response.ok, `${path} ${response.status}`).toBe(true);
  return (await response.json()) as Body;
}

/** A new request to answer. */
async function ask(email: string) {
  const ana = { email, externalId: email, name: 'Ana', surname: 'Souza' };
  const { serviceId } = await call<{ serviceId: string }>(`${BASE_PATH}/professionals`, ana);
  const P = `${BASE_PATH}/professionals/${serviceId}`;
  const patient = await call<{ serviceId: string }>(`${P}/patients`, { name: 'Bia', email: `p.${email}` });
  const body = { patientId: patient.serviceId, recurrenceCycle: 'NOW' };
  const { urlToAnswer } = await call<{ urlToAnswer: string }>(`${P}/forms/${PHQ_9}/applications`, body);
  return { P, urlToAnswer };
}

/** Sends a request target as it stands, which `fetch` would tidy up. */
async function statusOf(server: RunningServer, method: string, target: string): Promise<number | undefined> {
  const { port } = new URL(server.url);
  const [response] = (await once(
    request({ host: '127.0.0.1', port, method, path: target, headers: KEYS }).end(),
    'response',
  )) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('the address for phones', () => {
  it('is in the links of patients, wherever they are shown, and in no other', async () => {
    const { urlToAnswer } = await ask('links@clinic.example');
    expect(urlToAnswer).toMatch(new RegExp(`^${phones.url}/answer/[\\w-]{32}$`));
    const [message] = await call<{ link: string }[]>('/sandbox/outbox?to=p.links@clinic.example');
    expect(message?.link).toBe(urlToAnswer);
    const other = { ...KEYS, 'X-Api-Key': 'other-key', 'X-Api-Secret': 'other-secret' };
    const body = JSON.stringify({ email: 'links@clinic.example', external_id: 'x' });
    await fetch(`${own.url}${BASE_PATH}/connect`, { method: 'POST', headers: other, body });
    const [mail] = await call<{ link: string }[]>('/sandbox/outbox?to=links@clinic.example');
    expect(mail?.link.startsWith(`${own.url}/connect/`)).toBe(true);
  });

  it('serves the page, its stylesheet and script, saving and sending', async () => {
    const { urlToAnswer, P } = await ask('answers@clinic.example');
    const page = await (await fetch(urlToAnswer)).text();
    for (const [, path] of page.matchAll(/(?:href|src)="(\/answer\/assets\/[^"]+)"/g))
      expect((await fetch(`${phones.url}${path}`)).status, path).toBe(200);
    const questions = await call<{ questions: { id: number }[] }>(`${BASE_PATH}/forms/${PHQ_9}`);
    const answers = questions.questions.map(({ id }) => ({ questionId: id, value: 'Not at all' }));
    const send = (method: string) =>
      fetch(urlToAnswer, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ answers }),
      });
    expect((await send('PATCH')).status).toBe(200);
    expect((await send('POST')).status).toBe(200);
    expect(await call<{ status: string }[]>(`${P}/forms/submissions`)).toMatchObject([
      { status: 'ANSWERED' },
    ]);
  });

  const control = [...createControlRoutes({} as never, {} as never, {} as never).keys()];
  const targets = [
    ...ENDPOINTS.map(
      ({ method, path }) => [method, `${BASE_PATH}${path.replaceAll(/\{\w+\}/g, '1')}`] as const,
    ),
    ...control.map((path) => ['GET', path] as const),
    ...[
      '/',
      '/sandbox',
      '/sandbox/',
      '/sandbox/pages/people',
      '/healthz',
      '/connect/x',
      '/answer',
      '/answer/',
      '/ANSWER/x',
    ].map((path) => ['GET', path] as const),
    ...[
      '//sandbox',
      '/answer/../sandbox',
      '/answer/..%2fsandbox',
      '/answer/%2e%2e/sandbox',
      '/answer/x/../../sandbox/pages/people',
      '/answer/x/y',
      '/answer/assets/../../sandbox',
      '/answer/assets/page.css',
      'http://localhost:4100/sandbox',
      'http://localhost:4100/third-party/api/v1/forms/library',
    ].map((path) => ['GET', path] as const),
    ['POST', '/sandbox/clock'] as const,
    ['POST', '/sandbox/webhooks'] as const,
    ['DELETE', '/sandbox/webhooks'] as const,
  ];
  it.each(targets)('answers %s %s with 404, as if nothing were there', async (method, target) => {
    expect(await statusOf(phones, method, target)).toBe(404);
  });

  it('has links that do not follow from the seed', async () => {
    const tokens = async () => {
      const seeded = await createSandbox({ seed: 1, roster: 'fixtures', now: '2026-11-21T15:00:00Z' });
      const listening = await seeded.listen(0);
      const own = await (await fetch(`${listening.url}/sandbox/outbox`)).json();
      await listening.close();
      await seeded.close();
      return (own as { link: string }[]).map(({ link }) => link.split('/').at(-1));
    };
    const [first, second] = [await tokens(), await tokens()];
    expect(first.length).toBeGreaterThan(20);
    expect(first.filter((token) => second.includes(token))).toEqual([]);
  });
});
