import { expect } from 'vitest';
import { apply, instrument, patientOf, practice } from '../clinic.ts';
import type { Rules } from '../rule.ts';

/** Issue 3, points 5 and 7: what would have been sent, and the pages of the sandbox. */
export const outbox: Rules = (rule) => {
  rule('shows what a patient would have been sent, newest first, with the link to answer', async (world) => {
    const { ask, control } = world;
    const { P } = await practice(ask);
    const patient = await patientOf(ask, P);
    const [first, second] = [await instrument(ask, 'PHQ-2'), await instrument(ask, 'GAD-7')];
    const one = await apply(ask, P, first.id, { patientId: patient.serviceId, notifyEmail: true });
    await control.advance('PT1M');
    const two = await apply(ask, P, second.id, {
      patientId: patient.serviceId,
      notifyEmail: true,
      notifyWhatsApp: true,
    });
    const emails = await control.outbox(patient.email ?? '');
    expect(emails).toMatchObject([
      { channel: 'EMAIL', to: patient.email, link: two.urlToAnswer },
      { channel: 'EMAIL', to: patient.email, link: one.urlToAnswer },
    ]);
    const messages = await control.outbox(patient.cellphone ?? '');
    expect(messages).toMatchObject([{ channel: 'WHATSAPP', to: patient.cellphone, link: two.urlToAnswer }]);
    expect(emails.map(({ id }) => String(id))).not.toContain(String(messages[0]?.id));
  });

  rule('sends nothing where no channel is wished for', async ({ ask, control }) => {
    const { P } = await practice(ask);
    const patient = await patientOf(ask, P);
    const { id } = await instrument(ask, 'PHQ-2');
    await apply(ask, P, id, { patientId: patient.serviceId, notifyEmail: false, notifyWhatsApp: false });
    expect(await control.outbox(patient.email ?? '')).toEqual([]);
    expect(await control.outbox(patient.cellphone ?? '')).toEqual([]);
  });

  rule('asks the questions on the page behind the link', async ({ ask }) => {
    const { P } = await practice(ask);
    const { serviceId: patientId } = await patientOf(ask, P);
    const form = await instrument(ask, 'PHQ-9');
    const page = await fetch((await apply(ask, P, form.id, { patientId })).urlToAnswer);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const text = await page.text();
    for (const { id } of form.questions) expect(text).toContain(String(id));
  });

  for (const path of [
    '/sandbox',
    '/sandbox/pages/people',
    '/sandbox/pages/outbox',
    '/sandbox/pages/deliveries',
    '/sandbox/pages/faults',
    '/sandbox/pages/requests',
    '/sandbox/pages/stories',
  ]) {
    rule(`answers the control page ${path}`, async ({ control }) => {
      const page = await fetch(`${control.origin}${path}`, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^text\/html/),
      ]);
      expect(await page.text()).toMatch(/<h1\b/);
    });
  }

  rule('moves the clock by a duration or to an instant, and refuses nonsense', async ({ control }) => {
    const before = await control.now();
    await control.advance('P1DT2H');
    const after = await control.now();
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(26 * 3_600_000);
    const set = (body: string) =>
      fetch(`${control.origin}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    for (const body of ['{', '{}', '{"now":"soon"}', '{"advance":"7 days"}', '{"advance":7}']) {
      expect([body, (await set(body)).status]).toEqual([body, 400]);
    }
  });
};
