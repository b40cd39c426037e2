import { describe, expect, it } from 'vitest';
import type { Application, Submission } from '../../shared/client/contract/resources/submission.ts';
import type { ChartSnapshot, CourseSnapshot } from '../background/service/chart.ts';
import { findSuggestions, isOfOnePatient, toChartOverview, toPanelCourses } from './course.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const BRUNO = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a02';
const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
const NOW = Date.UTC(2026, 10, 21, 12);

const submission = (more: Partial<Submission> = {}): Submission => ({
  id: 1,
  formTemplateId: PHQ9,
  patientId: ANA,
  status: 'ANSWERED',
  completedFillAt: '2026-11-01T12:00:00Z',
  startedAt: '2026-11-01T08:00:00Z',
  ...more,
});
const application = (more: Partial<Application> = {}): Application => ({
  id: 1,
  patientId: ANA,
  formTemplateId: PHQ9,
  recurrenceCycle: 'WEEKLY',
  status: 'IN_PROGRESS',
  ...more,
});
const course = (more: Partial<CourseSnapshot> = {}): CourseSnapshot => ({
  formId: PHQ9,
  graph: {
    formTemplateId: PHQ9,
    patientId: ANA,
    series: [
      {
        seriesId: 'GLOBAL',
        points: [{ submissionId: 1, completedFillAt: '2026-11-01T12:00:00Z', score: 9 }],
      },
    ],
  },
  failure: null,
  instrument: { id: PHQ9, title: 'Patient Health Questionnaire-9', shortTitle: 'PHQ-9' },
  submissions: [submission()],
  ...more,
});
const reading = (more: Partial<ChartSnapshot> = {}): ChartSnapshot => ({
  patient: { serviceId: ANA.toUpperCase(), name: 'Ana' },
  professionalId: BRUNO,
  applications: [],
  courses: [course()],
  unreadable: 0,
  agreed: ['name'],
  at: NOW,
  serviceAt: NOW,
  ...more,
});

const overviewOf = (one: ChartSnapshot) => toChartOverview(one, toPanelCourses(one, NOW), NOW);
const rowsOf = (one: ChartSnapshot) => overviewOf(one).rows;

describe('a reading is of one patient', () => {
  it('whose id may be written in capitals', () => {
    expect(isOfOnePatient(reading())).toBe(true);
  });

  it.each([
    ['an application', reading({ applications: [application({ patientId: BRUNO })] })],
    ['a submission', reading({ courses: [course({ submissions: [submission({ patientId: BRUNO })] })] })],
    [
      'a submission of another instrument',
      reading({ courses: [course({ submissions: [submission({ formTemplateId: GAD7 })] })] }),
    ],
    [
      'a graph',
      reading({ courses: [course({ graph: { formTemplateId: PHQ9, patientId: BRUNO, series: [] } })] }),
    ],
    [
      'a graph of another instrument',
      reading({ courses: [course({ graph: { formTemplateId: GAD7, patientId: ANA, series: [] } })] }),
    ],
  ])('and not where %s is of somebody else', (_, mixed) => {
    expect(isOfOnePatient(mixed)).toBe(false);
  });
});

describe('courses', () => {
  it('what was applied and never answered is a course too, after those with answers', () => {
    const made = toPanelCourses(
      reading({
        applications: [
          application({
            formTemplateId: GAD7,
            formTemplate: { templateId: GAD7, title: 'Generalized Anxiety Disorder', shortTitle: 'GAD-7' },
          }),
        ],
      }),
      NOW,
    );
    expect(made.map(({ name, isAnswered }) => [name, isAnswered])).toEqual([
      ['PHQ-9', true],
      ['GAD-7', false],
    ]);
  });

  it('where the graph could not be read, score and risk flag of the answers are still known', () => {
    const flagged = submission({ score: 9, riskFlagCount: 1 });
    const failed = reading({ courses: [course({ graph: null, failure: '503', submissions: [flagged] })] });
    expect(toPanelCourses(failed, NOW)[0]?.failure).toBe('503');
    const [row] = rowsOf(failed);
    expect(row?.view.risk).toMatchObject({ kind: 'flagged', submissionId: 1, isCurrent: true });
    expect(row?.view.points.map(({ score }) => score)).toEqual([9]);
  });

  it('the last point is not the latest answer where one that could not be read may be newer', () => {
    const latestIn = (lost: readonly Record<string, unknown>[]) =>
      toPanelCourses(reading({ courses: [course({ lost })] }), NOW)[0]?.view?.isLatestKnown;
    expect(latestIn([])).toBe(true);
    expect(latestIn([{ completedFillAt: '2026-11-19T12:00:00Z' }])).toBe(false);
    expect(latestIn([{ completedFillAt: '2026-10-19T12:00:00Z' }])).toBe(true);
  });

  it('an answer that the graph does not have is counted once', () => {
    const graph = { formTemplateId: PHQ9, patientId: ANA, series: [] };
    const [row] = rowsOf(
      reading({ courses: [course({ graph, submissions: [submission(), submission({ id: 2 })] })] }),
    );
    expect(row?.view.unread.at).toHaveLength(2);
    expect(row?.view.unscored).toBe(0);
  });

  it('has its name from whichever row still has one', () => {
    const named = { templateId: PHQ9, title: '', shortTitle: 'PHQ-9' };
    const submissions = [
      submission({ id: 2, formTemplate: { templateId: PHQ9 } }),
      submission({ formTemplate: named }),
    ];
    const read = reading({ courses: [course({ instrument: null, submissions })] });
    expect(toPanelCourses(read, NOW)[0]?.name).toBe('PHQ-9');
    expect(rowsOf(read)[0]?.title).toBe('PHQ-9');
  });

  it('a flag of a submission that could not be read is known', () => {
    const lost = [{ formTemplateId: PHQ9, patientId: ANA, completedFillAt: '2026-11-19', hasHighRisk: true }];
    const [row] = rowsOf(reading({ lost }));
    expect(row?.view.risk.kind).toBe('flagged');
    expect(row?.view.isLatestKnown).toBe(false);
  });

  it('an answer that only the graph has is in the row too, and its risk is not known', () => {
    const point = { submissionId: 2, completedFillAt: '2026-11-08T12:00:00Z', score: 12 };
    const { graph } = course();
    const series = graph?.series.map((one) => ({ ...one, points: [...one.points, point] })) ?? [];
    const clear = submission({ score: 9, riskFlagCount: 0 });
    const read = course({
      graph: { formTemplateId: PHQ9, patientId: ANA, series },
      submissions: [clear],
    });
    const [row] = rowsOf(reading({ courses: [read] }));
    expect(row?.view.points.map(({ score }) => score)).toEqual([9, 12]);
    expect(row?.view.risk).toEqual({ kind: 'unavailable' });
  });

  it('a score of which graph and list say two things is in no row', () => {
    const read = course({ submissions: [submission({ score: 10 })] });
    const [row] = rowsOf(reading({ courses: [read] }));
    expect(row?.view.points).toEqual([]);
    expect(row?.view.isLatestKnown).toBe(false);
  });

  it('scores of subscales are those of the latest answer, or none', () => {
    const point = (submissionId: number, day: string) => ({
      submissionId,
      completedFillAt: `2026-${day}T12:00:00Z`,
      score: 9,
    });
    const answer = (id: number, day: string) =>
      submission({
        id,
        completedFillAt: `2026-${day}T12:00:00Z`,
        subscaleScores: [{ id: 1, name: 'Depression', score: 9 }],
      });
    const points = [point(1, '10-29'), point(2, '11-12')];
    const series = [{ seriesId: '1', seriesType: 'SUBSCALE', name: 'Depression', points }];
    const graph = { formTemplateId: PHQ9, patientId: ANA, series };
    const rowWith = (submissions: readonly Submission[]) =>
      rowsOf(reading({ courses: [course({ graph, submissions: [...submissions] })] }))[0];
    expect(rowWith([answer(1, '10-29'), answer(2, '11-12')])?.subscales).toEqual([
      { name: 'Depression', score: 9 },
    ]);
    const scored = rowWith([{ ...answer(1, '10-29'), score: 7 }, answer(2, '11-12')]);
    expect([scored?.view.points, scored?.band], 'a score of the whole that the graph does not have').toEqual([
      [],
      null,
    ]);
    const behind = rowWith([answer(1, '10-29')]);
    expect(behind?.answeredAt).toBe(Date.UTC(2026, 10, 12, 12));
    expect(behind?.subscales, 'of an older answer').toEqual([]);
  });

  it('an instrument of which every answer is lost has a row, and one that is not known is counted', () => {
    const lost = [
      { patientId: ANA, formTemplateId: GAD7, status: 'ANSWERED' },
      { patientId: ANA, id: 9 },
    ];
    const { rows, unlisted } = overviewOf(reading({ lost }));
    expect(rows.map(({ formId }) => formId).toSorted()).toEqual([PHQ9, GAD7]);
    expect(rows.some(({ view }) => view.isLatestKnown)).toBe(false);
    expect(unlisted).toBe(1);
  });
});

describe('suggestions', () => {
  const choice = (id: string, name: string) => ({ id, name, title: name, tags: [], description: '' });
  const library = [choice(PHQ9, 'PHQ-9'), choice(GAD7, 'GAD-7'), choice(BRUNO, 'WHO-5')];

  it('are what the patient answered before, then what was applied lately, each once and none that is in use', () => {
    const answered = [
      { formId: PHQ9, isAnswered: true },
      { formId: GAD7, isAnswered: false },
    ];
    expect(findSuggestions({ library, inUse: new Set() }, answered, [GAD7, PHQ9])).toEqual([
      { id: PHQ9, name: 'PHQ-9', from: 'patient' },
      { id: GAD7, name: 'GAD-7', from: 'browser' },
    ]);
    expect(findSuggestions({ library, inUse: new Set([PHQ9, GAD7]) }, answered, [GAD7, PHQ9])).toEqual([]);
  });

  it('are none that the library does not have', () => {
    expect(findSuggestions({ library: [], inUse: new Set() }, [], [GAD7])).toEqual([]);
  });
});
