import { describe, expect, it } from 'vitest';
import type { Application, Submission } from '../../shared/client/contract/resources/submission.ts';
import type { ChartSnapshot, CourseSnapshot } from '../background/service/chart.ts';
import { findDue, findSuggestions, isOfOnePatient, toPanelCourses } from './course.ts';

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

  it('where the graph could not be read, a risk flag of the answers is still known', () => {
    const flagged = submission({ riskFlagCount: 1 });
    const [one] = toPanelCourses(
      reading({ courses: [course({ graph: null, failure: '503', submissions: [flagged] })] }),
      NOW,
    );
    expect(one?.risk).toMatchObject({ kind: 'flagged', submissionId: 1 });
    expect(one?.failure).toBe('503');
  });

  it('the last point is not the latest answer where one that could not be read may be newer', () => {
    const latestIn = (lost: readonly Record<string, unknown>[]) =>
      toPanelCourses(reading({ courses: [course({ lost })] }), NOW)[0]?.view?.isLatestKnown;
    expect(latestIn([])).toBe(true);
    expect(latestIn([{ completedFillAt: '2026-11-19T12:00:00Z' }])).toBe(false);
    expect(latestIn([{ completedFillAt: '2026-10-19T12:00:00Z' }])).toBe(true);
  });

  it('a flag of a submission that could not be read is known', () => {
    const lost = [{ completedFillAt: '2026-11-19T12:00:00Z', hasHighRisk: true }];
    for (const graph of [course().graph, null])
      expect(toPanelCourses(reading({ courses: [course({ graph, lost })] }), NOW)[0]?.risk.kind).toBe(
        'flagged',
      );
  });

  it('counts what is late and what waits, and not what goes out later', () => {
    const [one] = toPanelCourses(
      reading({
        applications: [application({ nextAnswerAt: '2026-11-24T11:00:00Z' })],
        courses: [
          course({
            submissions: [
              submission(),
              submission({ id: 2, status: 'LATE' }),
              submission({ id: 3, status: 'OPENED' }),
              submission({ id: 4, status: 'CREATED', startedAt: '2026-11-24T11:00:00Z' }),
              submission({ id: 5, status: 'CANCELED_LATE' }),
            ],
          }),
        ],
      }),
      NOW,
    );
    expect(one && findDue(one, NOW)).toEqual({ late: 1, waiting: 1, next: Date.UTC(2026, 10, 24, 11) });
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
