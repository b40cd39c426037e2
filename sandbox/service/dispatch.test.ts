import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BASE_PATH, ENDPOINTS } from '../../shared/client/contract/index.ts';
import { type Clinic, formId, ORIGIN, openClinic } from './clinic.fixture.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.sandbox.close());

describe('credentials (docs/service.md#credentials)', () => {
  it.each([
    ['no headers', {}, '401 INVALID_API_KEY'],
    ['no secret', { 'X-Api-Key': 'demo-key' }, '401 INVALID_API_KEY'],
    ['no key', { 'X-Api-Secret': 'demo-secret' }, '401 INVALID_API_KEY'],
    ['an unknown key', { 'X-Api-Key': 'nobody', 'X-Api-Secret': 'demo-secret' }, '401 INVALID_API_KEY'],
    [
      'the secret of another key',
      { 'X-Api-Key': 'demo-key', 'X-Api-Secret': 'other-secret' },
      '401 INVALID_API_KEY',
    ],
    [
      'an inactive credential',
      { 'X-Api-Key': 'inactive-key', 'X-Api-Secret': 'inactive-secret' },
      '401 API_CREDENTIAL_INACTIVE',
    ],
    [
      'an expired credential',
      { 'X-Api-Key': 'expired-key', 'X-Api-Secret': 'expired-secret' },
      '401 API_CREDENTIAL_EXPIRED',
    ],
    [
      'an inactive credential with a wrong secret',
      { 'X-Api-Key': 'inactive-key', 'X-Api-Secret': 'x' },
      '401 INVALID_API_KEY',
    ],
    [
      'a credential whose allow-list lacks the loopback',
      { 'X-Api-Key': 'blocked-key', 'X-Api-Secret': 'blocked-secret' },
      '403 IP_NOT_ALLOWED',
    ],
  ])('answers %s', async (_, headers, code) => {
    clinic.headers = headers;
    expect((await clinic.refused('GET', '/forms/tags')).code).toBe(code);
  });

  it('takes the restricted credential from an address of its allow-list, in either notation', async () => {
    const headers = { 'X-Api-Key': 'blocked-key', 'X-Api-Secret': 'blocked-secret' };
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9']) {
      const request = new Request(`${ORIGIN}${BASE_PATH}/forms/tags`, { headers });
      expect((await clinic.sandbox.fetch(request, address)).status).toBe(200);
    }
  });
});

describe('the order of refusals', () => {
  it('says 401 before 404 and 400', async () => {
    clinic.headers = {};
    expect((await clinic.refused('GET', '/nowhere')).code).toBe('401 INVALID_API_KEY');
    expect((await clinic.refused('GET', '/professionals/not-a-uuid')).code).toBe('401 INVALID_API_KEY');
  });

  it('says the 404 of the link before the 400 of path, query and body', async () => {
    const P = `/professionals/${NOBODY}`;
    for (const [method, path] of [
      ['GET', P],
      ['GET', `${P}/patients/not-a-uuid`],
      ['GET', `${P}/forms/applications?limit=-1`],
      ['POST', `${P}/patients`],
    ] as const) {
      const reply = await clinic.refused(method, path, method === 'POST' ? { name: 7 } : undefined);
      expect(reply.code).toBe('404 INTEGRATION_NOT_FOUND');
    }
  });

  it('names a malformed professionalId with 400', async () => {
    const reply = await clinic.refused('GET', '/professionals/not-a-uuid/patients');
    expect(reply).toEqual({ code: '400 VALIDATION_ERROR', message: 'professionalId must be a UUID.' });
  });
});

describe('routes', () => {
  it('answers an unknown address with 404', async () => {
    for (const path of ['/nowhere', '/forms', '/forms/library/', '//forms/tags', '']) {
      expect((await clinic.refused('GET', path)).code).toBe('404 NOT_FOUND');
    }
  });

  it('answers a known address with another method with 405 and the methods that it takes', async () => {
    const reply = await clinic.call<{ code: string }>('PUT', `/professionals/${NOBODY}/patients`);
    expect(reply.status).toBe(405);
    expect(reply.body.code).toBe('METHOD_NOT_ALLOWED');
    expect(reply.headers.get('Allow')).toBe('GET, POST');
  });

  it('answers HEAD as GET, without the body', async () => {
    const { status, headers } = await clinic.call('GET', '/forms/tags');
    const request = (path: string) =>
      new Request(`${ORIGIN}${BASE_PATH}${path}`, { method: 'HEAD', headers: clinic.headers });
    const head = await clinic.sandbox.fetch(request('/forms/tags'));
    expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([
      status,
      headers.get('Content-Type'),
      '',
    ]);
    expect((await clinic.sandbox.fetch(request('/nowhere'))).status).toBe(404);
    expect((await clinic.sandbox.fetch(request('/connect'))).status).toBe(405);
  });

  it('has something behind every endpoint of the contract', async () => {
    const P = await clinic.professional();
    const ids = { patientId: NOBODY, formId: formId('PHQ-9'), applicationId: '1', submissionId: '1' };
    for (const endpoint of ENDPOINTS) {
      const path = endpoint.path
        .replace('/professionals/{professionalId}', P)
        .replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name] ?? NOBODY);
      const body =
        endpoint.body === null ? undefined : { email: 'a@b.example', external_id: 'x', case_text: 'x' };
      const reply = await clinic.call<{ code?: string }>(endpoint.method, path, body);
      expect(reply.status, endpoint.id).toBeLessThan(500);
    }
  });

  it('answers /healthz without credentials', async () => {
    expect((await clinic.sandbox.fetch(new Request(`${ORIGIN}/healthz`))).status).toBe(200);
  });
});

describe('bodies', () => {
  const post = async (path: string, body: string, type: string | null = 'application/json') => {
    const headers = new Headers(clinic.headers);
    headers.set('Content-Type', type ?? '');
    if (type === null) headers.delete('Content-Type');
    const init = { method: 'POST', headers, body: new TextEncoder().encode(body) };
    const response = await clinic.sandbox.fetch(new Request(`${ORIGIN}${BASE_PATH}${path}`, init));
    return { status: response.status, ...((await response.json()) as { code: string; message: string }) };
  };

  it.each([
    ['text that is not JSON', '{"name":', 'The body must be JSON'],
    ['a bare word', '"Bia"', 'body: '],
    ['an array', '[]', 'body: '],
    ['null', 'null', 'body: '],
    ['nothing', '', 'The body must be JSON'],
    ['no name', '{}', 'name: '],
    ['a name of the wrong type', '{"name":7}', 'name: '],
    ['a blank name', '{"name":"  "}', 'name: must not be empty'],
    ['a malformed e-mail', '{"name":"Bia","email":"bia"}', 'email: must be an e-mail address'],
  ])('answers %s with 400 and names the field', async (_, body, message) => {
    const P = await clinic.professional();
    const reply = await post(`${P}/patients`, body);
    expect(reply).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect(reply.message.startsWith(message)).toBe(true);
  });

  it('names every field that is wrong', async () => {
    const reply = await clinic.refused('POST', '/professionals', { email: 'x', externalId: 'x', name: 1 });
    for (const field of ['email: ', 'name: ', 'surname: ']) expect(reply.message).toContain(field);
  });

  it('refuses more than 64 KB with 413 and another media type with 415', async () => {
    const P = await clinic.professional();
    const large = JSON.stringify({ name: 'x'.repeat(65_536) });
    expect(await post(`${P}/patients`, large)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', null]) {
      const reply = await post(`${P}/patients`, '{"name":"Bia"}', type);
      expect(reply).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    }
  });

  it('refuses no body without a type with 400, as an invalid body', async () => {
    const P = await clinic.professional();
    expect(await clinic.refused('POST', `${P}/patients`)).toEqual({
      code: '400 VALIDATION_ERROR',
      message: 'The body must be JSON in UTF-8.',
    });
  });
});

describe('parameters', () => {
  it.each([
    ['/forms/not-a-uuid', 'formId'],
    ['/forms/library?tags=1,x', 'tags'],
    ['/forms/library?tags=', 'tags'],
    ['/professionals/check', 'email'],
    ['/professionals/check?email=nobody', 'email'],
    ['P/patients/7', 'patientId'],
    ['P/forms/applications/x', 'applicationId'],
    ['P/forms/applications/-1', 'applicationId'],
    ['P/forms/submissions/1.5', 'submissionId'],
    ['P/forms/applications?limit=-1', 'limit'],
    ['P/forms/applications?limit=ten', 'limit'],
    ['P/forms/applications?offset=-1', 'offset'],
    ['P/forms/applications?orderBy=name', 'orderBy'],
    ['P/forms/applications?orderDirection=desc', 'orderDirection'],
    ['P/forms/applications?limit=1&limit=2', 'limit'],
    ['P/forms/submissions?status=DONE', 'status'],
    ['P/forms/submissions?status=ANSWERED,', 'status'],
    ['P/forms/submissions?startDate=2026-02-30T00:00:00Z', 'startDate'],
    ['P/forms/submissions?endDate=2026-03-01', 'endDate'],
    ['P/forms/submissions?startDate=2026-03-02T00:00:00Z&endDate=2026-03-01T00:00:00Z', 'startDate'],
    ['P/forms/submissions?formTemplateId=phq', 'formTemplateId'],
    ['P/forms/submissions?formApplicationId=-1', 'formApplicationId'],
    ['P/patients/FREE/forms/FORM/applications?recurrenceCycle=YEARLY', 'recurrenceCycle'],
    [
      'P/patients/FREE/forms/FORM/applications?startDate=2026-03-02T00:00:00Z&endDate=2026-03-01T00:00:00Z',
      'startDate',
    ],
    ['P/patients/FREE/forms/FORM/score-graph?startDate=yesterday', 'startDate'],
    [
      'P/patients/FREE/forms/FORM/score-graph?startDate=2026-03-02T00:00:00Z&endDate=2026-03-01T00:00:00Z',
      'startDate',
    ],
  ])('answers %s with 400 and names %s', async (template, field) => {
    const P = await clinic.professional();
    const path = template.replace(/^P/, P).replace('FREE', NOBODY).replace('FORM', formId('PHQ-9'));
    const reply = await clinic.refused('GET', path);
    expect(reply.code).toBe('400 VALIDATION_ERROR');
    expect(reply.message.startsWith(field)).toBe(true);
  });
});

it('dates its answers by its own clock', async () => {
  const P = await clinic.professional();
  clinic.sandbox.clock.set('2031-05-04T09:00:00Z');
  const { headers } = await clinic.call('GET', `${P}/patients`);
  expect(headers.get('date')).toBe('Sun, 04 May 2031 09:00:00 GMT');
});

it('answers an unexpected failure with 500, a traceId that is in the log, and no data in either', async () => {
  const lines: string[] = [];
  const broken = await openClinic({ log: (line) => lines.push(line) });
  const P = await broken.professional('Secreta');
  await broken.sandbox.close();
  const reply = await broken.call<{ code: string; traceId: string }>('GET', P);
  expect(reply.status).toBe(500);
  expect(reply.body.code).toBe('INTERNAL');
  expect(reply.body.traceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(lines.join('\n')).toContain(reply.body.traceId);
  expect(lines.join('\n')).not.toContain(P.slice(-36));
});
