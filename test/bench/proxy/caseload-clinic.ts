/** A clinic as the service would send it, made up row by row, so that no list of it has to be kept. */

export const PATIENTS = 2_000;
export const INSTRUMENTS = 4;
/** Answered submissions of each application. */
export const ANSWERED = 12;
const ITEMS = 9;
export const APPLICATIONS = PATIENTS * INSTRUMENTS;
export const SUBMISSIONS = APPLICATIONS * ANSWERED;

const WEEK_MS = 7 * 86_400_000;
const FIRST_WEEK_MS = Date.parse('2026-08-24T09:00:00Z');
/** The instant at which the submissions of a week are asked for. */
export const weekAt = (week: number): number => FIRST_WEEK_MS + week * WEEK_MS;

/** A number that looks like chance and is the same in every run, since regular lists compress better than real ones. */
function scatter(index: number): number {
  const mixed = Math.imul(index ^ (index >>> 15), 0x2c1b3c6d);
  return (Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)) >>> 0;
}
const hex = (index: number): string => scatter(index).toString(16).padStart(8, '0');

const uuid = (kind: string, index: number): string =>
  `${hex(index)}-0000-4000-8${kind}00-${hex(index + 1)}${String(index).padStart(4, '0')}`;
const iso = (at: number): string => new Date(at).toISOString();
const template = (instrument: number) => ({
  templateId: uuid('c', instrument),
  title: `Questionnaire of the clinic, number ${instrument}`,
  shortTitle: `Q-${instrument}`,
});

export const patientText = (index: number): string =>
  JSON.stringify({
    serviceId: uuid('a', index),
    name: `Given${index}`,
    surname: `Family${(index * 7_919) % PATIENTS}`,
    email: `patient${index}@mail.example`,
    cellphone: `+55 11 9${String(index).padStart(8, '0')}`,
    birthday: '1990-01-02T00:00:00Z',
    relationStatus: 'ACTIVE',
    status: 'ACTIVE',
  });

export const applicationText = (index: number): string => {
  const [patient, instrument] = [Math.floor(index / INSTRUMENTS), index % INSTRUMENTS];
  const last = (ANSWERED - 1) * APPLICATIONS + index;
  return JSON.stringify({
    id: index + 1,
    patientId: uuid('a', patient),
    authorId: uuid('b', 1),
    formTemplateId: template(instrument).templateId,
    formTemplate: template(instrument),
    recurrenceCycle: 'WEEKLY',
    status: 'IN_PROGRESS',
    startedAt: iso(weekAt(0)),
    nextAnswerAt: iso(weekAt(ANSWERED)),
    answerToken: 'x'.repeat(32),
    urlToAnswer: `https://answer.example/${'x'.repeat(32)}`,
    lastSubmission: {
      id: last + 1,
      score: scatter(last) % 28,
      completedFillAt: iso(weekAt(ANSWERED - 1) + (scatter(last) % 86_400) * 1_000),
    },
    totalSubmissions: ANSWERED,
    createdAt: iso(weekAt(0)),
  });
};

const options = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'].map(
  (value, at) => ({
    id: at + 1,
    value,
    weight: at,
    isOther: false,
    position: at + 1,
  }),
);
const answersText = (isFlagged: boolean): string =>
  JSON.stringify(
    Array.from({ length: ITEMS }, (_, at) => ({
      id: at + 1,
      questionId: 100 + at,
      question: {
        title: `How often were you bothered by what item ${at + 1} describes, over the last two weeks?`,
        questionType: 'MULTIPLE_CHOICE',
        position: at + 1,
        questionOptions: options,
      },
      value: 'Several days',
      weight: 1,
      riskFlag:
        isFlagged && at === ITEMS - 1
          ? { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' }
          : { flagType: 'NONE', severity: null },
    })),
  );
const ANSWERS = { plain: answersText(false), flagged: answersText(true) };
const CLASSES = ['Minimal', 'Mild', 'Moderate', 'Severe'];

/** Submissions lie in the order of their weeks; one application in 40 has flags, in every third answer. */
export const submissionText = (index: number): string => {
  const [week, application] = [Math.floor(index / APPLICATIONS), index % APPLICATIONS];
  const [patient, instrument] = [Math.floor(application / INSTRUMENTS), application % INSTRUMENTS];
  const score = scatter(index) % 28;
  const isFlagged = scatter(application) % 40 === 0 && scatter(index) % 3 === 0;
  const row = JSON.stringify({
    id: index + 1,
    formApplicationId: application + 1,
    patientId: uuid('a', patient),
    formTemplateId: template(instrument).templateId,
    formTemplate: template(instrument),
    status: 'ANSWERED',
    fillType: 'DEFAULT',
    startedAt: iso(weekAt(week)),
    deadline: iso(weekAt(week) + 2 * 86_400_000),
    completedFillAt: iso(weekAt(week) + (scatter(index) % 86_400) * 1_000),
    score,
    globalClassification: { title: CLASSES[score >> 3], color: '#ef6c00', minScore: 0, maxScore: 27 },
    hasHighRisk: isFlagged,
    riskFlagCount: isFlagged ? 1 : 0,
  });
  return `${row.slice(0, -1)},"answers":${isFlagged ? ANSWERS.flagged : ANSWERS.plain}}`;
};
