import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Application, ScoreGraph, Submission } from '../../shared/client/contract/index.ts';
import { type Clinic, formId, openClinic } from '../service/clinic.fixture.ts';
import { repeatableIdentifiers } from '../service/identifiers.ts';
import { json, open, send, type Visit } from './pages.fixture.ts';

const STORIES = '/sandbox/pages/stories';
const NOW = '2026-03-01T09:00:00.000Z';
const WEEK_MS = 7 * 86_400_000;
const opened: Clinic[] = [];
afterEach(async () => {
  for (const clinic of opened.splice(0)) await clinic.sandbox.close();
});

/** A clinic of one patient, with the same identifiers every time. */
async function clinicOfOne() {
  const clinic = await openClinic({ identifiers: repeatableIdentifiers('stories') });
  opened.push(clinic);
  const P = await clinic.professional();
  const patientId = await clinic.patient(P);
  const tell = (course: string, weeks: number | string, instrument = 'PHQ-9'): Promise<Visit> =>
    send(clinic, STORIES, {
      patient: `${P.split('/')[2]}/${patientId}`,
      instrument: formId(instrument),
      course,
      weeks: String(weeks),
    });
  const scores = async (instrument = 'PHQ-9') =>
    ((await clinic.graph(P, patientId, formId(instrument))) as ScoreGraph).series[0]?.points.map(
      ({ score }) => score,
    ) ?? [];
  return { clinic, P, patientId, tell, scores };
}

describe('a story', () => {
  it('ends now, with as many new points as it says, and moves no clock', async () => {
    const { clinic, tell, scores } = await clinicOfOne();
    const reply = await tell('improving', 8);
    expect(reply.status).toBe(303);
    const told = await open(clinic, reply.headers.get('Location') ?? '');
    const points = await scores();
    expect(points.length).toBeGreaterThan(5);
    expect(told.text).toContain(`Simulated ${points.length} answers over 8 weeks.`);
    expect(told.text).toContain(`Latest score ${points.at(-1)} `);
    expect(await json(clinic, '/sandbox/clock')).toEqual({ now: NOW });
  });

  it('lies in the weeks before now, a week between two requests, and goes on after now', async () => {
    const { clinic, P, tell } = await clinicOfOne();
    await tell('improving', 8);
    const submissions = await clinic.ok<Submission[]>('GET', `${P}/forms/submissions`);
    const asked = submissions.map(({ startedAt }) => Date.parse(startedAt ?? '')).sort((a, b) => a - b);
    expect(asked).toHaveLength(8);
    expect(asked.slice(1).map((at, index) => at - (asked[index] ?? 0))).toEqual(Array(7).fill(WEEK_MS));
    for (const { startedAt, completedFillAt, status } of submissions) {
      expect(Date.parse(startedAt ?? '')).toBeGreaterThan(Date.parse(NOW) - 9 * WEEK_MS);
      if (completedFillAt) expect(completedFillAt < NOW && completedFillAt > (startedAt ?? '')).toBe(true);
      expect(['ANSWERED', 'CANCELED_LATE']).toContain(status);
    }
    const [application] = await clinic.ok<Application[]>('GET', `${P}/forms/applications`);
    expect(application?.status).toBe('IN_PROGRESS');
    expect((application?.nextAnswerAt ?? '') > NOW).toBe(true);
  });

  it('leaves every other patient, and every other instrument, as they are', async () => {
    const { clinic, P, patientId, tell } = await clinicOfOne();
    const other = await clinic.patient(P, 'Caio');
    // Of each, something falls due within the weeks of a story, and after now.
    await clinic.ok('POST', `${P}/forms/${formId('PHQ-9')}/applications`, {
      patientId: other,
      recurrenceCycle: 'WEEKLY',
    });
    await clinic.ok('POST', `${P}/forms/${formId('GAD-7')}/applications`, {
      patientId,
      recurrenceCycle: 'DAILY',
    });
    const read = async () => {
      const others = await clinic.ok(`GET`, `${P}/patients/${other}/forms/submissions`);
      const applications = await clinic.ok<Application[]>('GET', `${P}/forms/applications`);
      return [
        others,
        applications.filter((one) => one.patientId === other || one.formTemplateId === formId('GAD-7')),
      ];
    };
    const before = await read();
    await tell('worsening', 20);
    expect(await read()).toEqual(before);
  });

  it('takes the place of what the patient answered in its weeks, and keeps what was before', async () => {
    const { clinic, P, patientId, tell, scores } = await clinicOfOne();
    await tell('worsening', 20);
    const first = await clinic.ok<ScoreGraph>(
      'GET',
      `${P}/patients/${patientId}/forms/${formId('PHQ-9')}/score-graph`,
    );
    const before = (first.series[0]?.points ?? []).filter(
      ({ completedFillAt: at }) => Date.parse(at) < Date.parse(NOW) - 9 * WEEK_MS,
    );
    await tell('improving', 8);
    const all = await scores();
    expect(before.length).toBeGreaterThan(5);
    expect(all.slice(0, before.length)).toEqual(before.map(({ score }) => score));
    expect(all.length).toBeLessThanOrEqual(before.length + 9);
    const active = await clinic.ok<Application[]>('GET', `${P}/forms/applications`);
    expect(active.filter(({ status }) => status === 'IN_PROGRESS')).toHaveLength(1);
  });

  it.each([
    ['improving', (first: number, last: number) => first > last],
    ['worsening', (first: number, last: number) => first < last],
    ['relapsing', (first: number, last: number, best: number) => best < first && best < last],
  ])('that is %s has such a course', async (course, isSo) => {
    const { tell, scores } = await clinicOfOne();
    await tell(course, 12);
    const points = await scores();
    expect(isSo(points[0] ?? 0, points.at(-1) ?? 0, Math.min(...points))).toBe(true);
  });

  it('worsens downwards on a scale where more is better', async () => {
    const { tell, scores } = await clinicOfOne();
    await tell('worsening', 12, 'WHO-5');
    const points = await scores('WHO-5');
    expect(points[0]).toBeGreaterThan(points.at(-1) ?? 0);
  });

  it('of a risk item ends with a high risk under a minimal total, and says so', async () => {
    const { clinic, P, patientId, tell, scores } = await clinicOfOne();
    const told = await open(clinic, (await tell('risk', 6)).headers.get('Location') ?? '');
    // Kroenke, Spitzer, Williams 2001: 0 to 4 is minimal.
    expect(Math.max(...(await scores()))).toBeLessThan(10);
    expect((await scores()).at(-1)).toBeLessThanOrEqual(4);
    expect(told.text).toContain('(Minimal)');
    expect(told.text).toContain('1 risk flag in the latest answers');
    const answered = await clinic.ok<Submission[]>(
      'GET',
      `${P}/patients/${patientId}/forms/submissions?status=ANSWERED&limit=1`,
    );
    expect(answered[0]?.hasHighRisk).toBe(true);
  });

  it('is the same every time, whoever reads meanwhile', async () => {
    const [first, second] = [await clinicOfOne(), await clinicOfOne()];
    await first.tell('relapsing', 10);
    // Whoever reads meanwhile has the service run what is due by its own clock.
    const telling = second.tell('relapsing', 10);
    let isTold = false;
    void telling.then(() => {
      isTold = true;
    });
    while (!isTold) {
      await second.clinic.ok('GET', `${second.P}/forms/applications`);
      await turn();
    }
    expect(await second.scores()).toEqual(await first.scores());
  });

  it('is not concerned by faults, and leaves the request log alone', async () => {
    const { clinic, tell, scores } = await clinicOfOne();
    const before = await json<unknown[]>(clinic, '/sandbox/requests');
    await send(clinic, '/sandbox/pages/faults', { kind: 'status-500' });
    await tell('improving', 3);
    expect(await json<unknown[]>(clinic, '/sandbox/requests')).toHaveLength(before.length);
    await send(clinic, '/sandbox/pages/faults/off', { off: 'all' });
    expect((await scores()).length).toBeGreaterThan(1);
  });

  it('leaves the server to others, lets nobody move the clock meanwhile, and says why it stopped', async () => {
    const { clinic, P, patientId, tell, scores } = await clinicOfOne();
    const begun = tell('improving', 52);
    const list = `${P}/patients/${patientId}/forms/applications`;
    let applications: readonly Application[] = [];
    while (applications.length === 0) {
      await turn();
      applications = await clinic.ok<Application[]>('GET', list);
    }
    expect((await send(clinic, '/sandbox/pages/clock', { advance: 'P7D' })).status).toBe(409);
    expect((await tell('improving', 2)).status).toBe(409);
    await clinic.ok('POST', `${P}/patients/${patientId}/forms/${formId('PHQ-9')}/applications/cancel`);
    const told = await open(clinic, (await begun).headers.get('Location') ?? '');
    const count = (await scores()).length;
    expect(told.text).toContain(`Stopped after ${count} answers`);
    expect(told.text).toContain('422 INVALID_STATE');
    expect((await send(clinic, '/sandbox/pages/clock', { advance: 'P1D' })).status).toBe(303);
  });

  it.each([
    ['improving', 1, 'PHQ-9', 'weeks'],
    ['improving', 53, 'PHQ-9', 'weeks'],
    ['improving', '1e1', 'PHQ-9', 'weeks'],
    ['sideways', 8, 'PHQ-9', 'course'],
    ['risk', 8, 'GAD-7', 'instrument'],
  ])('%s over %s weeks of %s is refused for its %s', async (course, weeks, instrument, name) => {
    const { clinic, tell } = await clinicOfOne();
    const reply = await tell(course, weeks, instrument);
    expect(reply.status).toBe(422);
    expect([...reply.html.matchAll(/id="(\w+)-problem"/g)].map((found) => found[1])).toEqual([name]);
    expect(await json(clinic, '/sandbox/clock')).toEqual({ now: '2026-03-01T09:00:00.000Z' });
  });

  it('is not told of a patient whose relation was ended', async () => {
    const { clinic, P, patientId, tell } = await clinicOfOne();
    await clinic.ok('POST', `${P}/patients/${patientId}/inactivate`);
    expect((await tell('improving', 4)).html).toContain('No patients. Register one');
  });
});
