import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../shared/client/contract/index.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { type Clinic, openClinic } from './clinic.fixture.ts';

const save = (sandbox: Sandbox, { urlToAnswer }: Application, body: object): Promise<Response> =>
  sandbox.fetch(
    new Request(urlToAnswer ?? '', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const open = async (sandbox: Sandbox, { urlToAnswer }: Application, query = '?lang=en'): Promise<string> =>
  (await sandbox.fetch(new Request(`${urlToAnswer}${query}`))).text();
const checked = (html: string): (string | undefined)[] =>
  [...html.matchAll(/name="(q\d+)" value="([^"]*)" checked/g)].map(([, name, value]) => `${name} ${value}`);

const LOW_ENERGY = { questionId: 104, value: 'Several days' };
const THOUGHTS = { questionId: 109, value: 'Nearly every day' };

describe('answers that were saved and not sent', () => {
  let clinic: Clinic;
  let P: string;
  let patientId: string;
  const idOf = (application: Application): number => application.submissions?.[0]?.id ?? 0;
  beforeEach(async () => {
    clinic = await openClinic();
    P = await clinic.professional();
    patientId = await clinic.patient(P);
  });
  afterEach(() => clinic.sandbox.close());

  it('are there when the link is opened again, each in place of the one before, in any language', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    await save(clinic.sandbox, application, { answers: [LOW_ENERGY, THOUGHTS] });
    await save(clinic.sandbox, application, { answers: [{ ...LOW_ENERGY, value: 'Not at all' }] });
    expect(checked(await open(clinic.sandbox, application))).toEqual([
      'q104 Not at all',
      'q109 Nearly every day',
    ]);
    expect(checked(await open(clinic.sandbox, application, '?lang=es'))).toEqual([
      'q104 Nunca',
      'q109 Casi todos los días',
    ]);
  });

  it('make the request STARTED at the first answer, and say nothing of it to the professional', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    await open(clinic.sandbox, application);
    expect(await clinic.submission(P, idOf(application))).toMatchObject({
      status: 'OPENED',
      startedFillAt: null,
    });
    clinic.sandbox.clock.set('2026-03-01T09:05:00Z');
    await save(clinic.sandbox, application, { answers: [THOUGHTS] });
    clinic.sandbox.clock.set('2026-03-01T09:06:00Z');
    await save(clinic.sandbox, application, { answers: [LOW_ENERGY] });
    expect(await clinic.submission(P, idOf(application))).toMatchObject({
      status: 'STARTED',
      startedFillAt: '2026-03-01T09:05:00.000Z',
      completedFillAt: null,
      score: null,
      hasHighRisk: null,
      riskFlagCount: null,
      answers: [],
    });
    expect((await clinic.graph(P, patientId)).series[0]?.points).toEqual([]);
  });

  it('are gone once the request is cancelled, answered or deleted', async () => {
    const cancelled = await clinic.apply(P, patientId, 'NOW');
    await save(clinic.sandbox, cancelled, { answers: [THOUGHTS] });
    await clinic.ok('POST', `${P}/forms/submissions/${idOf(cancelled)}/cancel`);
    expect((await save(clinic.sandbox, cancelled, { answers: [THOUGHTS] })).status).toBe(422);
    expect((await clinic.submission(P, idOf(cancelled))).answers).toEqual([]);

    const weekly = await clinic.apply(P, patientId, 'WEEKLY');
    await save(clinic.sandbox, weekly, { answers: [THOUGHTS] });
    expect(await clinic.answer(weekly, 0)).toBe(200);
    clinic.sandbox.clock.set('2026-03-08T09:00:00Z');
    expect(checked(await open(clinic.sandbox, weekly))).toEqual([]);

    const deleted = await clinic.apply(P, patientId, 'NOW');
    await save(clinic.sandbox, deleted, { answers: [THOUGHTS] });
    await clinic.ok('DELETE', `${P}/forms/submissions/${idOf(deleted)}`);
    expect(await open(clinic.sandbox, deleted)).not.toContain(' checked');
  });

  it('do not go to the request that has taken the place of the one that the page asked', async () => {
    const application = await clinic.apply(P, patientId, 'DAILY');
    clinic.sandbox.clock.set('2026-03-02T09:00:00Z');
    const stale = { submissionId: idOf(application), answers: [THOUGHTS] };
    const refused = await save(clinic.sandbox, application, stale);
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'INVALID_STATE']);
    expect(checked(await open(clinic.sandbox, application))).toEqual([]);
  });

  it('wait with a request that is begun before its date, which is then sent as planned', async () => {
    const later = { startedAt: '2026-03-10T09:00:00Z', openToAnswer: true };
    const application = await clinic.apply(P, patientId, 'WEEKLY', later);
    await save(clinic.sandbox, application, { answers: [LOW_ENERGY] });
    clinic.sandbox.clock.set('2026-03-10T09:00:00Z');
    expect(await clinic.submission(P, idOf(application))).toMatchObject({
      status: 'STARTED',
      notifiedAt: '2026-03-10T09:00:00.000Z',
    });
    expect(checked(await open(clinic.sandbox, application))).toEqual(['q104 Several days']);
  });

  it('are refused if one is no option of its question, and none of them is kept', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    const wrong = { answers: [LOW_ENERGY, { questionId: 109, value: 'Often' }] };
    expect((await save(clinic.sandbox, application, wrong)).status).toBe(400);
    expect(checked(await open(clinic.sandbox, application))).toEqual([]);
    expect(await clinic.submission(P, idOf(application))).toMatchObject({ status: 'OPENED' });
  });

  it('an answer with a risk item is met with help for an hour, and by nobody later', async () => {
    const application = await clinic.apply(P, patientId, 'NOW');
    await clinic.answer(application, 1);
    expect(await open(clinic.sandbox, application)).toContain('You can talk to someone now');
    clinic.sandbox.clock.set('2026-03-01T10:00:00Z');
    expect(await open(clinic.sandbox, application)).not.toContain('You can talk to someone now');
  });
});

/** Runs a test with the path of a database, and deletes it afterwards. */
async function withFile(test: (db: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'draft-'));
  try {
    await test(join(folder, 'clinic.db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a draft in a file survives the end of the process', () =>
  withFile(async (db) => {
    const clinic = await openClinic({ db });
    const P = await clinic.professional();
    const application = await clinic.apply(P, await clinic.patient(P), 'NOW');
    await save(clinic.sandbox, application, { answers: [THOUGHTS] });
    await clinic.sandbox.close();
    const again = await createSandbox({ db });
    expect(checked(await open(again, application))).toEqual(['q109 Nearly every day']);
    await again.close();
  }));

it('a draft of a request that closed as idle goes with the link to its patient, a later request, or after 30 days', () =>
  withFile(async (db) => {
    const clinic = await openClinic({ db });
    const P = await clinic.professional();
    const drafts = () => {
      const store = new DatabaseSync(db, { readOnly: true });
      const found = store.prepare('SELECT count(*) AS count FROM draft').get()?.count;
      store.close();
      return found;
    };
    /** A link whose patient began to answer after it was closed as idle. */
    const beginLate = async (from: string, to: string) => {
      const patientId = await clinic.patient(P);
      clinic.sandbox.clock.set(from);
      const application = await clinic.apply(P, patientId, 'DAILY');
      clinic.sandbox.clock.set(to);
      expect(await clinic.application(P, application.id)).toMatchObject({ status: 'CANCELED_IDLE' });
      await save(clinic.sandbox, application, { answers: [THOUGHTS] });
      expect(drafts()).toBe(1);
      return { patientId, application };
    };
    const asked = await beginLate('2026-03-01T09:00:00Z', '2026-06-01T09:00:00Z');
    const path = `${P}/forms/applications/${asked.application.id}/update-recurrence`;
    await clinic.ok('POST', path, { recurrenceCycle: 'DAILY' });
    expect(drafts()).toBe(0);
    const { patientId } = await beginLate('2026-06-02T09:00:00Z', '2026-09-01T09:00:00Z');
    const professionalId = P.split('/').at(-1);
    const unlink = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const body = JSON.stringify({ professionalId, patientId });
    await clinic.sandbox.fetch(new Request('http://sandbox.test/sandbox/unlink', { ...unlink, body }));
    expect(drafts()).toBe(0);
    const { application } = await beginLate('2026-09-02T09:00:00Z', '2026-12-01T09:00:00Z');
    clinic.sandbox.clock.set('2026-12-20T09:00:00Z');
    await save(clinic.sandbox, application, { answers: [LOW_ENERGY] });
    clinic.sandbox.clock.set('2027-01-19T08:59:59Z');
    expect(checked(await open(clinic.sandbox, application))).toHaveLength(2);
    clinic.sandbox.clock.set('2027-01-19T09:00:00Z');
    expect(checked(await open(clinic.sandbox, application))).toEqual([]);
    expect(drafts()).toBe(0);
    await clinic.sandbox.close();
  }));

describe('the clinic of the patient’s page', () => {
  const linkOf = async (sandbox: Sandbox): Promise<string> => {
    const outbox = await sandbox.fetch(new Request('http://sandbox.test/sandbox/outbox?limit=1'));
    const [message] = (await outbox.json()) as readonly { readonly link: string }[];
    return new URL(message?.link ?? '').pathname;
  };

  it('is the demonstration’s with its seed, and another country or none where that is said', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-country-'));
    for (const [clinic, first] of [
      [undefined, 'tel:188'],
      [{ country: 'US' }, 'tel:988'],
      [{ country: null }, undefined],
    ] as const) {
      // The first one fills the file, which takes a second; the others open it.
      const sandbox = await createSandbox({
        seed: 1,
        roster: 'fixtures',
        now: '2026-03-01T09:00:00Z',
        db: join(folder, 'clinic.db'),
        ...(clinic ? { clinic } : {}),
      });
      const page = await sandbox.fetch(new Request(`http://sandbox.test${await linkOf(sandbox)}`));
      const html = await page.text();
      expect(html).toContain('Clínica Aurora');
      expect(/tel:\d+/.exec(html)?.[0]).toBe(first);
      await sandbox.close();
    }
    rmSync(folder, { recursive: true });
  });

  it('refuses a country of which nothing is known', async () => {
    const clinic = { country: 'XX' as 'US' };
    await expect(createSandbox({ clinic })).rejects.toThrow('The country must be one of');
  });
});
