import { afterEach, describe, expect, test } from 'vitest';
import { PATIENT } from '../fixtures/world.ts';
import { GRANT, PUBLIC_URL, REDIRECT, type SignInWorld, sentTo, startSignIn } from './flow.fixture.ts';

let world: SignInWorld;
afterEach(() => world.close());

describe('POST /authorize', () => {
  test('sends the browser back with a code, the state and the issuer where the person allows it', async () => {
    world = await startSignIn();
    const reply = await world.answer(await world.ticketOf(await world.browse()));
    expect([reply.status, reply.headers.get('location')]).toEqual([303, expect.stringContaining(REDIRECT)]);
    expect(Object.fromEntries(sentTo(reply))).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: 'st&te=1',
      iss: PUBLIC_URL,
    });
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each(['deny', '', 'ALLOW'])('is access_denied for the decision %j', async (decision) => {
    world = await startSignIn();
    const reply = await world.answer(await world.ticketOf(await world.browse()), decision);
    expect(Object.fromEntries(sentTo(reply))).toMatchObject({ error: 'access_denied', state: 'st&te=1' });
  });

  test('takes one answer for each page that was shown', async () => {
    world = await startSignIn();
    const ticket = await world.ticketOf(await world.browse());
    await world.answer(ticket, 'deny');
    const again = await world.answer(ticket);
    expect([again.status, again.headers.get('location')]).toEqual([400, null]);
  });

  test('takes no answer after ten minutes', async () => {
    let now = Date.parse('2026-03-02T10:00:00Z');
    world = await startSignIn({ clock: () => now });
    const ticket = await world.ticketOf(await world.browse());
    now += 600_000;
    expect((await world.answer(ticket)).status).toBe(400);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['the null origin', { origin: 'null' }],
    ['a listed page', { origin: 'https://ehr.clinic.example' }],
    ['a subdomain of this one', { origin: 'https://evil.panel.clinic.example' }],
    ['another scheme', { origin: PUBLIC_URL.replace('https', 'http') }],
    ['no origin', { origin: '' }],
    ['a page of the same site that is not this one', { 'sec-fetch-site': 'same-site' }],
    ['another site by the browser’s own word', { 'sec-fetch-site': 'cross-site' }],
  ])('a form sent by %s allows nothing, and the page can still be answered', async (_, headers) => {
    world = await startSignIn();
    const ticket = await world.ticketOf(await world.browse());
    const forged = await world.answer(ticket, 'allow', headers);
    expect([forged.status, forged.headers.get('location')]).toEqual([403, null]);
    expect(sentTo(await world.answer(ticket)).get('code')).not.toBeNull();
  });

  test('a form with an attacker’s own ticket allows nothing in the name of another person', async () => {
    world = await startSignIn({
      session: async ({ cookie }) => ({ ...GRANT, sub: cookie === 'staff=abc' ? 'victim' : 'attacker' }),
    });
    const ticket = await world.ticketOf(await world.browse(undefined, { cookie: 'staff=evil' }));
    const reply = await world.answer(ticket);
    expect([reply.status, await reply.text()]).toEqual([
      403,
      expect.stringContaining('Someone else has signed in'),
    ]);
  });

  test('where the person may do more or see others than the page showed, it is asked anew', async () => {
    let patients: readonly string[] | undefined = [PATIENT];
    world = await startSignIn({ session: async () => ({ ...GRANT, patients, actions: ['read'] }) });
    const ticket = await world.ticketOf(await world.browse());
    patients = undefined;
    const again = await world.answer(ticket);
    expect([again.status, again.headers.get('location')]).toEqual([200, null]);
    const next = await world.ticketOf(again);
    expect(sentTo(await world.answer(next)).get('code')).not.toBeNull();
    // The first page allowed nothing that would be remembered.
    patients = [PATIENT];
    expect((await world.browse()).status).toBe(200);
  });

  test('somebody who has signed out meanwhile allows nothing', async () => {
    world = await startSignIn();
    const ticket = await world.ticketOf(await world.browse());
    expect((await world.answer(ticket, 'allow', { cookie: '' })).status).toBe(403);
  });

  test.each(['no ticket', '', 'x'.repeat(43)])('an invented ticket %j is refused', async (ticket) => {
    world = await startSignIn();
    expect((await world.answer(ticket)).status).toBe(400);
  });

  test('a body of another kind is 415', async () => {
    world = await startSignIn();
    const reply = await fetch(`${world.url}/authorize`, {
      method: 'POST',
      headers: { origin: PUBLIC_URL, 'content-type': 'application/json', cookie: 'staff=abc' },
      body: '{}',
    });
    expect(reply.status).toBe(415);
  });
});
