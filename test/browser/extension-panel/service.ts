import type { ChartSnapshot, CourseSnapshot } from '../../../extension/background/service/chart.ts';
import type { Application, Submission } from '../../../shared/client/contract/index.ts';
import { GAD7, LIBRARY, WHO5 } from '../apply-service.ts';
import { ANA, asListed, BRUNO, type Course, dass21, PHQ9, PROFESSIONAL, phq9, who5 } from '../panel-data.ts';

export const DASS = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f04';

/** A course of another instrument than PHQ-9, with ids of its own. */
export function asForm({ graph, instrument, submissions }: Course, formId: string, base: number): Course {
  const points = (sent: Course['graph']['series'][number]['points']) =>
    sent.map((point) => ({ ...point, submissionId: point.submissionId + base }));
  return {
    graph: {
      ...graph,
      formTemplateId: formId,
      series: graph.series.map((one) => ({ ...one, points: points(one.points) })),
    },
    instrument: { ...instrument, id: formId },
    submissions: submissions.map((one) => ({ ...one, id: one.id + base, formTemplateId: formId })),
  };
}

const readingOf = ({ graph, instrument, submissions }: Course): CourseSnapshot => ({
  formId: graph.formTemplateId,
  graph,
  failure: null,
  instrument,
  submissions,
});

export const application = (formId: string, more: Partial<Application> = {}): Application => ({
  id: 7,
  patientId: ANA,
  authorId: PROFESSIONAL,
  formTemplateId: formId,
  recurrenceCycle: 'WEEKLY',
  status: 'IN_PROGRESS',
  startedAt: '2026-03-03T11:00:00Z',
  nextAnswerAt: '2099-11-24T11:00:00Z',
  urlToAnswer: 'https://answer.example/answer/token-7',
  createdAt: '2026-03-03T11:00:00Z',
  ...more,
});

const late: Submission = {
  id: 50,
  formApplicationId: 7,
  formTemplateId: PHQ9,
  patientId: ANA,
  status: 'LATE',
  startedAt: '2026-08-24T11:00:00Z',
  notifiedAt: '2026-08-24T11:00:00Z',
  deadline: '2026-08-31T11:00:00Z',
};

/** A patient with four instruments: a risk flag and a late request, a course that gets better, subscales, no answer yet. */
export function chart(patientId: string = ANA): ChartSnapshot {
  const options = { patientId };
  const isAna = patientId === ANA;
  const moods = asListed(phq9({ ...options, flagged: isAna ? [5] : [], missed: [35] }));
  const courses = [
    { ...moods, submissions: [...moods.submissions, { ...late, patientId }] },
    asForm(asListed(who5(options)), WHO5, 200),
    asForm(asListed(dass21(options)), DASS, 300),
  ];
  return {
    patient: isAna
      ? { serviceId: ANA, name: 'Ana', surname: 'Lima', birthday: '1990-03-04T00:00:00Z' }
      : { serviceId: BRUNO, name: 'Bruno', surname: 'Reis', birthday: '1984-11-30T00:00:00Z' },
    professionalId: PROFESSIONAL,
    applications: [
      application(PHQ9, { patientId }),
      application(GAD7, {
        id: 9,
        patientId,
        recurrenceCycle: 'NOW',
        formTemplate: {
          templateId: GAD7,
          title: 'Generalized Anxiety Disorder, 7 items',
          shortTitle: 'GAD-7',
        },
      }),
    ],
    courses: courses.map(readingOf),
    unreadable: 0,
    agreed: ['name', 'birthday'],
    at: Date.UTC(2026, 10, 21, 12, 5),
    serviceAt: Date.UTC(2026, 10, 21, 12, 5),
  };
}

export type Handler = (input: Record<string, unknown>, epoch: string | null) => unknown;

/** Answers that hold unless a test has others. */
export function answers(reading: ChartSnapshot = chart()): Record<string, Handler> {
  const made: Application[] = [];
  const all = () => [...reading.applications, ...made];
  return {
    'chart.read': () => reading,
    'item.read': ({ submissionId }) => {
      const course = reading.courses.find(({ submissions }) =>
        submissions.some(({ id }) => id === submissionId),
      );
      const submission = course?.submissions.find(({ id }) => id === submissionId);
      return { submission, instrument: course?.instrument ?? null, unreadable: 0, at: reading.at };
    },
    'analysis.read': () => ({
      hasAnalysis: true,
      isStale: true,
      analysisGeneratedAt: '2026-08-01T12:00:00Z',
    }),
    'apply.patient': () => reading.patient,
    'apply.library': () => ({ items: LIBRARY, unreadable: 0 }),
    'apply.applications': () => ({ items: all(), unreadable: 0 }),
    'apply.applicationsOf': ({ formId }) => ({
      items: all().filter(({ formTemplateId }) => formTemplateId === formId),
      unreadable: 0,
    }),
    'apply.create': ({ formId, input }) => {
      const one = application(String(formId), {
        id: 100 + made.length,
        patientId: reading.patient.serviceId,
        ...(input as Partial<Application>),
        urlToAnswer: 'https://answer.example/answer/token-new',
      });
      made.push(one);
      return one;
    },
    'side.open': () => ({}),
    'context.confirm': () => ({}),
  };
}
