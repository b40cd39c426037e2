import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Application,
  isActiveApplication,
  type Patient,
  type Submission,
} from '../../shared/client/contract/index.ts';
import { isNearlySame } from '../ehr/roster.ts';
import { createSandbox, type Sandbox } from '../index.ts';
import { gad7 } from '../library/instruments/gad-7.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { checkAnswers } from '../library/score.ts';
import { createClinicPatients } from './clinic-roster.ts';
import { readClinic, type SeededClinic } from './reading.fixture.ts';

/** A Monday at noon in the clinic. */
const NOW = '2026-11-23T15:00:00.000Z';

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const covariance = (a: readonly number[], b: readonly number[]): number => {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((one, at) => (one - meanA) * ((b[at] ?? 0) - meanB)));
};
const correlation = (a: readonly number[], b: readonly number[]): number =>
  covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));

const local = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  weekday: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
});
function clockOf(at: string): { readonly hour: number; readonly weekday: string } {
  const parts = new Map(local.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return { hour: Number(parts.get('hour')), weekday: parts.get('weekday') ?? '' };
}
const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date(at));

/** The weights of an instrument's answers, one row for each answer of anybody. */
function itemScores(instrument: typeof phq9, now = NOW): readonly (readonly number[])[] {
  const courses = createClinicPatients(1, Date.parse(now)).flatMap((patient) => patient.courses);
  return courses
    .filter((course) => course.instrument === instrument)
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.kind === 'answer' ? [checkAnswers(instrument, event.answers).answers] : []))
    .map((answers) => answers.map(({ option }) => option.weight));
}

interface Course {
  readonly application: Application;
  /** Oldest first. */
  readonly requests: readonly Submission[];
  readonly answers: readonly Submission[];
}

function coursesOf({ applications, submissions }: SeededClinic, patient?: Patient): readonly Course[] {
  return applications
    .filter(({ patientId }) => patient === undefined || patientId === patient.serviceId)
    .map((application) => {
      const requests = submissions
        .filter(({ formApplicationId }) => formApplicationId === application.id)
        .toSorted((a, b) => Date.parse(a.startedAt ?? '') - Date.parse(b.startedAt ?? ''));
      return { application, requests, answers: requests.filter(({ completedFillAt }) => completedFillAt) };
    });
}

const flagsOf = ({ answers }: Course): readonly number[] =>
  answers.map(({ riskFlagCount }) => riskFlagCount ?? 0);
const scoresOf = ({ answers }: Course): readonly number[] => answers.flatMap(({ score }) => score ?? []);

describe('the clinic of the demonstration', () => {
  let sandbox: Sandbox;
  let clinic: SeededClinic;
  let courses: readonly Course[];

  beforeAll(async () => {
    sandbox = await createSandbox({ seed: 1, roster: 'clinic', now: NOW });
    clinic = await readClinic(sandbox);
    courses = coursesOf(clinic);
  });
  afterAll(() => sandbox.close());

  const of = (shortTitle: string) =>
    courses.filter(({ application }) => application.formTemplate?.shortTitle === shortTitle);
  const some = (test: (course: Course) => boolean) => courses.filter(test).length;

  it('has 40 patients of one professional and a few of another', () => {
    const counts = clinic.professionals.map(({ serviceId }) => {
      const own = clinic.applications.filter(({ authorId }) => authorId === serviceId);
      return new Set(own.map(({ patientId }) => patientId)).size;
    });
    expect(clinic.patients).toHaveLength(46);
    expect(counts).toEqual([39, 5]);
  });

  it('asks most of its patients for several instruments', () => {
    const several = clinic.patients.filter((patient) => coursesOf(clinic, patient).length > 1);
    expect(several.length).toBeGreaterThan(clinic.patients.length * 0.7);
    expect(courses.reduce((sum, { answers }) => sum + answers.length, 0)).toBeGreaterThan(600);
  });

  it('has no two patients who could be taken for each other, and no name, address or number of a test', () => {
    const names = clinic.patients.map(({ name, surname }) => `${name} ${surname}`);
    for (const [index, name] of names.entries()) {
      expect(name).toMatch(/^[\p{L} ]+$/u);
      for (const other of names.slice(0, index))
        expect(isNearlySame(name, other), `${name}, ${other}`).toBe(false);
    }
    for (const key of ['email', 'cellphone', 'birthday'] as const)
      expect(new Set(clinic.patients.map((patient) => patient[key])).size).toBe(clinic.patients.length);
    for (const { email, cellphone } of clinic.patients) {
      expect(email).toMatch(/^[a-z.]+(?:\d\d)?@[a-z]+\.example$/);
      expect(cellphone).toMatch(/^\+551[1-9]9\d{8}$/);
    }
    const series = courses.map((course) => scoresOf(course)).filter(({ length }) => length > 3);
    expect(new Set(series.map(String)).size).toBe(series.length);
  });

  it.each([
    ['PHQ-9', phq9, 8],
    ['GAD-7', gad7, 7],
  ])('answers the items of the %s together, as people do', (_, instrument, items) => {
    const rows = itemScores(instrument);
    const columns = Array.from({ length: items }, (__, item) => rows.map((row) => row[item] ?? 0));
    const pairs = columns.flatMap((one, at) => columns.slice(at + 1).map((other) => correlation(one, other)));
    expect(mean(pairs)).toBeGreaterThan(0.45);
    expect(Math.min(...pairs)).toBeGreaterThan(0.25);
    // Cronbach's alpha: 0.86 to 0.89 of the PHQ-9 (Kroenke 2001), 0.92 of the GAD-7 (Spitzer 2006).
    const totals = rows.map((row) => row.slice(0, items).reduce((sum, one) => sum + one, 0));
    const own = columns.reduce((sum, column) => sum + covariance(column, column), 0);
    const alpha = (items / (items - 1)) * (1 - own / covariance(totals, totals));
    expect(alpha).toBeGreaterThan(0.85);
    expect(alpha).toBeLessThan(0.97);
    // Nobody ticks one column only, again and again.
    const straight = rows.filter((row) => new Set(row.slice(0, items)).size === 1 && row[0] !== 0);
    expect(straight.length).toBeLessThan(rows.length * 0.1);
  });

  it('changes little from one answer to the next, and much over a treatment', () => {
    const steps = of('PHQ-9').flatMap((course) => {
      const scores = scoresOf(course);
      return scores.slice(1).map((score, at) => Math.abs(score - (scores[at] ?? 0)));
    });
    expect(mean(steps)).toBeLessThan(3);
    const spans = of('PHQ-9')
      .map(scoresOf)
      .filter(({ length }) => length > 9);
    expect(spans.filter((scores) => Math.max(...scores) - Math.min(...scores) >= 10).length).toBeGreaterThan(
      3,
    );
  });

  it('is asked on workdays and answers between 7 and 23 h, less at the weekend', () => {
    const answered = courses.flatMap(({ answers }) =>
      answers.map(({ completedFillAt }) => clockOf(completedFillAt ?? '')),
    );
    for (const { hour } of answered) expect(hour >= 7 && hour < 23, String(hour)).toBe(true);
    expect(new Set(answered.map(({ hour }) => hour)).size).toBeGreaterThan(8);
    const isWeekend = ({ weekday }: { readonly weekday: string }) => weekday === 'Sat' || weekday === 'Sun';
    const share = answered.filter(isWeekend).length / answered.length;
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(2 / 7);
    for (const { createdAt } of clinic.applications) {
      const { hour, weekday } = clockOf(createdAt ?? '');
      expect(isWeekend({ weekday }) || hour < 7 || hour >= 18, `${weekday} ${hour}`).toBe(false);
    }
  });

  it('has patients who improve, relapse, worsen and stay as they are', () => {
    const ends = (course: Course) => {
      const scores = scoresOf(course);
      return { first: mean(scores.slice(0, 3)), last: mean(scores.slice(-2)), least: Math.min(...scores) };
    };
    const long = of('PHQ-9')
      .filter(({ answers }) => answers.length > 7)
      .map(ends);
    expect(long.filter(({ first, last }) => first - last > 6).length).toBeGreaterThan(2);
    expect(long.filter(({ first, last }) => last - first > 6).length).toBeGreaterThan(1);
    expect(
      long.filter(({ first, last, least }) => first - least > 6 && last - least > 6).length,
    ).toBeGreaterThan(1);
    expect(long.filter(({ first, last }) => first > 10 && Math.abs(first - last) < 4).length).toBeGreaterThan(
      2,
    );
  });

  it('has flags in the latest answer, one under a low total, one of high severity', () => {
    const latest = courses
      .filter((course) => (flagsOf(course).at(-1) ?? 0) > 0)
      .map(({ answers }) => answers.at(-1));
    expect(latest.length).toBeGreaterThan(2);
    expect(latest.length).toBeLessThan(8);
    expect(latest.some((answer) => (answer?.score ?? 99) < 10)).toBe(true);
    expect(latest.some((answer) => answer?.hasHighRisk)).toBe(true);
  });

  it('has flags that later answers did not repeat', () => {
    expect(some((course) => flagsOf(course).some(Boolean) && flagsOf(course).at(-1) === 0)).toBeGreaterThan(
      3,
    );
  });

  it('has flags in one instrument, and a later answer to another one without', () => {
    const found = clinic.patients.filter((patient) => {
      const own = coursesOf(clinic, patient);
      const flagged = own.find((course) => (flagsOf(course).at(-1) ?? 0) > 0);
      const at = (course: Course | undefined) =>
        Date.parse(course?.answers.at(-1)?.completedFillAt ?? '') || 0;
      return flagged && own.some((course) => course !== flagged && at(course) > at(flagged));
    });
    expect(found.length).toBeGreaterThan(0);
  });

  it('has requests that are late, missed in a row, due today, planned, finished, and given up', () => {
    const last = ({ requests }: Course) => requests.at(-1)?.status;
    expect(some((course) => last(course) === 'LATE')).toBeGreaterThan(2);
    const statuses = courses.map(({ requests }) => requests.map(({ status }) => status).join(' '));
    expect(statuses.some((text) => text.includes('CANCELED_LATE CANCELED_LATE LATE'))).toBe(true);
    const today = dayOf(NOW);
    const dueToday = some(({ application, requests }) => {
      const waits = requests.some(
        ({ status, startedAt }) =>
          /^(IN_PROGRESS|OPENED)$/.test(status ?? '') && dayOf(startedAt ?? '') === today,
      );
      return waits || (application.nextAnswerAt != null && dayOf(application.nextAnswerAt) === today);
    });
    expect(dueToday).toBeGreaterThan(3);
    expect(new Set(clinic.applications.map(({ status }) => status))).toEqual(
      new Set(['CREATED', 'IN_PROGRESS', 'FINISHED', 'CANCELED_IDLE']),
    );
  });

  it('has new patients: nothing asked for, and nothing answered yet', () => {
    const own = clinic.patients.map((patient) => coursesOf(clinic, patient));
    expect(own.filter(({ length }) => length === 0).length).toBeGreaterThan(0);
    const waiting = own.filter((all) => all.length > 0 && all.every(({ answers }) => answers.length === 0));
    expect(waiting.length).toBeGreaterThan(0);
    expect(
      own.some((all) => all.length > 0 && !all.some(({ application }) => isActiveApplication(application))),
    ).toBe(true);
  });

  it('has answers of this week and none after now', () => {
    const instants = courses.flatMap(({ answers }) =>
      answers.map(({ completedFillAt }) => completedFillAt ?? ''),
    );
    expect(instants.every((at) => at < NOW)).toBe(true);
    expect(instants.filter((at) => Date.parse(NOW) - Date.parse(at) < 7 * 86_400_000).length).toBeGreaterThan(
      15,
    );
  });
});

describe('the clinic of the demonstration, at any time', () => {
  it.each([
    [2, '2026-11-21T02:30:00.000Z', 'a Friday night'],
    [3, '2028-02-29T09:10:00.000Z', 'a leap day before anybody is up'],
    [4, '2027-01-31T23:59:59.000Z', 'the last evening of a month, a Sunday'],
  ])('number %i is filled at %s, %s, with its situations', async (seed, now) => {
    const sandbox = await createSandbox({ seed, roster: 'clinic', now });
    const clinic = await readClinic(sandbox);
    const courses = coursesOf(clinic);
    await sandbox.close();
    for (const { answers } of courses)
      for (const { completedFillAt } of answers) {
        const { hour } = clockOf(completedFillAt ?? '');
        expect(hour >= 7 && hour < 23 && (completedFillAt ?? '') < now, completedFillAt ?? '').toBe(true);
      }
    expect(courses.filter((course) => (flagsOf(course).at(-1) ?? 0) > 0)).toHaveLength(4);
    expect(courses.filter(({ requests }) => requests.at(-1)?.status === 'LATE').length).toBeGreaterThan(2);
    const today = dayOf(now);
    const due = courses.filter(
      ({ application, requests }) =>
        dayOf(requests.at(-1)?.startedAt ?? now) === today ||
        dayOf(application.nextAnswerAt ?? '1970-01-01') === today,
    );
    expect(due.length).toBeGreaterThan(3);
  });
});
