import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountLink, Professional, ProfessionalCheck } from '../../shared/client/contract/index.ts';
import { type Clinic, DEMO, ORIGIN, OTHER, openClinic } from './clinic.fixture.ts';
import type { OutboxMessage } from './outbox.ts';

const EMAIL = 'ana@clinic.example';
const ASK = { email: EMAIL, external_id: 'other-7' };

let clinic: Clinic;
let P: string;
beforeEach(async () => {
  clinic = await openClinic();
  P = await clinic.professional('Ana');
  clinic.headers = OTHER;
});
afterEach(() => clinic.sandbox.close());

const ask = (body: object = ASK) => clinic.call<AccountLink>('POST', '/connect', body);

async function outbox(): Promise<OutboxMessage[]> {
  const response = await clinic.sandbox.fetch(new Request(`${ORIGIN}/sandbox/outbox?to=${EMAIL}`));
  return (await response.json()) as OutboxMessage[];
}

const visit = (link: string, init: RequestInit = {}) => clinic.sandbox.fetch(new Request(link, init));

async function approve(): Promise<Response> {
  return visit((await outbox())[0]?.link ?? '', { method: 'POST' });
}

const isLinked = async () =>
  (await clinic.ok<ProfessionalCheck>('GET', `/professionals/check?email=${EMAIL}`)).linked;

describe('POST /connect (docs/service.md#professionals)', () => {
  it('sends a link, and the link is active once the professional approves through it', async () => {
    expect(await ask()).toMatchObject({ status: 202, body: { status: 'VERIFICATION_LINK_SENT' } });
    expect(await isLinked()).toBe(false);
    expect((await clinic.refused('GET', P)).code).toBe('404 INTEGRATION_NOT_FOUND');
    expect((await approve()).status).toBe(200);
    expect(await isLinked()).toBe(true);
    expect(await clinic.ok<Professional>('GET', P)).toMatchObject({ externalId: 'other-7', email: EMAIL });
    expect(await ask()).toMatchObject({ status: 200, body: { status: 'ALREADY_LINKED' } });
  });

  it('says ALREADY_LINKED for an active link, in upper and lower case, and sends nothing', async () => {
    clinic.headers = DEMO;
    const reply = await ask({ email: EMAIL.toUpperCase(), external_id: 'new' });
    expect(reply).toMatchObject({ status: 200, body: { status: 'ALREADY_LINKED' } });
    expect(await outbox()).toEqual([]);
    expect(await clinic.ok<Professional>('GET', P)).toMatchObject({ externalId: 'Ana' });
  });

  it('sends the e-mail again when it is asked again; either works, and the newest external_id counts', async () => {
    await ask();
    expect((await ask({ ...ASK, external_id: 'other-8' })).status).toBe(202);
    const mails = await outbox();
    expect(mails).toHaveLength(2);
    expect((await visit(mails[1]?.link ?? '', { method: 'POST' })).status).toBe(200);
    expect(await clinic.ok<Professional>('GET', P)).toMatchObject({ externalId: 'other-8' });
    expect((await visit(mails[0]?.link ?? '')).status).toBe(410);
  });

  it('answers 404 for an e-mail that nobody has, and sends nothing', async () => {
    const body = { email: 'nobody@clinic.example', external_id: 'x' };
    expect((await clinic.refused('POST', '/connect', body)).code).toBe('404 NOT_FOUND');
  });

  it.each([
    ['email', { external_id: 'x' }],
    ['email', { email: 'ana', external_id: 'x' }],
    ['external_id', { email: EMAIL }],
    ['external_id', { email: EMAIL, external_id: 7 }],
  ])('answers 400 and names %s', async (field, body) => {
    const reply = await clinic.refused('POST', '/connect', body);
    expect(reply.code).toBe('400 VALIDATION_ERROR');
    expect(reply.message).toContain(`${field}: `);
  });

  it('leaves the links of other partners alone', async () => {
    await ask();
    await approve();
    clinic.headers = DEMO;
    expect(await clinic.ok<Professional>('GET', P)).toMatchObject({ externalId: 'Ana' });
  });

  it('asks for approval again after a disconnection, and the link stays inactive until then', async () => {
    clinic.headers = DEMO;
    const patientId = await clinic.patient(P);
    await clinic.ok('POST', `/disconnect/${P.split('/')[2]}`);
    expect(await ask({ ...ASK, external_id: 'Ana-2' })).toMatchObject({
      status: 202,
      body: { status: 'VERIFICATION_LINK_SENT' },
    });
    expect(await isLinked()).toBe(false);
    expect((await clinic.refused('GET', P)).code).toBe('404 INTEGRATION_NOT_FOUND');
    await approve();
    expect(await isLinked()).toBe(true);
    expect(await clinic.ok<Professional>('GET', P)).toMatchObject({ externalId: 'Ana-2' });
    expect(await clinic.ok('GET', `${P}/patients/${patientId}`)).toMatchObject({ serviceId: patientId });
  });

  it('gives events the external_id that was asked for, and none while the approval is pending', async () => {
    const control = (path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
      return visit(`${ORIGIN}/sandbox/${path}`, init);
    };
    // Nobody listens there; the body of a delivery is kept before it is sent.
    const hook = { key: 'other-key', url: 'http://127.0.0.1:9/', secret: 'x'.repeat(32) };
    expect((await control('webhooks', hook)).ok).toBe(true);
    const bodies = async () =>
      ((await (await control('deliveries')).json()) as { body: string | object }[]).map(({ body }) =>
        typeof body === 'string' ? JSON.parse(body) : body,
      );
    clinic.headers = DEMO;
    const patientId = await clinic.patient(P);
    const answered = async () => clinic.answer(await clinic.apply(P, patientId, 'NOW'), 1);
    clinic.headers = OTHER;
    await ask();
    clinic.headers = DEMO;
    await answered();
    expect(await bodies()).toEqual([]);
    await approve();
    await answered();
    expect(await bodies()).toMatchObject([{ data: { externalProfessionalId: 'other-7' } }]);
  });

  it('takes an old link for unknown after a new request', async () => {
    await ask();
    const first = (await outbox())[0]?.link ?? '';
    await approve();
    await clinic.ok('POST', `/disconnect/${P.split('/')[2]}`);
    await ask();
    expect((await visit(first, { method: 'POST' })).status).toBe(404);
    expect(await isLinked()).toBe(false);
  });
});

describe('the page of the verification link', () => {
  it('shows who asks, with one button, and changes nothing by being read', async () => {
    await ask();
    const response = await visit((await outbox())[0]?.link ?? '');
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text.match(/<button /g)).toHaveLength(1);
    expect(text).toContain('“other”');
    expect(text).toContain('Ana Lima, ana@clinic.example');
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await isLinked()).toBe(false);
  });

  it('speaks Portuguese by Accept-Language or by ?lang=, and brings its stylesheet', async () => {
    await ask();
    const link = (await outbox())[0]?.link ?? '';
    const text = await (await visit(link, { headers: { 'Accept-Language': 'pt-BR' } })).text();
    expect(text).toContain('<html lang="pt-BR">');
    expect(text).toContain('Vincular a “');
    expect(await (await visit(`${link}?lang=pt-BR`)).text()).toBe(text);
    const stylesheet = /href="([^"]+\.css)"/.exec(text)?.[1] ?? '';
    expect((await visit(`${ORIGIN}${stylesheet}`)).headers.get('Content-Type')).toContain('text/css');
  });

  it('says that a used link was used and that an unknown one is unknown', async () => {
    await ask();
    const link = (await outbox())[0]?.link ?? '';
    await approve();
    for (const method of ['GET', 'POST']) {
      const used = await visit(link, { method });
      expect(used.status).toBe(410);
      expect(await used.text()).toContain('already approved');
      const unknown = await visit(`${ORIGIN}/connect/nothing`, { method });
      expect(unknown.status).toBe(404);
      expect(await unknown.text()).toContain('not valid');
    }
  });

  it('takes GET and POST alone', async () => {
    await ask();
    const response = await visit((await outbox())[0]?.link ?? '', { method: 'PUT' });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, POST');
    expect(await isLinked()).toBe(false);
  });
});
