import { expect } from 'vitest';
import { emailOf, practice, unique } from '../clinic.ts';
import { fill, UNDER_A_PROFESSIONAL } from '../endpoints.ts';
import type { Rules } from '../rule.ts';
import { AccountLink, Professional, ProfessionalCheck } from '../wire.ts';
import type { World } from '../world.ts';

/** The link of the newest verification e-mail to the address. */
async function verificationLink({ control }: World, email: string): Promise<string> {
  const [newest] = await control.outbox(email);
  if (!newest?.link) throw new Error(`No verification link was sent to ${email}.`);
  return newest.link;
}

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** "Professionals and account link" and "Professional integration status". */
export const accountLink: Rules = (rule) => {
  rule('links a professional of another partner once they approve', async (world) => {
    const { ask, other } = world;
    const { id, P, email } = await practice(other);
    const external_id = `ext-${unique()}`;
    const link = await ask.post('/connect', { email, external_id });
    expect(link.gives(AccountLink, 202).status).toBe('VERIFICATION_LINK_SENT');
    (await ask.get(P)).refuses(404, 'INTEGRATION_NOT_FOUND');
    const check = async () => (await ask.get('/professionals/check', { email })).gives(ProfessionalCheck);
    expect(await check()).toMatchObject({ exists: true, linked: false });

    const address = await verificationLink(world, email);
    const page = await fetch(address);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect((await page.text()).match(/<button\b/g)).toHaveLength(1);
    expect(await check()).toMatchObject({ linked: false });
    expect((await fetch(address, { method: 'POST' })).ok).toBe(true);
    expect(await check()).toMatchObject({ exists: true, serviceId: id, linked: true });
    expect((await ask.get(P)).gives(Professional)).toMatchObject({ serviceId: id, externalId: external_id });
    // Each partner keeps its own identifier of the professional.
    expect((await other.get(P)).gives(Professional).externalId).not.toBe(external_id);
  });

  rule('answers 202 again while the approval is pending', async (world) => {
    const { email } = await practice(world.other);
    const body = { email, external_id: 'x' };
    (await world.ask.post('/connect', body)).gives(AccountLink, 202);
    const sent = (await world.control.outbox(email)).length;
    const again = (await world.ask.post('/connect', body)).gives(AccountLink, 202);
    expect(again.status).toBe('VERIFICATION_LINK_SENT');
    expect(await world.control.outbox(email)).toHaveLength(sent + 1);
  });

  rule('answers 200 ALREADY_LINKED for an active link', async ({ ask }) => {
    const { email } = await practice(ask);
    const reply = await ask.post('/connect', { email, external_id: 'x' });
    expect(reply.gives(AccountLink, 200).status).toBe('ALREADY_LINKED');
  });

  rule('answers 404 to connecting a professional who has no account', async ({ ask }) => {
    (await ask.post('/connect', { email: emailOf('nobody'), external_id: 'x' })).refuses(404);
  });

  rule.malformed('names what /connect misses', async ({ ask }) => {
    const body = { email: emailOf('x'), external_id: 'x' };
    for (const field of ['email', 'external_id'] as const) {
      (await ask.post('/connect', { ...body, [field]: undefined })).refuses(400, 'VALIDATION_ERROR', field);
      (await ask.post('/connect', { ...body, [field]: 5 })).refuses(400, 'VALIDATION_ERROR', field);
    }
    (await ask.post('/connect', { ...body, email: 'x' })).refuses(400, 'VALIDATION_ERROR', 'email');
  });

  rule('disconnects, asks for approval again, and is reconnected by it', async (world) => {
    const { ask } = world;
    const { id, P, email } = await practice(ask);
    const disconnected = await ask.post(`/disconnect/${id}`);
    expect(disconnected.gives(AccountLink, 200).status).toBe('DISCONNECTED');
    (await ask.get(P)).refuses(404, 'INTEGRATION_NOT_FOUND');
    const check = async () => (await ask.get('/professionals/check', { email })).gives(ProfessionalCheck);
    expect(await check()).toMatchObject({ exists: true, linked: false });

    const connect = await ask.post('/connect', { email, external_id: 'again' });
    expect(connect.gives(AccountLink, 202).status).toBe('VERIFICATION_LINK_SENT');
    (await ask.get(P)).refuses(404, 'INTEGRATION_NOT_FOUND');
    await fetch(await verificationLink(world, email), { method: 'POST' });
    expect(await check()).toMatchObject({ linked: true });
    expect((await ask.get(P)).gives(Professional).externalId).toBe('again');
  });

  rule('takes an approval once', async (world) => {
    const { email } = await practice(world.other);
    await world.ask.post('/connect', { email, external_id: 'x' });
    const link = await verificationLink(world, email);
    expect((await fetch(link, { method: 'POST' })).ok).toBe(true);
    expect((await fetch(link, { method: 'POST' })).status).toBe(410);
    expect((await fetch(`${link.slice(0, -4)}0000`, { method: 'POST' })).status).toBe(404);
  });

  rule('leaves the links of other partners alone when one disconnects', async (world) => {
    const { id, P, email } = await practice(world.other);
    await world.ask.post('/connect', { email, external_id: 'x' });
    await fetch(await verificationLink(world, email), { method: 'POST' });
    (await world.ask.post(`/disconnect/${id}`)).gives(AccountLink);
    (await world.ask.get(P)).refuses(404, 'INTEGRATION_NOT_FOUND');
    expect((await world.other.get(P)).gives(Professional).serviceId).toBe(id);
  });

  rule('has nothing to disconnect for a professional without an active link', async ({ ask, other }) => {
    const { id } = await practice(other);
    (await ask.post(`/disconnect/${id}`)).refuses(404, 'INTEGRATION_NOT_FOUND');
    (await ask.post(`/disconnect/${NOBODY}`)).refuses(404, 'INTEGRATION_NOT_FOUND');
    const mine = await practice(ask);
    await ask.post(`/disconnect/${mine.id}`);
    (await ask.post(`/disconnect/${mine.id}`)).refuses(404, 'INTEGRATION_NOT_FOUND');
  });

  for (const { method, path, body } of UNDER_A_PROFESSIONAL) {
    rule(`wants an active link: ${method} ${path}`, async ({ ask, other }) => {
      const theirs = await practice(other);
      const ids = { patientId: NOBODY, formId: NOBODY, applicationId: 1, submissionId: 1 };
      const left = await practice(ask);
      await ask.post(`/disconnect/${left.id}`);
      for (const professionalId of [NOBODY, theirs.id, left.id]) {
        const given = body && { ...body, ...('patientId' in body ? { patientId: NOBODY } : {}) };
        const reply = await ask.call(method, fill(path, { professionalId, ...ids }), { body: given });
        reply.refuses(404, 'INTEGRATION_NOT_FOUND');
      }
    });
  }
};
