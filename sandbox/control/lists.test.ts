import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clinic, ORIGIN, OTHER, openClinic } from '../service/clinic.fixture.ts';
import type { DeliveryJson } from '../service/webhooks/delivery.ts';
import { json, open, send } from './pages.fixture.ts';

let clinic: Clinic;
let P: string;
beforeEach(async () => {
  clinic = await openClinic();
  P = await clinic.professional();
});
afterEach(() => clinic.sandbox.close());

describe('people', () => {
  it('shows names as text, whatever they hold', async () => {
    const name = '<b>Júlia</b> "&\' <img src=x onerror=alert(1)>';
    const id = await clinic.patient(P, name);
    for (const path of ['people', `patients/${id}`, 'stories']) {
      const page = await open(clinic, `/sandbox/pages/${path}`);
      expect(page.text).toContain(`${name} Reis`);
      expect(page.html).not.toContain('<img');
    }
  });

  it('finds a patient without accents, keeps the name out of the address, and counts', async () => {
    await clinic.patient(P, 'João');
    await clinic.patient(P, 'Marta');
    const found = await send(clinic, '/sandbox/pages/people/find', { query: 'joao' });
    expect(found.status).toBe(200);
    expect(found.text).toContain('João Reis');
    expect(found.text).not.toContain('Marta');
    expect(found.text).toContain('1 total');
    const none = await send(clinic, '/sandbox/pages/people/find', { query: 'zzz' });
    expect(none.text).toContain('No matching patients');
  });

  it('shows at most fifty patients, and says of how many', async () => {
    for (let number = 0; number < 51; number += 1) await clinic.patient(P, `Patient ${number}`);
    expect((await open(clinic, '/sandbox/pages/people')).text).toContain('50 of 51');
  });

  it('tells the state of each link', async () => {
    clinic.headers = OTHER;
    await clinic.call('POST', '/connect', { email: 'ana@clinic.example', external_id: 'x-1' });
    const { text } = await open(clinic, '/sandbox/pages/people');
    expect(text).toContain('demo: ACTIVE');
    expect(text).toContain('other: PENDING');
  });

  it('leads from a patient to the link of each application, as the interface has it', async () => {
    const id = await clinic.patient(P);
    const application = await clinic.apply(P, id, 'WEEKLY');
    const page = await open(clinic, `/sandbox/pages/patients/${id}`);
    expect(page.html).toContain(`href="${application.urlToAnswer}"`);
    await clinic.ok('POST', `${P}/forms/applications/${application.id}/finish`);
    const closed = await open(clinic, `/sandbox/pages/patients/${id}`);
    expect(closed.text).toContain('FINISHED');
    expect(closed.html).not.toContain(application.answerToken);
  });
});

describe('traffic', () => {
  it('shows the outbox with the link of a verification e-mail, and filters by recipient', async () => {
    clinic.headers = OTHER;
    await clinic.call('POST', '/connect', { email: 'ana@clinic.example', external_id: 'x-1' });
    const [message] = await json<{ link: string; to: string }[]>(clinic, '/sandbox/outbox');
    expect((await open(clinic, '/sandbox/pages/outbox')).html).toContain(`href="${message?.link}"`);
    const filter = (to: string) => send(clinic, '/sandbox/pages/outbox/find', { to });
    expect((await filter('ana@clinic.example')).html).toContain(`href="${message?.link}"`);
    expect((await filter('nobody@clinic.example')).text).toContain('No messages for this recipient');
  });

  it('shows deliveries with each attempt and the state asked for', async () => {
    // Nobody listens at the discard port.
    const endpoint = { url: 'http://127.0.0.1:9/webhooks', secret: 'secret' };
    await clinic.sandbox.fetch(
      new Request(`${ORIGIN}/sandbox/webhooks`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(endpoint),
      }),
    );
    await clinic.answer(await clinic.apply(P, await clinic.patient(P), 'NOW'), 1);
    const tried = await vi.waitFor(async () => {
      const [delivery] = await json<DeliveryJson[]>(clinic, '/sandbox/deliveries');
      expect(delivery?.attempts.length).toBeGreaterThan(0);
      return delivery;
    });
    const { text } = await open(clinic, '/sandbox/pages/deliveries');
    expect(text).toContain(`SUBMISSION_ANSWERED ${tried?.id}`);
    expect(text).toMatch(/UTC: .+, \d+ ms/);
    expect(text).not.toContain('secret');
    expect((await open(clinic, '/sandbox/pages/deliveries?status=DELIVERED')).text).not.toContain(tried?.id);
  });

  it('shows what was asked by its template, the newest first', async () => {
    await clinic.call('GET', '/forms/library');
    const { text } = await open(clinic, '/sandbox/pages/requests');
    expect(text).toContain('GET /third-party/api/v1/forms/library');
    expect(text.indexOf('/v1/forms/library')).toBeLessThan(
      text.indexOf('POST /third-party/api/v1/professionals'),
    );
  });
});

describe('the faults’ form', () => {
  const faults = () => json<{ id: number; kind: string; happened: number }[]>(clinic, '/sandbox/faults');

  it('switches faults on beside each other, and one off without touching the other', async () => {
    await send(clinic, '/sandbox/pages/faults', { kind: 'status-500', endpoint: 'listLibrary', times: '2' });
    const reply = await send(clinic, '/sandbox/pages/faults', {
      kind: 'latency',
      ms: '1',
      path: '/professionals',
    });
    expect(reply.headers.get('Location')).toBe('/sandbox/pages/faults');
    expect((await clinic.call('GET', '/forms/library')).status).toBe(500);
    const [first, second] = await faults();
    expect(second).toMatchObject({ kind: 'latency', ms: 1, match: { path: '/professionals' } });
    expect((await open(clinic, '/sandbox/pages/faults')).text).toContain('1 of 2');
    await send(clinic, '/sandbox/pages/faults/off', { off: String(second?.id) });
    expect(await faults()).toEqual([first]);
    expect(first).toMatchObject({ happened: 1, times: 2, match: { endpoint: 'listLibrary' } });
    await send(clinic, '/sandbox/pages/faults/off', { off: 'all' });
    expect(await faults()).toEqual([]);
  });

  it.each([
    [{ kind: 'latency' }, 'ms'],
    [{ kind: 'latency', ms: '1e3' }, 'ms'],
    [{ kind: 'nothing' }, 'kind'],
    [{ kind: 'status-429', retryAfter: '-1' }, 'retryAfter'],
    [{ kind: 'status-500', times: '0' }, 'times'],
    [{ kind: 'status-500', path: 'patients' }, 'path'],
    [{ kind: 'status-500', endpoint: 'nope' }, 'endpoint'],
  ])('refuses %j and says that %s is wrong', async (form, name) => {
    const reply = await send(clinic, '/sandbox/pages/faults', form);
    expect(reply.status).toBe(422);
    expect([...reply.html.matchAll(/id="(\w+)-problem"/g)].map((found) => found[1])).toEqual([name]);
    expect(await faults()).toEqual([]);
  });
});
