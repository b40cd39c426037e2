import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clinic, ORIGIN, openClinic } from '../service/clinic.fixture.ts';
import { json, open, send } from './pages.fixture.ts';

const PAGES = [
  '/sandbox',
  ...['people', 'stories', 'outbox', 'deliveries', 'faults', 'requests'].map(
    (name) => `/sandbox/pages/${name}`,
  ),
];

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.sandbox.close());

describe('the control pages', () => {
  it.each(PAGES)('%s is a page without a script, that nothing keeps and nobody frames', async (path) => {
    const page = await open(clinic, path);
    expect(page.status).toBe(200);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  });

  it.each(PAGES)('%s is said in Portuguese to whoever reads it, or has chosen it', async (path) => {
    const read = await open(clinic, path, { 'Accept-Language': 'pt-BR,en;q=0.5' });
    expect(read.html).toContain('<html lang="pt-BR">');
    const choice = await open(clinic, `${path}?lang=pt-BR`, { 'Accept-Language': 'en' });
    expect([choice.status, choice.headers.get('Location')]).toEqual([303, path]);
    const Cookie = choice.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect((await open(clinic, path, { Cookie, 'Accept-Language': 'en' })).html).toContain('lang="pt-BR"');
  });

  it.each(['outbox', 'deliveries', 'faults', 'requests'])(
    'leaves /sandbox/%s to programs, whatever they accept',
    async (name) => {
      for (const Accept of ['*/*', 'text/html']) {
        const reply = await clinic.sandbox.fetch(
          new Request(`${ORIGIN}/sandbox/${name}`, { headers: { Accept } }),
        );
        expect(reply.headers.get('Content-Type')).toContain('application/json');
        expect(await reply.json()).toEqual([]);
      }
    },
  );

  it('says what would fill a part that is empty', async () => {
    expect((await open(clinic, '/sandbox/pages/people')).text).toContain('POST /professionals');
    expect((await open(clinic, '/sandbox/pages/outbox')).text).toContain('POST /connect');
    expect((await open(clinic, '/sandbox/pages/deliveries')).text).toContain('/sandbox/webhooks');
    expect((await open(clinic, '/sandbox/pages/requests')).text).toContain('X-Api-Key: demo-key');
    expect((await open(clinic, '/sandbox/pages/stories')).text).toContain('--seed 1');
  });

  it.each([
    ['another site', { Origin: 'https://elsewhere.example' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['another site that hides its origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of the same host name on another port', { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-site' }],
    ['whoever does not say where it comes from', {}],
  ])('refuses a form of %s, and changes nothing', async (_who, headers) => {
    const before = await json(clinic, '/sandbox/clock');
    const reply = await send(clinic, '/sandbox/pages/clock', { advance: 'P7D' }, headers);
    expect(reply.status).toBe(403);
    expect((await send(clinic, '/sandbox/pages/faults', { kind: 'status-500' }, headers)).status).toBe(403);
    expect(await json(clinic, '/sandbox/clock')).toEqual(before);
    expect(await json(clinic, '/sandbox/faults')).toEqual([]);
  });

  it('takes a form of its own page from a browser that sends no Origin', async () => {
    const reply = await send(
      clinic,
      '/sandbox/pages/clock',
      { advance: 'P1D' },
      { 'Sec-Fetch-Site': 'same-origin' },
    );
    expect(reply.status).toBe(303);
  });

  it('answers an unknown page with 404, and a form that is far too large with 413', async () => {
    expect((await open(clinic, '/sandbox/pages/nothing')).status).toBe(404);
    expect((await open(clinic, '/sandbox/pages/patients/nobody')).status).toBe(404);
    expect((await open(clinic, '/sandbox/pages/stories/99')).status).toBe(404);
    const large = await send(clinic, '/sandbox/pages/faults', { kind: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
  });
});

describe('the clock’s form', () => {
  it('tells what a week brings: a request becomes late after three days, and its successor cancels it', async () => {
    const P = await clinic.professional();
    await clinic.apply(P, await clinic.patient(P), 'WEEKLY');
    await open(clinic, '/sandbox');
    const reply = await send(clinic, '/sandbox/pages/clock', { advance: 'P7D' });
    expect([reply.status, reply.headers.get('Location')]).toEqual([303, '/sandbox#last-move']);
    expect(await json(clinic, '/sandbox/clock')).toEqual({ now: '2026-03-08T09:00:00.000Z' });
    const { text } = await open(clinic, '/sandbox');
    expect(text).toContain('From 1 Mar 2026, 09:00 UTC to 8 Mar 2026, 09:00 UTC.');
    for (const row of ['CANCELED_LATE 1', 'IN_PROGRESS 1', 'LATE 1'])
      expect(text).toContain(`Submissions ${row}`);
  });

  it('counts the last move alone', async () => {
    const P = await clinic.professional();
    await clinic.apply(P, await clinic.patient(P), 'WEEKLY');
    await send(clinic, '/sandbox/pages/clock', { advance: 'P7D' });
    await send(clinic, '/sandbox/pages/clock', { advance: 'P1D' });
    expect((await open(clinic, '/sandbox')).text).toContain('Nothing was due.');
  });

  it('sets the clock in UTC, back as well', async () => {
    await send(clinic, '/sandbox/pages/clock', { now: '2026-02-01T08:30' });
    expect(await json(clinic, '/sandbox/clock')).toEqual({ now: '2026-02-01T08:30:00.000Z' });
    await send(clinic, '/sandbox/pages/clock', { now: '2500-01-01T00:00:00Z' });
    expect(await json(clinic, '/sandbox/clock')).toEqual({ now: '2500-01-01T00:00:00.000Z' });
  });

  it.each(['', 'soon', '2026-02-30T08:30', '9999-01-01T00:00', '2026-02-01'])('refuses "%s"', async (now) => {
    const before = await json(clinic, '/sandbox/clock');
    const reply = await send(clinic, '/sandbox/pages/clock', { now });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Enter a date and time');
    expect(await json(clinic, '/sandbox/clock')).toEqual(before);
  });
});
