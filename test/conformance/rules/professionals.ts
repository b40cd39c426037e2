import { expect } from 'vitest';
import { emailOf, practice, unique } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { Professional, ProfessionalCheck } from '../wire.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** "Professionals and account link": registering, checking, reading. */
export const professionals: Rules = (rule) => {
  rule('registers a professional and gives back what was sent', async ({ ask }) => {
    const body = { email: emailOf('bia'), externalId: `ext-${unique()}`, name: 'Bia', surname: 'Souza' };
    expect((await ask.post('/professionals', body)).gives(Professional)).toMatchObject(body);
  });

  rule('gives the existing professional back when the e-mail is linked already', async ({ ask }) => {
    const { id, email, externalId } = await practice(ask);
    const body = { email, externalId: 'another', name: 'Other', surname: 'Name' };
    const again = (await ask.post('/professionals', body)).gives(Professional);
    expect(again).toMatchObject({ serviceId: id, email, externalId, name: 'Clara', surname: 'Lima' });
  });

  rule('takes an e-mail in capitals as the same professional', async ({ ask }) => {
    const { id, email } = await practice(ask);
    const body = { email: email.toUpperCase(), externalId: 'x', name: 'Clara', surname: 'Lima' };
    expect((await ask.post('/professionals', body)).gives(Professional).serviceId).toBe(id);
  });

  rule('refuses to register the professional of another partner', async ({ ask, other }) => {
    const { email } = await practice(other);
    const body = { email, externalId: 'x', name: 'Clara', surname: 'Lima' };
    (await ask.post('/professionals', body)).refuses(403, 'PROFESSIONAL_CLAIM_REQUIRED');
  });

  rule('refuses to register a professional whose link is INACTIVE', async ({ ask }) => {
    const { id, email } = await practice(ask);
    await ask.post(`/disconnect/${id}`);
    const body = { email, externalId: 'x', name: 'Clara', surname: 'Lima' };
    (await ask.post('/professionals', body)).refuses(403, 'PROFESSIONAL_CLAIM_REQUIRED');
  });

  rule('reads a professional', async ({ ask }) => {
    const { id, P, email, externalId } = await practice(ask);
    expect((await ask.get(P)).gives(Professional, 200)).toMatchObject({ serviceId: id, email, externalId });
  });

  rule('says of an e-mail whether it exists and is linked', async ({ ask, other }) => {
    const mine = await practice(ask);
    const theirs = await practice(other);
    const check = async (email: string) =>
      (await ask.get('/professionals/check', { email })).gives(ProfessionalCheck, 200);
    expect(await check(mine.email)).toMatchObject({ exists: true, serviceId: mine.id, linked: true });
    expect(await check(theirs.email)).toMatchObject({ exists: true, linked: false });
    expect(await check(emailOf('nobody'))).toMatchObject({ exists: false, linked: false });
  });

  // A plus sign in a query is a space, which is no e-mail by its `format`; the service documents that it accepts it.
  for (const [state, written, plus] of [
    [rule, 'that are escaped', ['%2B']],
    [rule.malformed, 'that became spaces', ['+', '%20']],
  ] as const) {
    state(`finds an e-mail by plus signs ${written}`, async ({ ask }) => {
      const email = `dr+${unique()}@conformance.example`;
      const body = { email, externalId: 'plus', name: 'Clara', surname: 'Lima' };
      const { serviceId } = (await ask.post('/professionals', body)).gives(Professional);
      for (const sign of plus) {
        const reply = await ask.get(`/professionals/check?email=${email.replace('+', sign)}`);
        expect(reply.gives(ProfessionalCheck)).toMatchObject({ exists: true, serviceId, linked: true });
      }
    });
  }

  rule.malformed('wants an e-mail for a check', async ({ ask }) => {
    (await ask.get('/professionals/check')).refuses(400, 'VALIDATION_ERROR', 'email');
    (await ask.get('/professionals/check', { email: 'no address' })).refuses(
      400,
      'VALIDATION_ERROR',
      'email',
    );
  });

  rule.malformed('names the field of a professional that is missing or of another type', async ({ ask }) => {
    const body = { email: emailOf('bia'), externalId: 'x', name: 'Bia', surname: 'Souza' };
    for (const field of Object.keys(body)) {
      (await ask.post('/professionals', { ...body, [field]: 7 })).refuses(400, 'VALIDATION_ERROR', field);
      (await ask.post('/professionals', { ...body, [field]: undefined })).refuses(
        400,
        'VALIDATION_ERROR',
        field,
      );
    }
    const noAddress = await ask.post('/professionals', { ...body, email: 'bia at home' });
    noAddress.refuses(400, 'VALIDATION_ERROR', 'email');
  });

  rule('answers 404 INTEGRATION_NOT_FOUND for a professional who is not there', async ({ ask }) => {
    (await ask.get(`/professionals/${NOBODY}`)).refuses(404, 'INTEGRATION_NOT_FOUND');
  });
};
