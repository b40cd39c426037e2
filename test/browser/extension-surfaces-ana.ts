import type { Application, Instrument, Submission } from '../../shared/client/contract/index.ts';
import type { Surface } from './extension-surfaces-fixture.ts';
import { answered, course } from './item-fixture.ts';
import { ANA, PHQ9, PROFESSIONAL } from './panel-data.ts';

export const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
export const AT = Date.UTC(2026, 7, 11, 12);
/** The record that the service has of Ana. */
export const PATIENT = {
  serviceId: ANA,
  name: 'Ana',
  surname: 'Lima',
  birthday: '1990-03-04T00:00:00Z',
  email: 'ana.lima@mail.example',
  cellphone: '+55 11 98765-4321',
  relationStatus: 'ACTIVE',
};
const { graph, instrument, submissions } = course();
const named = {
  formTemplate: { templateId: PHQ9, title: 'Patient Health Questionnaire-9', shortTitle: 'PHQ-9' },
};
const APPLICATION: Application = {
  id: 7,
  patientId: ANA,
  authorId: PROFESSIONAL,
  formTemplateId: PHQ9,
  ...named,
  recurrenceCycle: 'BIWEEKLY',
  status: 'IN_PROGRESS',
  startedAt: '2026-06-01T12:00:00Z',
  nextAnswerAt: '2026-08-24T12:00:00Z',
};
export const SUBMISSIONS: Submission[] = submissions.map((one) => ({ ...one, ...named }));
export const LIBRARY: Instrument[] = [
  {
    ...instrument,
    description: 'Nine items on depression.',
    tags: [{ id: 1, name: 'Depression' }],
    scoreRanges: [
      { title: 'Minimal', minScore: 0, maxScore: 4 },
      { title: 'Mild', minScore: 5, maxScore: 9 },
    ],
  },
  {
    id: GAD7,
    title: 'Generalised Anxiety Disorder-7',
    shortTitle: 'GAD-7',
    tags: [{ id: 2, name: 'Anxiety' }],
  },
];

/** Everything that the service has of Ana. */
export function answerAna({ answers }: Surface): void {
  answers['apply.patient'] = PATIENT;
  answers['chart.read'] = {
    patient: PATIENT,
    professionalId: PROFESSIONAL,
    applications: [APPLICATION],
    courses: [{ formId: PHQ9, graph, failure: null, instrument, submissions: SUBMISSIONS }],
    unreadable: 0,
    agreed: ['name', 'birthday'],
    at: AT,
    serviceAt: AT,
  };
  answers['history.read'] = {
    applications: [APPLICATION],
    submissions: SUBMISSIONS,
    lostRows: [],
    lostApplications: 0,
    unreadable: 0,
    at: AT,
    serviceAt: AT,
  };
  answers['item.read'] = { submission: answered(6), instrument, unreadable: 0, at: AT };
  answers['library.read'] = { items: LIBRARY, unreadable: 0, at: AT };
  answers['apply.library'] = { items: LIBRARY, unreadable: 0 };
  answers['apply.applications'] = { items: [APPLICATION], unreadable: 0 };
  answers['apply.applicationsOf'] = { items: [], unreadable: 0 };
  answers['analysis.read'] = {
    hasAnalysis: true,
    isStale: true,
    analysisGeneratedAt: '2026-08-01T12:00:00Z',
  };
  answers['notifications.read'] = {
    items: [
      {
        id: 1,
        patientId: ANA,
        channel: 'EMAIL',
        destinationEmail: 'ana.lima@mail.example',
        context: 'REQUEST_TO_ANSWER',
        status: 'SENT',
        sentAt: '2026-08-10T08:00:00Z',
      },
    ],
    unreadable: 0,
    at: AT,
  };
}
