import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notification } from '../../shared/client/contract/index.ts';
import { type Clinic, formId, ORIGIN, openClinic } from './clinic.fixture.ts';
import type { OutboxMessage } from './outbox.ts';

const BIA = { name: 'Bia', surname: 'Reis', email: 'bia+1@home.example', cellphone: '+5511900000001' };

let clinic: Clinic;
let P: string;
let patientId: string;
beforeEach(async () => {
  clinic = await openClinic({ now: '2026-03-01T09:00:00Z' });
  P = await clinic.professional();
  ({ serviceId: patientId } = await clinic.ok<{ serviceId: string }>('POST', `${P}/patients`, BIA));
});
afterEach(() => clinic.sandbox.close());

const read = (query = '', headers = {}) =>
  clinic.sandbox.fetch(new Request(`${ORIGIN}/sandbox/outbox${query}`, { headers }));
const outbox = async (query = '', headers = {}) =>
  (await (await read(query, headers)).json()) as OutboxMessage[];

describe('GET /sandbox/outbox', () => {
  it('holds each request to answer, by e-mail, with its link, newest first', async () => {
    const application = await clinic.apply(P, patientId, 'WEEKLY');
    clinic.sandbox.clock.set('2026-03-08T09:00:00Z');
    const messages = await outbox('?to=bia%2B1@home.example');
    expect(messages.map(({ at, channel, to, link }) => ({ at, channel, to, link }))).toEqual(
      ['2026-03-08T09:00:00.000Z', '2026-03-01T09:00:00.000Z'].map((at) => ({
        at,
        channel: 'EMAIL',
        to: BIA.email,
        link: application.urlToAnswer,
      })),
    );
    expect(messages[0]?.text).toContain('Bia Reis');
    expect(messages[0]?.text).toContain('Patient Health Questionnaire');
    const portuguese = await outbox('', { 'Accept-Language': 'pt' });
    expect(portuguese[0]?.text).toContain('Questionário de Saúde do Paciente');
  });

  it('sends by the channels that the application notifies by, to addresses that the patient has', async () => {
    const channels = async (flags: object, patient = patientId) => {
      const before = (await outbox()).length;
      await clinic.apply(P, patient, 'NOW', flags);
      return (await outbox()).slice(0, -before || undefined).map(({ channel }) => channel);
    };
    expect(await channels({ notifyEmail: false })).toEqual([]);
    expect(await channels({ notifyWhatsApp: true })).toEqual(['WHATSAPP', 'EMAIL']);
    expect(await channels({ notifyEmail: false, notifyWhatsApp: true })).toEqual(['WHATSAPP']);
    const unreachable = await clinic.patient(P, 'Ivo');
    expect(await channels({ notifyWhatsApp: true }, unreachable)).toEqual([]);
    expect((await outbox('?to=%2B5511900000001')).map(({ to }) => to)).toEqual([
      BIA.cellphone,
      BIA.cellphone,
    ]);
  });

  it('does not tell a title that the patient is not to see', async () => {
    await clinic.apply(P, patientId, 'NOW', { hideFormTemplateTitle: true });
    expect((await outbox())[0]?.text).not.toContain('Patient Health Questionnaire');
  });

  it('reads an address in any case of letters, and spaces in it as plus signs', async () => {
    await clinic.apply(P, patientId, 'NOW');
    expect(await outbox('?to=BIA+1@home.example')).toHaveLength(1);
    expect(await outbox('?to=nobody@home.example')).toEqual([]);
    expect(await outbox()).toHaveLength(1);
  });

  it('is paged by limit and offset', async () => {
    for (const cycle of ['NOW', 'ONCE', 'DAILY']) await clinic.apply(P, patientId, cycle);
    const ids = async (query: string) => (await outbox(query)).map(({ id }) => id);
    const all = await ids('');
    expect(all).toHaveLength(3);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(await ids('?limit=2')).toEqual(all.slice(0, 2));
    expect(await ids('?limit=2&offset=2')).toEqual(all.slice(2));
    expect(await ids('?limit=0')).toEqual([]);
  });

  it('refuses a malformed page with 400 and another method with 405', async () => {
    expect((await read('?limit=-1')).status).toBe(400);
    const put = new Request(`${ORIGIN}/sandbox/outbox`, { method: 'DELETE' });
    expect((await clinic.sandbox.fetch(put)).status).toBe(405);
  });

  it('keeps nothing of an application that was refused', async () => {
    await clinic.ok('POST', `${P}/patients/${patientId}/inactivate`);
    const body = { patientId, recurrenceCycle: 'NOW' };
    expect((await clinic.refused('POST', `${P}/forms/${formId('PHQ-9')}/applications`, body)).code).toBe(
      '422 INVALID_STATE',
    );
    expect(await outbox()).toEqual([]);
  });
});

describe('notifications (docs/service.md#notifications)', () => {
  const list = (query = '', form = formId('PHQ-9')) =>
    clinic.ok<Notification[]>('GET', `${P}/forms/${form}/patients/${patientId}/notifications${query}`);

  it('are the messages about one instrument to one patient', async () => {
    const application = await clinic.apply(P, patientId, 'NOW', { notifyWhatsApp: true });
    await clinic.apply(P, patientId, 'NOW', { form: formId('GAD-7') });
    const [newest, first] = await list();
    expect(await list()).toHaveLength(2);
    expect(first).toMatchObject({
      formApplicationId: application.id,
      formSubmissionId: application.submissions?.[0]?.id,
      patientId,
      professionalId: P.split('/')[2],
      patientName: 'Bia Reis',
      destinationEmail: BIA.email,
      destinationPhoneNumber: null,
      channel: 'EMAIL',
      status: 'SENT',
      sentAt: '2026-03-01T09:00:00.000Z',
    });
    expect(newest).toMatchObject({ destinationEmail: null, destinationPhoneNumber: BIA.cellphone });
    expect(await list('', formId('GAD-7'))).toHaveLength(1);
    expect(await list('', formId('PHQ-2'))).toEqual([]);
  });

  it('are filtered by days, both included; a malformed date is as good as none', async () => {
    await clinic.apply(P, patientId, 'WEEKLY');
    clinic.sandbox.clock.set('2026-03-16T00:00:00Z');
    const days = async (query: string) => (await list(query)).map(({ sentAt }) => sentAt?.slice(5, 10));
    expect(await days('')).toEqual(['03-15', '03-08', '03-01']);
    expect(await days('?startDate=2026-03-08')).toEqual(['03-15', '03-08']);
    expect(await days('?endDate=2026-03-08')).toEqual(['03-08', '03-01']);
    expect(await days('?startDate=2026-03-08&endDate=2026-03-08')).toEqual(['03-08']);
    expect(await days('?startDate=08/03/2026&endDate=2026-03-08')).toEqual(['03-08', '03-01']);
    expect(await days('?startDate=2026-03-09T00:00:00Z&endDate=2026-02-30')).toHaveLength(3);
    const wrong = `${P}/forms/${formId('PHQ-9')}/patients/${patientId}/notifications?startDate=2026-03-09&endDate=2026-03-08`;
    expect((await clinic.refused('GET', wrong)).code).toBe('400 VALIDATION_ERROR');
  });

  it('are 404 for a patient or an instrument that is not there', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const [form, patient] of [
      [nobody, patientId],
      [formId('PHQ-9'), nobody],
    ]) {
      const path = `${P}/forms/${form}/patients/${patient}/notifications`;
      expect((await clinic.refused('GET', path)).code).toBe('404 NOT_FOUND');
    }
  });
});
