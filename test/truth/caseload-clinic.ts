import { NOW_MS } from './evidence.ts';

/** The service's answers that a list of all patients is made of, each row apart: a row can be sent in another's place. */
export const LISTS = ['patients', 'applications', 'submissions', 'submission'] as const;
export type ListName = (typeof LISTS)[number];

/** A row as the service sends it, and the instant by which it chooses the rows of a period. */
export interface Sent {
  readonly row: unknown;
  readonly at: number;
  /** Of `submission`: the id under which it is found. */
  readonly id: number;
}
export type Lists = Readonly<Record<ListName, readonly Sent[]>>;

const DAY_MS = 86_400_000;
/** Days of answers that the list reads. */
export const WINDOW_DAYS = 24;
/** Until when the list was seen. */
export const SEEN_AT = '2026-11-16T00:00:00.000Z';
/** Noon of the day that lies so many days before the present one. */
const daysAgo = (days: number): string => new Date(NOW_MS - 3 * 3_600_000 - days * DAY_MS).toISOString();

const uuidOf = (kind: string, number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Each instrument with the place of the item that asks about risk, its classes by their lowest score, and its number. */
const INSTRUMENTS = {
  'PHQ-9': {
    title: 'Patient Health Questionnaire',
    item: 9,
    number: 1,
    classes: ['Minimal', 'Mild', 'Moderate', 'Severe'],
  },
  'GAD-7': {
    title: 'Generalized Anxiety Disorder',
    item: 7,
    number: 2,
    classes: ['Low', 'Middle', 'High', 'Extreme'],
  },
} as const;
type Title = keyof typeof INSTRUMENTS;

interface Given {
  readonly form?: Title;
  /** Days ago of the request; an answer comes two hours later. */
  readonly days: number;
  readonly score?: number;
  readonly status?: string;
  /** Severity of the flagged item. */
  readonly flag?: 'LOW' | 'MODERATE' | 'HIGH';
  /** The item that asks about risk was not answered. */
  readonly isSkipped?: boolean;
}
interface GivenPatient {
  readonly name: string;
  readonly surname: string;
  readonly answers: readonly Given[];
  /** State of what is asked by each instrument, and in how many days it asks next. */
  readonly asked: Partial<Record<Title, readonly [status: string, next: number | null]>>;
  /** Where the patient stands, and with what else. */
  readonly groups: readonly string[];
}

const WEEKLY = { 'PHQ-9': ['IN_PROGRESS', 3] } as const;

/** One patient for each thing that a row can say; what a true list makes of them is in `groups`. */
const PEOPLE: readonly GivenPatient[] = [
  {
    name: 'Ana',
    surname: 'Prado',
    answers: [
      { days: 8, score: 12 },
      { days: 4, score: 13, flag: 'HIGH' },
      { days: 3, form: 'GAD-7', score: 6 },
    ],
    asked: { ...WEEKLY, 'GAD-7': ['IN_PROGRESS', 4] },
    groups: ['flag'],
  },
  {
    name: 'Bruno',
    surname: 'Lima',
    answers: [
      { days: 15, score: 14, flag: 'LOW' },
      { days: 8, score: 12 },
    ],
    asked: WEEKLY,
    groups: ['none'],
  },
  {
    name: 'Carla',
    surname: 'Reis',
    answers: [
      { days: 15, score: 14, flag: 'MODERATE' },
      { days: 8, score: 12, isSkipped: true },
    ],
    asked: WEEKLY,
    groups: ['flag'],
  },
  {
    name: 'Davi',
    surname: 'Melo',
    answers: [
      { days: 16, score: 12 },
      { days: 9, score: 8 },
      { days: 9, form: 'GAD-7', score: 8 },
    ],
    asked: { ...WEEKLY, 'GAD-7': ['PAUSED', null] },
    groups: ['changed'],
  },
  {
    name: 'Elena',
    surname: 'Dias',
    answers: [
      { days: 20, score: 3 },
      { days: 13, status: 'CANCELED_LATE' },
      { days: 6, status: 'CANCELED_LATE' },
      { days: 2, status: 'LATE' },
    ],
    asked: WEEKLY,
    groups: ['late'],
  },
  {
    name: 'Fabio',
    surname: 'Nunes',
    answers: [
      { days: 7, score: 2 },
      { days: 0, status: 'IN_PROGRESS' },
    ],
    asked: { 'PHQ-9': ['IN_PROGRESS', 7] },
    groups: ['due'],
  },
  {
    name: 'Gisele',
    surname: 'Alves',
    answers: [{ days: 70, score: 2 }],
    asked: { 'PHQ-9': ['FINISHED', null] },
    groups: ['nothing'],
  },
  {
    name: 'Hugo',
    surname: 'Costa',
    answers: [{ days: 50, score: 17, flag: 'HIGH' }],
    asked: { 'PHQ-9': ['PAUSED', null] },
    groups: ['flag'],
  },
  { name: 'Iris', surname: 'Rocha', answers: [], asked: {}, groups: ['nothing'] },
  { name: 'João', surname: 'Souza', answers: [], asked: { 'GAD-7': ['CREATED', 2] }, groups: ['none'] },
  {
    name: 'Katia',
    surname: 'Pires',
    answers: [
      { days: 8, form: 'GAD-7', score: 11 },
      { days: 1, form: 'GAD-7', score: 5 },
    ],
    asked: { 'GAD-7': ['IN_PROGRESS', 0] },
    groups: ['answered', 'changed', 'due'],
  },
];

const classOf = (form: Title, score: number): object => {
  const at = Math.min(3, Math.floor(score / 5));
  return { title: INSTRUMENTS[form].classes[at], color: '#1e88e5', minScore: at * 5, maxScore: at * 5 + 4 };
};

const referenceOf = (form: Title): object => ({
  templateId: uuidOf('c', INSTRUMENTS[form].number),
  title: INSTRUMENTS[form].title,
  shortTitle: form,
});

function answersOf({ form = 'PHQ-9', flag, isSkipped }: Given, id: number): readonly object[] {
  const { item, number } = INSTRUMENTS[form];
  return (isSkipped ? [1, 2] : [1, 2, item]).map((position) => ({
    id: id * 10 + position,
    formSubmissionId: id,
    questionId: number * 100 + position,
    question: { title: `Question ${position}`, position },
    value: 'Several days',
    weight: 1,
    riskFlag:
      flag && position === item
        ? { flagType: 'SUICIDE_SELF_HARM', severity: flag }
        : { flagType: 'NONE', severity: null },
  }));
}

/** The rows that say one answer, or one request: in the list without answers, by its id with them. */
function submissionOf(given: Given, id: number, patientId: string, formApplicationId: number) {
  const { form = 'PHQ-9', days, status = 'ANSWERED', score = 0, flag } = given;
  const at = daysAgo(days);
  const completed = new Date(Date.parse(at) + 7_200_000).toISOString();
  const isAnswered = status === 'ANSWERED';
  const row = {
    id,
    formApplicationId,
    patientId,
    formTemplateId: uuidOf('c', INSTRUMENTS[form].number),
    formTemplate: referenceOf(form),
    status,
    createdAt: at,
    startedAt: at,
    notifiedAt: at,
    deadline: new Date(Date.parse(at) + DAY_MS).toISOString(),
    completedFillAt: isAnswered ? completed : null,
    score: isAnswered ? score : null,
    globalClassification: isAnswered ? classOf(form, score) : null,
    hasHighRisk: isAnswered ? flag === 'HIGH' : null,
    riskFlagCount: isAnswered ? Number(flag !== undefined) : null,
  };
  return { row, whole: isAnswered ? { ...row, answers: answersOf(given, id) } : row };
}

/** The true answers of the service, and where a true list has each patient. */
export function trueLists(): {
  readonly lists: Lists;
  readonly groups: ReadonlyMap<string, readonly string[]>;
} {
  const lists: Record<ListName, Sent[]> = { patients: [], applications: [], submissions: [], submission: [] };
  const groups = new Map<string, readonly string[]>();
  let id = 5_000;
  PEOPLE.forEach(({ name, surname, answers, asked, groups: of }, index) => {
    const patientId = uuidOf('a', index + 1);
    groups.set(patientId, of);
    lists.patients.push({
      id: 0,
      at: 0,
      row: { serviceId: patientId, name, surname, status: 'ACTIVE', relationStatus: 'LINKED' },
    });
    for (const form of Object.keys(INSTRUMENTS) as Title[]) {
      const plan = asked[form];
      if (!plan) continue;
      const applicationId = 100 + 10 * index + INSTRUMENTS[form].number;
      let lastSubmission: object | null = null;
      for (const given of answers.filter((one) => (one.form ?? 'PHQ-9') === form)) {
        const { row, whole } = submissionOf(given, ++id, patientId, applicationId);
        const at = Date.parse(row.startedAt);
        lists.submissions.push({ id, at, row });
        lists.submission.push({ id, at, row: whole });
        if (row.status === 'ANSWERED')
          lastSubmission = { id, score: row.score, completedFillAt: row.completedFillAt };
      }
      lists.applications.push({
        id: applicationId,
        at: 0,
        row: {
          id: applicationId,
          patientId,
          formTemplateId: uuidOf('c', INSTRUMENTS[form].number),
          formTemplate: referenceOf(form),
          status: plan[0],
          recurrenceCycle: 'WEEKLY',
          startedAt: daysAgo(90),
          nextAnswerAt: plan[1] === null ? null : daysAgo(-plan[1]),
          lastSubmission,
          totalSubmissions: answers.length,
        },
      });
    }
  });
  return { lists, groups };
}
