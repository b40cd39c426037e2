import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Application, Patient, Submission } from '../../shared/client/contract/index.ts';
import { createSandbox } from '../index.ts';
import { DEMO_STAFF } from '../seed/clinic.ts';
import { Clinic, formId, ORIGIN, openClinic } from '../service/clinic.fixture.ts';
import { json, open, send } from './pages.fixture.ts';

const NOW = '2026-11-23T15:00:00.000Z';
const RESET = '/sandbox/pages/reset';
const opened: Clinic[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const clinic of opened.splice(0)) await clinic.sandbox.close();
});

/** The clinic that the tests share: each leaves it reset, or as it was. */
let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic({ seed: 1, roster: 'clinic', now: NOW });
});
afterAll(() => clinic.sandbox.close());

/** Path of Ana, and what the interface shows of her patients, but for the links. */
async function readAna(clinic: Clinic) {
  const { serviceId } = await clinic.ok<{ serviceId: string }>(
    'GET',
    `/professionals/check?email=${DEMO_STAFF[0].email}`,
  );
  const P = `/professionals/${serviceId}`;
  const patients = await clinic.ok<Patient[]>('GET', `${P}/patients`);
  const applications = await clinic.ok<Application[]>('GET', `${P}/forms/applications`);
  const submissions = await clinic.ok<Submission[]>('GET', `${P}/forms/submissions`);
  const all = submissions.map(({ patientId, formTemplateId, status, startedAt, completedFillAt, score }) =>
    [patientId, formTemplateId, status, startedAt, completedFillAt, score].join(' '),
  );
  return { P, patients, applications, submissions, all: all.sort() };
}

describe('a reset', () => {
  describe('after whatever was done', () => {
    const endpoint = { url: 'http://127.0.0.1:9/webhooks', secret: 'whsec' };
    let before: Awaited<ReturnType<typeof readAna>>;
    let after: typeof before;
    let text: string;
    let html: string;
    // Filling the clinic again takes a second: one reset for all that is said of it.
    beforeAll(async () => {
      before = await readAna(clinic);
      const [first] = before.patients;
      await clinic.patient(before.P, 'Zoe');
      await clinic.ok('POST', `${before.P}/patients/${first?.serviceId}/inactivate`);
      await clinic.ok('POST', `${before.P}/forms/${formId('PHQ-9')}/applications`, {
        patientId: before.patients[3]?.serviceId,
        recurrenceCycle: 'NOW',
      });
      await send(clinic, '/sandbox/pages/clock', { advance: 'P1M' });
      const register = new Request('http://sandbox.test/sandbox/webhooks', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(endpoint),
      });
      expect((await clinic.sandbox.fetch(register)).ok).toBe(true);
      await send(clinic, '/sandbox/pages/faults', { kind: 'status-500' });
      const reply = await send(clinic, RESET, {});
      expect([reply.status, reply.headers.get('Location')]).toEqual([303, RESET]);
      ({ text, html } = await open(clinic, RESET));
      after = await readAna(clinic);
    });

    it('has patients, answers and clock as at the start', async () => {
      expect(after.P).toBe(before.P);
      expect(after.patients).toEqual(before.patients);
      expect(after.all).toEqual(before.all);
      expect((await json<{ now: string }>(clinic, '/sandbox/clock')).now.slice(0, 16)).toBe(NOW.slice(0, 16));
    });

    it('says what it did, as a success and in the clinic’s own time', () => {
      expect(html).toMatch(/<p class="notice good" role="status">Reset:/);
      expect(text).toMatch(
        /Reset: 46 patients with \d{3} answers, in [\d.]+ s\. The clinic’s clock says 23 Nov 2026, 12:00\./,
      );
      const answered = before.submissions.filter(({ status }) => status === 'ANSWERED').length;
      expect(Number(/with (\d+) answers/.exec(text)?.[1])).toBeGreaterThan(answered);
    });

    it('gives no number of before to another record, and no link of before to anybody', async () => {
      const numbers = new Set(before.submissions.map(({ id }) => id));
      expect(after.submissions.filter(({ id }) => numbers.has(id))).toEqual([]);
      const link = before.applications[0]?.urlToAnswer ?? '';
      expect((await clinic.sandbox.fetch(new Request(link))).status).toBe(404);
    });

    it('turned faults off, forgot simulations, and kept where webhooks go, which heard nothing of it', async () => {
      expect(await json(clinic, '/sandbox/faults')).toEqual([]);
      expect(await json(clinic, '/sandbox/deliveries')).toEqual([]);
      expect(await json(clinic, '/sandbox/webhooks')).toMatchObject([{ url: endpoint.url }]);
      expect((await open(clinic, '/sandbox/pages/stories')).text).toContain('No simulations since');
    });
  });

  it.each(['clinic', 'fixtures'] as const)(
    'gives nobody of the %s the identifier of another person, on another day too',
    async (roster) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-19T15:00:00Z') });
      const clinic = new Clinic(await createSandbox({ seed: 1, roster, publicUrl: ORIGIN }));
      opened.push(clinic);
      const nameOf = ({ name, surname }: Patient) => `${name} ${surname}`;
      const before = await readAna(clinic);
      const was = new Map(before.patients.map((patient) => [patient.serviceId, nameOf(patient)]));
      for (const day of ['2026-11-20', '2026-12-01']) {
        vi.setSystemTime(Date.parse(`${day}T15:00:00Z`));
        await send(clinic, RESET, {});
        const after = await readAna(clinic);
        expect(after.P).toBe(before.P);
        for (const patient of after.patients)
          expect([undefined, nameOf(patient)]).toContain(was.get(patient.serviceId));
      }
    },
  );

  it('lets requests wait that come meanwhile, and then shows them the clinic whole', async () => {
    const before = await readAna(clinic);
    const reset = send(clinic, RESET, {});
    const meanwhile = await Promise.all([1, 2, 3].map(() => readAna(clinic)));
    await reset;
    for (const { all, patients } of meanwhile) {
      expect(patients).toEqual(before.patients);
      expect(all).toEqual(before.all);
    }
  });

  it('is refused while the clock is moved', async () => {
    const moving = send(clinic, '/sandbox/pages/clock', { advance: 'P1M' });
    expect((await send(clinic, RESET, {})).status).toBe(409);
    expect((await moving).status).toBe(303);
    await send(clinic, RESET, {});
  });

  it('is not offered where nothing was there at the start', async () => {
    const clinic = await openClinic();
    opened.push(clinic);
    const { text, html } = await open(clinic, RESET);
    expect(text).toContain('started empty');
    expect(html).not.toContain('<form');
    await clinic.professional();
    await send(clinic, RESET, {});
    expect((await open(clinic, '/sandbox/pages/people')).text).toContain('Ana Lima');
  });

  it('is asked for by a page of this sandbox alone', async () => {
    expect((await send(clinic, RESET, {}, { Origin: 'https://evil.example' })).status).toBe(403);
  });
});
