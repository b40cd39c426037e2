import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rawRequest } from './fixtures/raw-request.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from './fixtures/world.ts';
import type { SessionHook } from './token/grant.ts';

/** Secret, key, token, names and ids, each of which is recognised wherever it turns up. */
const CANARIES = /CANARY|eyJ[\w-]{10}|aaaa-4aaa|1111-4111|staff-7/;
const NAME = 'NAME-CANARY';
const METRICS = 'a-token-for-metrics-CANARY';

interface Fault {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
  /** Breaks the connection after the body. */
  readonly broken?: boolean;
}

let service: Server;
let fault: Fault;
let hook: SessionHook;
let isRevoked: (jti: string) => boolean;
let world: World;
const printed: string[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    request.resume();
    const { status, type = 'application/json', body, broken } = fault;
    const headers = {
      'content-type': type,
      'set-cookie': `a=${NAME}`,
      'retry-after': `${NAME}`,
      'www-authenticate': `Bearer realm="${NAME}"`,
      location: `https://evil.example/${NAME}`,
      'x-request-id': NAME,
      server: NAME,
    };
    response.writeHead(status, `STATUS-${NAME}`, headers);
    if (broken) response.write(body, () => response.destroy());
    else response.end(body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  world = await startWorld({
    upstream: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    metrics: { token: METRICS },
    limits: { breakerFailures: 1_000 },
    session: (request) => hook(request),
    isRevoked: (jti) => isRevoked(jti),
  });
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = ((chunk: string | Uint8Array, ...more: never[]) => {
      printed.push(String(chunk));
      return write(chunk, ...more);
    }) as typeof stream.write;
  }
});
beforeEach(() => {
  world.lines.length = 0;
  printed.length = 0;
  fault = { status: 200, body: '{}' };
  hook = async () => null;
  isRevoked = () => false;
});
afterAll(async () => {
  await world.close();
  service.close();
});

/** What the operator sees must be clean, and there must have been something to see. */
async function expectClean(...answers: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${METRICS}` };
  const metrics = await (await fetch(`${world.url}/metrics`, { headers })).text();
  expect(world.lines.length).toBeGreaterThan(0);
  expect(metrics).toContain('requests_total{');
  for (const seen of [JSON.stringify(world.lines), metrics, printed.join(''), ...answers]) {
    expect(seen).not.toMatch(CANARIES);
  }
}

const P = `/professionals/${PROFESSIONAL}`;
const whole = (response: Response) =>
  response.text().then((text) => JSON.stringify([response.statusText, [...response.headers], text]));

describe('faults of the service, with canaries in every field', () => {
  const error = JSON.stringify({ code: NAME, message: NAME, traceId: `${NAME} of a patient`, [NAME]: NAME });
  const FAULTS: readonly Fault[] = [
    ...[400, 401, 403, 404, 409, 418, 422, 429, 500, 501, 502, 503, 504].map((status) => ({
      status,
      body: error,
    })),
    { status: 500, type: 'text/html', body: `<p>${NAME}` },
    { status: 200, type: `text/${NAME}`, body: NAME },
    { status: 200, body: `{"${NAME}": ` },
    { status: 200, body: `["${NAME}"` },
    { status: 200, body: `{"name":"${NAME}`, broken: true },
    { status: 302, body: NAME },
    { status: 200, type: 'application/pdf', body: NAME },
  ];

  test.each(FAULTS.map((one) => [`${one.status} ${one.type ?? ''} ${one.body.slice(0, 12)}`, one] as const))(
    '%s',
    async (_, one) => {
      fault = one;
      // To a narrowed token not one word of the service's errors goes out, so its answers must be clean too.
      const narrowed = await tokenFor({ pat: [PATIENT] });
      const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const body = JSON.stringify({ patientId: PATIENT, recurrenceCycle: 'NOW' });
      const answers = [
        await world.ask(`${P}/patients/${PATIENT}?search=${NAME}`, narrowed),
        await world.ask(`${P}/forms/applications/7`, narrowed),
        await world.ask(`${P}/forms/${PATIENT}/applications`, narrowed, { ...post, body }),
      ];
      const texts = await Promise.all(answers.map(whole));
      await world.ask(`${P}/patients/${PATIENT}`, await tokenFor()).then((response) => response.text());
      await expectClean(...texts);
    },
  );
});

class NAME_CANARY_Error extends Error {
  override readonly name = 'PartnersOwnError';
}

describe('errors thrown with canaries in their messages', () => {
  const broken = Object.assign(new NAME_CANARY_Error(`secret SECRET-CANARY of ${NAME}`), {
    code: 'E',
    cause: new Error(NAME),
    detail: NAME,
  });

  test.each<[string, unknown]>([
    ['an error', broken],
    ['a text', `threw ${NAME}`],
    ['an object', { message: NAME }],
    ['nothing', undefined],
  ])('by the session hook: %s', async (_, thrown) => {
    hook = () => Promise.reject(thrown);
    const response = await fetch(`${world.url}/session`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: PAGE, cookie: `staff=COOKIE-CANARY` },
    });
    expect(response.status).toBe(503);
    expect(world.lines.map(({ event }) => event)).toContain('session-hook-failed');
    await expectClean(await whole(response));
  });

  test('by the partner’s own revocation', async () => {
    isRevoked = () => {
      throw broken;
    };
    const response = await world.ask(`${P}/patients`, await tokenFor());
    const body = (await response.json()) as { code: string; traceId: string };
    expect([response.status, body.code]).toEqual([500, 'INTERNAL']);
    // What the caller can tell the operator finds the lines, and nothing else does.
    expect(world.lines.map(({ requestId }) => requestId)).toEqual([body.traceId, body.traceId]);
    expect(world.lines.map(({ event }) => event)).toEqual(['internal-error', 'request']);
    await expectClean(JSON.stringify(body));
  });
});

test('what a caller puts into any part of a request gets into no log and no metric', async () => {
  const token = await tokenFor();
  const paths = [`/${NAME}`, `/third-party/api/v1/${NAME}`, `/third-party/api/v1${P}/patients/${NAME}`];
  for (const path of [...paths, `/third-party/api/v1${P}/patients?${NAME}=${NAME}`]) {
    const lines = [
      `GET ${path} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${token}`,
      `Cookie: ${NAME}`,
      `${NAME}: ${NAME}`,
      `Accept-Language: ${NAME}`,
      'Connection: close',
    ];
    await rawRequest(world.url, `${lines.join('\r\n')}\r\n\r\n`);
    await rawRequest(world.url, `${NAME} ${path} HTTP/1.1\r\n${NAME}\r\n\r\n`);
  }
  await expectClean();
});
