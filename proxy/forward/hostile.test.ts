import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rawRequest, statuses } from '../fixtures/raw-request.ts';
import { headerValues } from '../fixtures/stub-service.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
let token: string;
beforeAll(async () => {
  world = await startWorld();
  world.service.answer = () => ({ body: [] });
  token = await tokenFor();
});
beforeEach(() => {
  world.service.requests.length = 0;
});
afterAll(() => world.close());

const BASE = '/third-party/api/v1';
const LIST = `${BASE}/professionals/${PROFESSIONAL}/patients`;

/** A request by hand; `lines` come after the token, and the connection closes after the answer. */
const by = (method: string, target: string, lines: readonly string[] = [], body = ''): Promise<string> =>
  rawRequest(
    world.url,
    [
      `${method} ${target} HTTP/1.1`,
      'Host: proxy.example',
      `Authorization: Bearer ${token}`,
      'Connection: close',
      ...lines,
      '',
      body,
    ].join('\r\n'),
  );

describe('a path that is not of the contract never leaves the proxy', () => {
  test.each([
    ['dot segments', `${BASE}/professionals/${PROFESSIONAL}/../${PROFESSIONAL}/patients`],
    ['encoded dot segments', `${BASE}/professionals/${PROFESSIONAL}/%2e%2e/${PROFESSIONAL}/patients`],
    ['half encoded dot segments', `${BASE}/professionals/.%2e/professionals/${PROFESSIONAL}/patients`],
    ['twice encoded dot segments', `${BASE}/%252e%252e/${PROFESSIONAL}/patients`],
    ['an encoded slash', `${BASE}/professionals%2f${PROFESSIONAL}/patients`],
    ['a backslash', `${BASE}\\professionals\\${PROFESSIONAL}\\patients`],
    ['a double slash', `${BASE}//professionals/${PROFESSIONAL}/patients`],
    ['a double slash at the start', `/${LIST}`],
    ['another host after a double slash', `//evil.example${LIST}`],
    ['an absolute form', `http://evil.example${LIST}`],
    ['an absolute form of the proxy itself', `http://proxy.example${LIST}`],
    ['a slash at the end', `${LIST}/`],
    ['a matrix parameter', `${LIST};admin=1`],
    ['an encoded letter', LIST.replace('patients', '%70atients')],
    ['a null byte', `${LIST}%00`],
    ['an encoded line break', `${LIST}%0d%0aX-Api-Key:%20x`],
    ['a fragment', `${LIST}#/healthz`],
    ['other capitals', LIST.replace('patients', 'Patients')],
    ['another version', LIST.replace('v1', 'v2')],
    ['the base path alone', BASE],
    ['a star', '*'],
    ['what lies below an address of the proxy', '/events/1'],
    ['a prototype name', '/__proto__'],
  ])('%s', async (_, target) => {
    const received = await by('GET', target);
    expect(statuses(received)).toEqual([404]);
    expect(received).toContain('"code":"NOT_FOUND"');
    expect(received.toLowerCase()).toContain('cache-control: no-store');
    expect(world.service.requests).toEqual([]);
  });

  test.each([
    ['an encoded slash', `${BASE}/professionals/${PROFESSIONAL}%2fpatients`],
    ['encoded dot segments', `${BASE}/professionals/%2e%2e%2f${PROFESSIONAL}`],
    ['a dot segment', `${BASE}/professionals/..`],
    ['an encoded line break', `${BASE}/professionals/${PROFESSIONAL}%0d%0aX-Api-Key:%20x`],
  ])('%s in the place of an identifier is 400 and names the field, not its value', async (_, target) => {
    const received = await by('GET', target);
    expect(statuses(received)).toEqual([400]);
    expect(received).toMatch(/\{"code":"VALIDATION_ERROR","message":"professionalId must be a UUID\."\}$/);
    expect(world.service.requests).toEqual([]);
  });

  test.each(['PATCH', 'TRACE', 'DELETE', 'PROPFIND'])(
    '%s of a path that has no such method is 405',
    async (method) => {
      const received = await by(method, LIST);
      expect(statuses(received)).toEqual([405]);
      expect(received).toMatch(/allow: GET, POST/i);
      expect(world.service.requests).toEqual([]);
    },
  );

  test('a method override is not looked at', async () => {
    await by('GET', `${LIST}?_method=POST`, ['X-HTTP-Method-Override: DELETE', 'X-Method: POST']);
    expect(world.service.requests.map(({ method, url }) => [method, url])).toEqual([['GET', LIST]]);
  });
});

describe('headers of the caller', () => {
  test('never reach the service, but for the language', async () => {
    await by('GET', LIST, [
      'X-Api-Key: mine',
      'X-Api-Secret: mine',
      'X_Api_Key: mine',
      'x-api-key : mine'.replace(' :', ':'),
      'Cookie: staff=abc',
      'X-Forwarded-For: 10.0.0.1',
      'X-Forwarded-Host: evil.example',
      'X-Original-URL: /healthz',
      'Accept-Language: pt-BR',
      `Origin: ${PAGE}`,
    ]);
    const [sent] = world.service.requests;
    if (!sent) throw new Error('nothing arrived');
    const names = sent.rawHeaders.filter((__, index) => index % 2 === 0).map((name) => name.toLowerCase());
    expect(names.sort()).toEqual([
      'accept',
      'accept-language',
      'connection',
      'host',
      'traceparent',
      'x-api-key',
      'x-api-secret',
    ]);
    expect(headerValues(sent, 'x-api-key')).toEqual(['KEY-CANARY']);
    expect(headerValues(sent, 'x-api-secret')).toEqual(['SECRET-CANARY']);
    expect(headerValues(sent, 'accept-language')).toEqual(['pt-BR']);
    expect(headerValues(sent, 'host')).toEqual([new URL(world.service.url).host]);
  });

  test('named in Connection do not take the credentials away', async () => {
    const head = `GET ${LIST} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`;
    await rawRequest(world.url, `${head}Connection: close, x-api-key, X-Api-Secret\r\n\r\n`);
    const [sent] = world.service.requests;
    expect(sent && headerValues(sent, 'x-api-key')).toEqual(['KEY-CANARY']);
    expect(sent && headerValues(sent, 'x-api-secret')).toEqual(['SECRET-CANARY']);
  });

  test.each([
    ['two hosts', ['Host: evil.example']],
    ['two tokens', ['Authorization: Bearer a.b.c']],
    ['two origins', [`Origin: ${PAGE}`, `Origin: ${PAGE}`]],
    ['a language with a line break', ['Accept-Language: pt\r\n x-api-key: mine']],
    ['a header with a space before its colon', ['X-Api-Key : mine']],
    ['a header with a null byte', ['X-Note: a\0b']],
  ])('%s: 400, and nothing reaches the service with more than one key', async (_, lines) => {
    const received = await by('GET', LIST, lines);
    expect(statuses(received)).toEqual([400]);
    expect(received).toContain('"code":"VALIDATION_ERROR"');
    expect(world.service.requests).toEqual([]);
  });

  test('an upgrade is not an upgrade', async () => {
    const received = await by('GET', LIST, ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']);
    expect(statuses(received)).toEqual([200]);
    expect(world.service.requests).toHaveLength(1);
  });
});

describe('bodies that two readers would cut differently', () => {
  const body = JSON.stringify({ name: 'Ana' });
  const json = 'Content-Type: application/json';
  const length = `Content-Length: ${body.length}`;

  test.each([
    [
      'a length and chunks',
      [json, length, 'Transfer-Encoding: chunked'],
      `4\r\nabcd\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`,
    ],
    ['two lengths', [json, length, 'Content-Length: 2'], body],
    ['a length that is no number', [json, 'Content-Length: +14'], body],
    ['an encoding that is not chunks', [json, 'Transfer-Encoding: xchunked'], body],
    ['a chunk of no size', [json, 'Transfer-Encoding: chunked'], 'zz\r\n'],
  ])('%s: one 400, and no second answer', async (_, lines, sent) => {
    const received = await by('POST', LIST, lines, sent);
    expect(statuses(received)).toEqual([400]);
    expect(world.service.requests).toEqual([]);
  });

  test('a body beyond 64 KB is 413, by its length and by its chunks', async () => {
    const declared = await by('POST', LIST, [json, 'Content-Length: 10485760'], '{');
    expect(statuses(declared)).toEqual([413]);
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const unlabelled = await by('POST', LIST, [json, 'Transfer-Encoding: chunked'], chunk.repeat(8));
    expect(statuses(unlabelled)).toEqual([413]);
    expect(world.service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('a body is rebuilt: what the contract does not declare is gone, and of a repeated field one is left', async () => {
    const sent = `{"name":"x","role":"admin","__proto__":{"a":1},"name":"Ana","patientId":"${PATIENT}"}`;
    world.service.answer = () => ({ body: {} });
    await by('POST', LIST, [json, `Content-Length: ${sent.length}`], sent);
    world.service.answer = () => ({ body: [] });
    expect(world.service.requests.map((request) => request.body)).toEqual(['{"name":"Ana"}']);
  });

  test('headers beyond 16 KB are 431', async () => {
    expect(statuses(await by('GET', LIST, [`X-Long: ${'x'.repeat(20_000)}`]))).toEqual([431]);
  });
});
