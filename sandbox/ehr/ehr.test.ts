import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOUR_PEOPLE } from '../seed/clinic.ts';
import { createClinicPatients } from '../seed/clinic-roster.ts';
import { ehrMessages } from '../words/index.ts';
import {
  ANA,
  createVisitor,
  PROFESSIONAL,
  SIGN_IN,
  type StubProxy,
  startStubProxy,
} from './proxy.fixture.ts';
import { toTreatments } from './treatments.ts';

let stub: StubProxy;
beforeEach(async () => {
  stub = await startStubProxy();
});
afterEach(() => stub.close());

const POLICY = (proxy: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${proxy}; img-src 'self' data:; ` +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'";

describe('the caseload', () => {
  it('is a page for the signed-in professional, linked from every page, that names nobody', async () => {
    const visitor = createVisitor(stub.ehr);
    expect((await visitor.get('/caseload')).headers.get('location')).toBe('/sign-in?next=/caseload');
    await visitor.signIn();
    expect(await (await visitor.get('/patients')).text()).toContain('<a href="/caseload">Caseload</a>');
    const text = await (await visitor.get('/caseload')).text();
    expect(text).toContain(`<instrument-caseload professional-id="${PROFESSIONAL}" lang="en"`);
    expect(text).not.toContain('Ana');
  });
});

describe('the first page', () => {
  it('is the caseload where the EHR is told so, without a note that somebody was sent away', async () => {
    await stub.close();
    stub = await startStubProxy({ firstPage: '/caseload' });
    const visitor = createVisitor(stub.ehr);
    expect((await visitor.get('/')).headers.get('location')).toBe('/caseload');
    expect(await (await visitor.get('/sign-in?next=/caseload')).text()).not.toContain(
      'Sign in to see this page.',
    );
    // As after a sign-out.
    expect(await (await visitor.get('/sign-in')).text()).toContain('name="next" value="/caseload"');
    await visitor.signIn();
    expect((await visitor.get('/sign-in')).headers.get('location')).toBe('/caseload');
  });
});

describe('the records system of somebody else', () => {
  it('has patients and their treatment, and nothing of ours or of the service', async () => {
    const other = await startStubProxy({ hasElements: false });
    const visitor = createVisitor(other.ehr);
    await visitor.signIn();
    const list = await (await visitor.get('/patients')).text();
    expect(list).toContain('Record');
    expect(list).toContain('<b>Ipê Records</b>');
    expect(list).not.toMatch(/Aurora|Caseload|Last answer|<instrument-/);
    const chart = await (await visitor.get(`/patients/${ANA.serviceId}`)).text();
    expect(chart).toContain('No treatment recorded.');
    expect(chart).not.toMatch(/Questionnaires|Scores|<instrument-/);
    expect((await visitor.get('/caseload')).status).toBe(404);
    await other.close();
  });
});

describe('signing in', () => {
  it('gives a cookie that scripts and other sites cannot use, and leads to the list', async () => {
    const visitor = createVisitor(stub.ehr);
    const response = await visitor.signIn();
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/patients');
    expect(response.headers.get('set-cookie')).toMatch(
      /^ehr_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await visitor.get('/patients')).status).toBe(200);
  });

  it.each([
    ['a wrong password', { email: SIGN_IN.email, password: 'wrong' }],
    ['an unknown e-mail', { email: 'nobody@clinic.example', password: SIGN_IN.password }],
    ['nothing', {}],
  ])('says the same of %s, and signs nobody in', async (_, form) => {
    const visitor = createVisitor(stub.ehr);
    const response = await visitor.post('/sign-in', form);
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('Wrong e-mail or password.');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('gives a new session each time, so that a planted one is worth nothing', async () => {
    const visitor = createVisitor(stub.ehr);
    await visitor.signIn();
    const first = visitor.cookie();
    await visitor.signIn();
    expect(visitor.cookie()).not.toBe(first);
  });

  it('stops guessing after ten failures in a minute, even with the right password', async () => {
    const visitor = createVisitor(stub.ehr);
    for (let at = 0; at < 10; at++) await visitor.post('/sign-in', { email: SIGN_IN.email, password: 'x' });
    expect((await visitor.signIn()).status).toBe(429);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to another site: next=%s',
    async (next) => {
      const visitor = createVisitor(stub.ehr);
      const response = await visitor.post('/sign-in', { ...SIGN_IN, next });
      expect(response.headers.get('location')).toBe('/patients');
    },
  );

  it('leads back to the page that was asked for', async () => {
    const visitor = createVisitor(stub.ehr);
    const sent = await visitor.get(`/patients/${ANA.serviceId}`);
    expect(sent.headers.get('location')).toBe(`/sign-in?next=/patients/${ANA.serviceId}`);
    const response = await visitor.post('/sign-in', { ...SIGN_IN, next: `/patients/${ANA.serviceId}` });
    expect(response.headers.get('location')).toBe(`/patients/${ANA.serviceId}`);
  });

  it('leads who was sent by the proxy back to its question, by a page of its own, and nobody elsewhere', async () => {
    const visitor = createVisitor(stub.ehr);
    const proxy = /connect-src 'self' (\S+?);/.exec(
      (await visitor.get('/sign-in')).headers.get('content-security-policy') ?? '',
    )?.[1];
    const back = `${proxy}/authorize?client_id=a&state=b`;
    const asked = `/sign-in?return_to=${encodeURIComponent(back)}`;
    expect(await (await visitor.get(asked)).text()).toContain(back.replaceAll('&', '&amp;'));
    const response = await visitor.post('/sign-in', { ...SIGN_IN, next: back });
    expect([response.status, response.headers.get('refresh')]).toEqual([200, `0;url=${back}`]);
    expect((await visitor.get(asked)).headers.get('location')).toBe(back);
    const elsewhere = encodeURIComponent('http://localhost:1/authorize?a');
    expect((await visitor.get(`/sign-in?return_to=${elsewhere}`)).headers.get('location')).toBe('/patients');
  });
});

describe('the session hook', () => {
  it('names another person once the clinic was reset, who has seen no list yet', async () => {
    await stub.close();
    let resets = 0;
    stub = await startStubProxy({ resets: () => resets });
    const visitor = createVisitor(stub.ehr);
    await visitor.signIn();
    const sub = async () => ((await (await visitor.get('/staff/session')).json()) as { sub: string }).sub;
    const before = await sub();
    resets++;
    expect(await sub()).not.toBe(before);
  });

  it('says which session has ended, at the sign-out and at the next sign-in of a browser', async () => {
    await stub.close();
    const ended: string[] = [];
    stub = await startStubProxy({ sessionEnded: (name) => void ended.push(name) });
    const visitor = createVisitor(stub.ehr);
    const named = async () =>
      ((await (await visitor.get('/staff/session')).json()) as { session: string }).session;
    await visitor.signIn();
    const first = await named();
    await visitor.signIn();
    const second = await named();
    expect(ended).toEqual([first]);
    await visitor.post('/sign-out', {});
    expect(ended).toEqual([first, second]);
    expect(second).not.toBe(first);
  });

  it('names the person, their professional and the session by a hash, and nothing else', async () => {
    const visitor = createVisitor(stub.ehr);
    await visitor.signIn();
    const response = await visitor.get('/staff/session');
    const session = createHash('sha256')
      .update(visitor.cookie().split('=')[1] ?? '')
      .digest('base64url');
    expect(await response.json()).toEqual({ sub: 'staff-1', professionalId: PROFESSIONAL, session });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers 401 without a session, with an invented one, and after the sign-out', async () => {
    const visitor = createVisitor(stub.ehr);
    expect((await visitor.get('/staff/session')).status).toBe(401);
    await visitor.signIn();
    const cookie = visitor.cookie();
    const out = await visitor.post('/sign-out', {});
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    const again = (value: string) =>
      stub.ehr.fetch(new Request('http://localhost:4300/staff/session', { headers: { cookie: value } }));
    expect((await again(cookie)).status).toBe(401);
    expect((await again('ehr_session=invented')).status).toBe(401);
  });
});

describe('a request that is not the EHR’s own', () => {
  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:4200' }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['without Origin', {}],
  ])('%s changes nothing', async (_, headers) => {
    const visitor = createVisitor(stub.ehr);
    await visitor.signIn();
    const search = { query: 'Ana' };
    const response = await visitor.post('/patients/find', search, headers as Record<string, string>);
    expect(response.status).toBe(403);
    expect(await (await visitor.get('/patients')).text()).not.toContain('value="Ana"');
    expect((await visitor.post('/sign-out', {}, headers as Record<string, string>)).status).toBe(403);
    expect((await visitor.get('/staff/session')).status).toBe(200);
  });

  it('to another host name is not answered (DNS rebinding)', async () => {
    const response = await stub.ehr.fetch(new Request('http://evil.example:4300/sign-in'));
    expect(response.status).toBe(421);
  });
});

describe('every answer', () => {
  it.each(['/sign-in', '/patients', '/nowhere', '/assets/base.css', '/healthz'])(
    'of %s carries the strict policy and is not stored',
    async (path) => {
      const { headers } = await createVisitor(stub.ehr).get(path);
      const proxy = (headers.get('content-security-policy') ?? '').match(/http:\/\/localhost:\d+/)?.[0] ?? '';
      expect(proxy).not.toBe('');
      expect(headers.get('content-security-policy')).toBe(POLICY(proxy));
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
    },
  );

  it('names the proxy under the host name of the page', async () => {
    const response = await createVisitor(stub.ehr, 'http://127.0.0.1:4300').get('/sign-in');
    expect(response.headers.get('content-security-policy')).toMatch(
      /connect-src 'self' http:\/\/127\.0\.0\.1:\d+;/,
    );
  });

  it('gives no file but the listed ones', async () => {
    for (const name of ['..%2Fehr.test.ts', 'ehr.test.ts', '%2e%2e%2findex.ts']) {
      expect((await createVisitor(stub.ehr).get(`/assets/${name}`)).status).toBe(404);
    }
  });
});

it('every module that the widget was built with is given, and nothing else of its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-widget-'));
  try {
    for (const name of ['instrument-panel.js', 'of-tomorrow.js', 'of-tomorrow.js.map', 'notes.txt'])
      writeFileSync(join(folder, name), `// ${name}`);
    await stub.close();
    stub = await startStubProxy({ widgetFile: join(folder, 'instrument-panel.js') });
    const statuses = ['instrument-panel.js', 'of-tomorrow.js', 'of-tomorrow.js.map', 'notes.txt'].map(
      async (name) => (await createVisitor(stub.ehr).get(`/assets/${name}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('treatment', () => {
  const words = ehrMessages['pt-BR'].treatments;

  it('is given to the overview as days before today, in the language of the page, and of nobody else', () => {
    const treatments = toTreatments('Débora Sampaio', '2026-11-23', words);
    expect(treatments).toContainEqual({
      at: '2026-10-02',
      until: '2026-10-15',
      kind: 'admission',
      label: 'Hospital-dia',
    });
    expect(treatments).toContainEqual({
      at: '2026-09-05',
      until: null,
      ongoing: true,
      kind: 'medication',
      label: 'Fluoxetina 40 mg',
    });
    expect(treatments.map(({ at }) => at)).toEqual(treatments.map(({ at }) => at).toSorted());
    expect(toTreatments('Somebody Else', '2026-11-23', words)).toEqual([]);
  });

  it('says of everything but a session when it ended, or that it goes on', () => {
    for (const name of Object.values(TOUR_PEOPLE))
      for (const { kind, until, ongoing } of toTreatments(name, '2026-11-23', words))
        expect([until !== null, ongoing === true], name).toEqual(
          kind === 'session' ? [false, false] : [until !== null, until === null],
        );
  });

  it('is known only of patients whom the clinic has', () => {
    const names = createClinicPatients(1, Date.parse('2026-11-23T15:00:00Z')).map(
      ({ record: { name, surname } }) => `${name} ${surname}`,
    );
    const treated = names.filter((name) => toTreatments(name, '2026-11-23', words).length > 0);
    expect(treated).toEqual(expect.arrayContaining(Object.values(TOUR_PEOPLE)));
    expect(treated).toHaveLength(4);
  });
});

describe('names that hold HTML', () => {
  it('are escaped in list and chart, and stay out of the title', async () => {
    const visitor = createVisitor(stub.ehr);
    await visitor.signIn();
    for (const path of ['/patients', `/patients/${ANA.serviceId}`]) {
      const text = await (await visitor.get(path)).text();
      expect(text).toContain('&lt;b&gt;Ana&lt;/b&gt; &amp; &quot;Lima&quot;');
      expect(text).not.toContain('<b>Ana');
      expect(text.match(/<title>(.*)<\/title>/)?.[1]).not.toContain('Ana');
    }
  });

  it('are escaped in a search that is shown again', async () => {
    const visitor = createVisitor(stub.ehr);
    await visitor.signIn();
    const found = await visitor.post('/patients/find', { query: '"><script>alert(1)</script>' });
    expect(found.headers.get('location')).toBe('/patients');
    const text = await (await visitor.get('/patients')).text();
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>alert');
  });
});

describe('the language', () => {
  it('follows the browser, then the choice, and the choice leads to no other site', async () => {
    const visitor = createVisitor(stub.ehr);
    expect(await (await visitor.get('/sign-in')).text()).toContain('<html lang="en">');
    const chosen = await visitor.get('/sign-in?lang=pt-BR');
    expect(chosen.headers.get('location')).toBe('http://localhost:4300/sign-in');
    expect(await (await visitor.get('/sign-in')).text()).toContain('<html lang="pt-BR">');
    const odd = await visitor.get('//evil.example?lang=en');
    expect(odd.headers.get('location') ?? 'http://localhost:4300/').toMatch(/^http:\/\/localhost:4300\//);
  });
});
