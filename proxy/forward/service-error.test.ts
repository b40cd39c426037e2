import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { StubAnswer } from '../fixtures/stub-service.ts';
import { FORM, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { Limits } from '../limits.ts';

let world: World;
afterEach(() => world.close());

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
const NAME = 'NAME-CANARY';

async function answered(
  answer: StubAnswer,
  claims: Parameters<typeof tokenFor>[0] = {},
  limits: Partial<Limits> = {},
) {
  world = await startWorld({ limits: { responseBytes: 65_536, ...limits } });
  world.service.answer = () => answer;
  const response = await world.ask(PATH, await tokenFor(claims));
  const text = await response.text();
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { response, text, body: JSON.parse(text) as { code: string; message: string; traceId?: string } };
}

describe('an error of the service', () => {
  test.each<[number, string, number, string]>([
    [400, 'VALIDATION_ERROR', 400, 'VALIDATION_ERROR'],
    [401, 'INVALID_API_KEY', 502, 'UPSTREAM_REFUSED'],
    [401, 'API_CREDENTIAL_EXPIRED', 502, 'UPSTREAM_REFUSED'],
    [403, 'IP_NOT_ALLOWED', 502, 'UPSTREAM_REFUSED'],
    [403, 'PROFESSIONAL_CLAIM_REQUIRED', 403, 'PROFESSIONAL_CLAIM_REQUIRED'],
    [403, 'PLAN_WITHOUT_AI_ANALYSIS', 403, 'PLAN_WITHOUT_AI_ANALYSIS'],
    [401, 'API_CREDENTIAL_INACTIVE', 502, 'UPSTREAM_REFUSED'],
    [403, 'A_CODE_NOBODY_KNOWS', 403, 'FORBIDDEN'],
    [404, 'INTEGRATION_NOT_FOUND', 404, 'INTEGRATION_NOT_FOUND'],
    [404, 'PATIENT_GONE', 404, 'NOT_FOUND'],
    [409, 'PROFESSIONAL_EMAIL_ALREADY_EXIST', 409, 'PROFESSIONAL_EMAIL_ALREADY_EXIST'],
    [409, 'PATIENT_CELLPHONE_ALREADY_EXIST', 409, 'PATIENT_CELLPHONE_ALREADY_EXIST'],
    [422, 'INVALID_STATE', 422, 'INVALID_STATE'],
    [429, 'TOO_MANY_REQUESTS', 429, 'TOO_MANY_REQUESTS'],
    [500, 'INTERNAL', 500, 'INTERNAL'],
    [501, 'NOT_IMPLEMENTED', 501, 'NOT_IMPLEMENTED'],
    [418, 'TEAPOT', 502, 'UPSTREAM_UNREADABLE'],
    [302, 'MOVED', 502, 'UPSTREAM_UNREADABLE'],
  ])('%i %s reaches the caller as %i %s', async (status, code, seenStatus, seenCode) => {
    const { response, body } = await answered({ status, body: { code, message: 'x' } });
    expect([response.status, body.code]).toEqual([seenStatus, seenCode]);
  });

  test('that refuses the credentials is a line for the operator, without the credentials', async () => {
    await answered({ status: 401, body: { code: 'API_CREDENTIAL_INACTIVE', message: NAME } });
    expect(world.lines[0]).toMatchObject({
      level: 'error',
      event: 'upstream-refused-credentials',
      hint: expect.stringContaining('API_CREDENTIAL_INACTIVE'),
    });
    expect(JSON.stringify(world.lines)).not.toContain('CANARY');
  });

  test('keeps its traceId for support', async () => {
    const { body } = await answered({
      status: 500,
      body: { code: 'INTERNAL', message: NAME, traceId: 'a1-b2' },
    });
    expect(body.traceId).toBe('a1-b2');
    expect(body.message).not.toContain(NAME);
  });

  test('keeps its Retry-After', async () => {
    const { response } = await answered({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test.each([
    ['seven seconds after the answer', 'Sun, 15 Nov 2026 08:00:07 GMT', '7'],
    ['of the past', 'Sat, 14 Nov 2026 08:00:00 GMT', '0'],
    ['of no calendar', 'Sun, 31 Nov 2026 08:00:07 GMT', null],
    ['in words', 'soon', null],
  ])('says as seconds a Retry-After that is a date, %s', async (_, until, seconds) => {
    const headers = { 'retry-after': until, date: 'Sun, 15 Nov 2026 08:00:00 GMT' };
    const { response } = await answered({ status: 503, headers, body: 'maintenance' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, seconds]);
  });

  test('keeps its own words where they speak of the request, though not for a narrowed token', async () => {
    const answer = { status: 422, body: { code: 'INVALID_STATE', message: `${NAME} is finished` } };
    expect((await answered(answer)).body.message).toBe(`${NAME} is finished`);
    await world.close();
    expect((await answered(answer, { pat: [PATIENT] })).text).not.toContain(NAME);
  });

  test.each([403, 404, 409, 500, 503])('%i never brings its own words', async (status) => {
    expect((await answered({ status, body: { code: 'SOME', message: NAME } })).text).not.toContain(NAME);
  });
});

describe('an answer that cannot be used', () => {
  test.each<[string, StubAnswer, code?: string]>([
    ['HTML', { headers: { 'content-type': 'text/html' }, body: `<p>${NAME}` }],
    ['JSON cut short', { body: `{"name":"${NAME}` }],
    ['JSON called something else', { headers: { 'content-type': 'text/plain' }, body: `{"name":"${NAME}"}` }],
    ['a list where a record is declared', { body: [{ name: NAME }] }],
    ['a bare text', { body: `"${NAME}"` }],
    ['null', { body: 'null' }],
    ['nothing', { body: '' }],
    ['more than the limit', { body: { name: NAME, surname: 'x'.repeat(70_000) } }, 'UPSTREAM_TOO_LARGE'],
    ['an error page', { status: 500, headers: { 'content-type': 'text/html' }, body: NAME }],
    ['an unknown document', { headers: { 'content-type': 'application/pdf' }, body: NAME }],
  ])('%s is 502, and nothing of it gets out', async (_, answer, code = 'UPSTREAM_UNREADABLE') => {
    const { response, text, body } = await answered(answer);
    expect([response.status, body.code]).toEqual([502, code]);
    expect(text).not.toContain(NAME);
  });

  test('too slow is 504', async () => {
    const { response, body } = await answered({ after: 10_000, body: {} }, {}, { upstreamMs: 200 });
    expect([response.status, body.code]).toEqual([504, 'UPSTREAM_TIMEOUT']);
  });

  test('a service that is down is 502', async () => {
    world = await startWorld();
    await world.service.close();
    const response = await world.ask(PATH, await tokenFor());
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'UPSTREAM_UNREACHABLE' }]);
  });

  test('a connection cut within the answer is 502', async () => {
    const cut = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"name":"NAME-CANARY');
      setTimeout(() => response.destroy(), 20);
    });
    await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve));
    world = await startWorld({ upstream: `http://127.0.0.1:${(cut.address() as AddressInfo).port}` });
    const response = await world.ask(PATH, await tokenFor());
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'UPSTREAM_UNREACHABLE' }]);
    cut.close();
  });
});

describe('an answer that is fine though unusual', () => {
  test('a write that answers with nothing has succeeded', async () => {
    world = await startWorld();
    world.service.answer = () => ({ status: 204 });
    const response = await world.ask(`${PATH}/inactivate`, await tokenFor(), { method: 'POST' });
    expect([response.status, await response.text()]).toEqual([200, '{}']);
  });

  test('an instrument as PDF goes through as it is, and as JSON where the service prefers that', async () => {
    world = await startWorld();
    world.service.answer = () => ({ headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 …' });
    const token = await tokenFor();
    const pdf = await world.ask(`/forms/${FORM}?format=pdf`, token);
    expect([pdf.headers.get('content-type'), await pdf.text()]).toEqual(['application/pdf', '%PDF-1.7 …']);
    expect(pdf.headers.get('cache-control')).toBe('no-store');
    world.service.answer = () => ({ body: { id: FORM, title: 'PHQ-9' } });
    expect(await (await world.ask(`/forms/${FORM}?format=pdf`, token)).json()).toEqual({
      id: FORM,
      title: 'PHQ-9',
    });
  });
});
