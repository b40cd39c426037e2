import { expect } from 'vitest';
import { instrument, patientOf, practice } from '../clinic.ts';
import { ENDPOINTS, fill, UNDER_A_PROFESSIONAL } from '../endpoints.ts';
import type { Rules } from '../rule.ts';
import { listOf } from '../shape.ts';
import { Patient, Submission } from '../wire.ts';
import type { World } from '../world.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

async function idsOf({ ask }: World) {
  const { id: professionalId, P } = await practice(ask);
  const { serviceId: patientId } = await patientOf(ask, P);
  const { id: formId } = await instrument(ask, 'PHQ-2');
  return { professionalId, patientId, formId, applicationId: 2_000_000_000, submissionId: 2_000_000_000 };
}

const bodyFor = (body: Readonly<Record<string, unknown>> | undefined, patientId: string) =>
  body && 'patientId' in body ? { ...body, patientId } : body;

const UUID_LIKE = ['7', `${NOBODY}0`, '00000000000040008000000000000000', '%F0%9F%92%A9'];
const NO_INTEGER = ['x', '-1', '1.5', '0x10', '99999999999999999999999'];

/** "Errors": what is malformed is refused by name, in one order, and never with 5xx. */
export const refusals: Rules = (rule) => {
  for (const { method, path, body } of ENDPOINTS) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
      rule.malformed(`names ${name} where it is malformed: ${method} ${path}`, async (world) => {
        const ids = await idsOf(world);
        for (const wrong of name.endsWith('nId') && /application|submission/.test(name)
          ? NO_INTEGER
          : UUID_LIKE) {
          const at = fill(path, { ...ids, [name]: wrong });
          const reply = await world.ask.call(method, at, { body: bodyFor(body, ids.patientId) });
          reply.refuses(400, 'VALIDATION_ERROR', name);
        }
      });
    }
  }

  for (const { method, path, body } of ENDPOINTS.filter((endpoint) => endpoint.body !== undefined)) {
    rule.malformed(`takes nothing but a JSON object as the body: ${method} ${path}`, async (world) => {
      const ids = { ...(await idsOf(world)) };
      const send = (raw: string, type = 'application/json') =>
        world.ask.call(method, fill(path, ids), { raw, headers: { 'content-type': type } });
      for (const raw of ['', '{', '{"name":', 'null', '[]', '7', '"text"', '{"a":1}}', '\u0000']) {
        (await send(raw)).refuses(400, 'VALIDATION_ERROR');
      }
      // Neither a body nor a type is an invalid body, and no wrong type.
      (await world.ask.call(method, fill(path, ids))).refuses(400, 'VALIDATION_ERROR');
      const whole = JSON.stringify(bodyFor(body, ids.patientId));
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        (await send(whole, type)).refuses(415);
      }
      (await send(JSON.stringify({ ...body, name: 'x'.repeat(200_000) }))).refuses(413);
    });
  }

  rule('takes JSON whose type says its charset', async ({ ask }) => {
    const { P } = await practice(ask);
    const raw = JSON.stringify({ name: 'Zoë', surname: 'Ünal' });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const reply = await ask.call('POST', `${P}/patients`, { raw, headers });
    expect([200, 201]).toContain(reply.status);
    expect(reply.text).toContain('Zoë');
  });

  rule('passes over fields of a body and parameters that it does not know', async ({ ask }) => {
    const { P } = await practice(ask);
    const body = { name: 'Rui', surname: 'Prado', unknown: { a: [1] }, serviceId: NOBODY, status: 'X' };
    const { serviceId } = (await ask.post(`${P}/patients`, body)).gives(Patient);
    expect(serviceId).not.toBe(NOBODY);
    expect((await ask.get(`${P}/forms/submissions`, { unknown: 'x' })).gives(listOf(Submission))).toEqual([]);
  });

  rule.malformed('refuses a parameter that is given twice', async ({ ask }) => {
    const { P } = await practice(ask);
    (await ask.get(`${P}/forms/submissions?limit=1&limit=2`)).refuses(400, 'VALIDATION_ERROR', 'limit');
  });

  rule.malformed('answers 404 for an unknown route and 405 for another method', async (world) => {
    const ids = await idsOf(world);
    for (const path of ['/nothing', '/', '/professionals/check/more', '/forms', `/patients/${NOBODY}`]) {
      (await world.ask.get(path)).refuses(404);
    }
    for (const { path } of ENDPOINTS) {
      const allowed = ENDPOINTS.filter((other) => other.path === path).map(({ method }) => method as string);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (one) => !allowed.includes(one),
      )) {
        const at = fill(path, ids);
        // `/professionals/check` and `/forms/library` are also addresses of a professional and an instrument.
        if (/check$|library$|tags$/.test(at) && method !== 'PATCH') continue;
        (await world.ask.call(method, at)).refuses(405);
      }
    }
  });

  rule.malformed('refuses a path that tries to leave its place', async ({ ask }) => {
    for (const path of [
      '/forms/..%2f..%2fsandbox%2fclock',
      '/forms/%2e%2e/tags%00',
      '//forms/tags',
      '/forms//tags',
      '/forms/tags/',
      '/forms/%ZZ',
      '/FORMS/tags',
      '/forms/tags;x=1',
      '/forms/tags%3Fx',
    ]) {
      const { status } = await ask.get(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
    }
  });

  rule.malformed('keeps its temper over text of every kind', async ({ ask }) => {
    const { P } = await practice(ask);
    const strange = [
      '\u0000',
      '\ud800',
      '💩'.repeat(50),
      "'; DROP TABLE patient; --",
      '<script>',
      '\u202e',
      ' ',
    ];
    for (const name of strange) {
      const raw = `{"name":${JSON.stringify(name)},"surname":"x"}`;
      const { status, text } = await ask.call('POST', `${P}/patients`, { raw });
      expect([status < 500, text]).toEqual([true, text]);
    }
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect((await ask.call('POST', `${P}/patients`, { raw: deep })).status).toBe(400);
    const proto = '{"__proto__":{"name":"x"},"constructor":{"name":"x"}}';
    (await ask.call('POST', `${P}/patients`, { raw: proto })).refuses(400, 'VALIDATION_ERROR', 'name');
    const { status } = await ask.get('/forms/library', { tags: `${'9'.repeat(60)}` });
    expect(status).toBeLessThan(500);
  });

  for (const { method, path, body } of UNDER_A_PROFESSIONAL) {
    rule.malformed(
      `looks for the link before anything else of the request: ${method} ${path}`,
      async ({ ask }) => {
        const wrong = {
          professionalId: NOBODY,
          patientId: 'x',
          formId: 'x',
          applicationId: 'x',
          submissionId: 'x',
        };
        const at = fill(path, wrong);
        const reply = await ask.call(method, `${at}?limit=x&startDate=x`, body ? { raw: '{' } : {});
        reply.refuses(404, 'INTEGRATION_NOT_FOUND');
      },
    );
  }

  rule.malformedDirect(
    'looks for credentials before route, link, parameters and body',
    async ({ stranger }) => {
      const nobody = stranger({});
      (await nobody.get('/nothing')).refuses(401);
      (await nobody.call('PATCH', '/forms/tags')).refuses(401);
      (await nobody.get('/professionals/x/patients')).refuses(401);
      (await nobody.call('POST', '/professionals', { raw: '{' })).refuses(401);
      (await nobody.call('POST', '/professionals', { raw: 'x'.repeat(300_000) })).refuses(401);
    },
  );

  rule.malformed('checks parameters before the record, and the record before its state', async (world) => {
    const { ask } = world;
    const { professionalId, patientId, formId } = await idsOf(world);
    const P = `/professionals/${professionalId}`;
    (await ask.get(`${P}/patients/${NOBODY}/forms/${formId}/applications`, { limit: -1 })).refuses(400);
    const wrong = { patientId: NOBODY, recurrenceCycle: 'HOURLY', startedAt: '2026-03-02T09:00:00Z' };
    (await ask.post(`${P}/forms/${NOBODY}/applications`, wrong)).refuses(
      400,
      'VALIDATION_ERROR',
      'recurrenceCycle',
    );
    await ask.post(`${P}/patients/${patientId}/inactivate`);
    const right = { patientId, recurrenceCycle: 'NOW', startedAt: '2026-03-02T09:00:00Z' };
    (await ask.post(`${P}/forms/${NOBODY}/applications`, right)).refuses(404);
    (await ask.post(`${P}/forms/${formId}/applications`, right)).refuses(422);
  });
};
