import * as z from 'zod/mini';
import { closedEnum, DateTime, dateTimeInput, Id, maybe, openEnum, timestamps, Uuid } from '../field.ts';
import { summary } from '../plan.ts';
import {
  APPLICATION_STATUSES,
  RECURRENCE_CYCLES,
  RISK_FLAG_TYPES,
  RISK_SEVERITIES,
  SUBMISSION_STATUSES,
} from '../states.ts';
import { sensitive } from '../visibility.ts';
import { Classification, ClassificationSummary, QuestionSummary } from './instrument.ts';

/** The instrument as it is named inside applications and submissions. */
export const InstrumentReference = z.object({
  /** Id of the instrument. */
  templateId: Uuid,
  /** Full name. */
  title: maybe(z.string()),
  /** Short name, such as an acronym. */
  shortTitle: maybe(z.string()),
});
export type InstrumentReference = z.infer<typeof InstrumentReference>;

/** The application as it is named inside a submission. */
export const ApplicationSummary = z.object({
  /** Id of the application. */
  id: Id,
  /** The patient who is asked. */
  patientId: Uuid,
  /** The professional who applied the instrument. */
  authorId: maybe(Uuid),
  /** The instrument. */
  formTemplateId: Uuid,
  /** How often the patient is asked. */
  recurrenceCycle: maybe(closedEnum(RECURRENCE_CYCLES)),
  /** State of the application. */
  status: maybe(closedEnum(APPLICATION_STATUSES)),
  /** The day on which asking begins. */
  startedAt: maybe(DateTime),
  /** When the patient is asked next. */
  nextAnswerAt: maybe(DateTime),
  /** Whether the patient is asked by e-mail. */
  notifyEmail: maybe(z.boolean()),
  /** Whether the patient is asked by WhatsApp. */
  notifyWhatsApp: maybe(z.boolean()),
  /** Whether the application is open to be answered. */
  openToAnswer: maybe(z.boolean()),
  /** Whether the patient may add a note. */
  allowPatientAnnotation: maybe(z.boolean()),
  /** Whether the name of the instrument is hidden from the patient. */
  hideFormTemplateTitle: maybe(z.boolean()),
  /** Whether the patient is shown a graph of the scores. */
  showFormGraphToPatient: maybe(z.boolean()),
  /** Opens the patient's page: a secret, which the proxy keeps to itself. */
  answerToken: sensitive('secret', maybe(z.string())),
  ...timestamps,
});
export type ApplicationSummary = z.infer<typeof ApplicationSummary>;

/** A risk signal that supports the professional's attention and is not a diagnosis (docs/service.md#answer). */
export const RiskFlag = z.object({
  /** What the signal is about; `NONE` is no signal. */
  flagType: maybe(closedEnum(RISK_FLAG_TYPES)),
  /** How grave it is, by the service. */
  severity: maybe(closedEnum(RISK_SEVERITIES)),
});
export type RiskFlag = z.infer<typeof RiskFlag>;

const FlaggedAnswer = z.object({
  /** The question that was answered. */
  questionId: maybe(Id),
  /** The answer, where it is one. */
  value: maybe(z.string()),
  /** The signal of risk that the answer raised. */
  riskFlag: sensitive('risk', maybe(RiskFlag)),
});

/** One answered question (docs/service.md#answer). */
export const Answer = z.extend(FlaggedAnswer, {
  /** Id of the answer. */
  id: maybe(Id),
  /** The submission that it belongs to. */
  formSubmissionId: maybe(Id),
  /** The question as it was asked. */
  question: maybe(QuestionSummary),
  /** The answers, where several were chosen. */
  values: maybe(z.array(z.string())),
  /** What the patient wrote instead of choosing. */
  customValue: maybe(z.string()),
  /** What the answer adds to the score. */
  weight: maybe(z.number()),
  ...timestamps,
});
export type Answer = z.infer<typeof Answer>;

/** The score of one subscale in a submission. */
export const SubscaleScore = z.object({
  /** Id of the subscale. */
  id: maybe(Id),
  /** Name of the subscale. */
  name: z.string(),
  /** The score. */
  score: maybe(z.number()),
});
export type SubscaleScore = z.infer<typeof SubscaleScore>;

/** Further figures of an instrument, of which the service documents no form. */
export const PsychometricIndicators = z.object({
  /** Of the instrument as a whole; the service does not say of which form. */
  global: maybe(z.record(z.string(), z.unknown())),
  /** By subscale; the service does not say of which form. */
  subscales: maybe(z.record(z.string(), z.record(z.string(), z.unknown()))),
  /** Version of their form. */
  version: maybe(Id),
});

/** How often an application asks, and when it asks next. */
const PlannedApplication = z.object({
  /** State of the application. */
  status: maybe(closedEnum(APPLICATION_STATUSES)),
  /** How often the patient is asked. */
  recurrenceCycle: maybe(closedEnum(RECURRENCE_CYCLES)),
  /** When the patient is asked next. */
  nextAnswerAt: maybe(DateTime),
});

/** What a course of scores needs of a submission beside its graph. */
const summaryFields = {
  /** Id of the submission. */
  id: Id,
  /** The instrument. */
  formTemplateId: Uuid,
  /** The instrument, by its names. */
  formTemplate: maybe(InstrumentReference),
  /** The patient who is asked. */
  patientId: Uuid,
  /** State of the request. */
  status: maybe(closedEnum(SUBMISSION_STATUSES)),
  /** The score, once it is answered. */
  score: maybe(z.number()),
  /** The range that the score falls in. */
  globalClassification: sensitive('interpretation', maybe(z.object({ title: z.string() }))),
  /** The score of each subscale. */
  subscaleScores: maybe(z.array(z.object({ name: z.string(), score: maybe(z.number()) }))),
  /** When the answer is due. */
  deadline: maybe(DateTime),
  /** When the patient was asked. */
  notifiedAt: maybe(DateTime),
  /** When the request began. */
  startedAt: maybe(DateTime),
  /** When the patient began to answer. */
  startedFillAt: maybe(DateTime),
  /** When the patient had answered. */
  completedFillAt: maybe(DateTime),
  /** The application that made the request. */
  formApplication: maybe(PlannedApplication),
  /** Whether an answer raised a signal of high risk. */
  hasHighRisk: sensitive('risk', maybe(z.boolean())),
  /** How many answers raised a signal of risk. */
  riskFlagCount: sensitive('risk', maybe(Id)),
  /** When the record was made. */
  createdAt: maybe(DateTime),
  /** The answers. */
  answers: maybe(z.array(FlaggedAnswer)),
};

/** A submission as far as a course of scores needs it; whatever it leaves out cannot make it unreadable. */
export const SubmissionSummary = summary(z.object(summaryFields));
export type SubmissionSummary = z.infer<typeof SubmissionSummary>;

/** A submission as far as a list of patients needs it: with its score, and the name of the range that it is in. */
export const ScoredSubmission = summary(
  z.object({
    ...summaryFields,
    globalClassification: sensitive('interpretation', maybe(ClassificationSummary)),
  }),
);
export type ScoredSubmission = z.infer<typeof ScoredSubmission>;

/** One request to answer, with its answers, score and timestamps (docs/service.md#submission). */
export const Submission = z.extend(SubmissionSummary, {
  /** The application that made the request. */
  formApplicationId: maybe(Id),
  /** The application that made the request, in part. */
  formApplication: maybe(ApplicationSummary),
  /** How it is answered; the list of values is not complete. */
  fillType: maybe(openEnum(['DEFAULT'])),
  /** The patient's link to the questions: who has it can answer. */
  urlToAnswer: maybe(z.string()),
  /** The range that the score falls in. */
  globalClassification: sensitive('interpretation', maybe(Classification)),
  /** The range of each subscale's score, by the subscale's key. */
  subscaleClassifications: sensitive('interpretation', maybe(z.record(z.string(), Classification))),
  /** The score of each subscale. */
  subscaleScores: maybe(z.array(SubscaleScore)),
  /** An interpretation in words, which supports clinical judgment and does not replace it. */
  interpretativeAnalysis: sensitive('interpretation', maybe(z.string())),
  /** Further figures of the instrument. */
  psychometricIndicators: sensitive('interpretation', maybe(PsychometricIndicators)),
  /** The answers, with their questions. */
  answers: maybe(z.array(Answer)),
  /** When the record was last changed. */
  updatedAt: maybe(DateTime),
});
export type Submission = z.infer<typeof Submission>;

/** The newest answered submission of an application. */
export const LastSubmission = z.object({
  /** Id of the submission. */
  id: Id,
  /** Its score. */
  score: maybe(z.number()),
  /** When the patient had answered it. */
  completedFillAt: maybe(DateTime),
});
export type LastSubmission = z.infer<typeof LastSubmission>;

/** One instrument given to one patient by a professional (docs/service.md#application). */
export const Application = z.extend(ApplicationSummary, {
  /** The instrument, by its names. */
  formTemplate: maybe(InstrumentReference),
  /** The patient's link to the questions: who has it can answer. */
  urlToAnswer: maybe(z.string()),
  /** The newest request that was answered. */
  lastSubmission: maybe(LastSubmission),
  /** The requests so far; only where one application is read, made or changed. */
  submissions: maybe(z.array(Submission)),
  /** How many requests there are. */
  totalSubmissions: maybe(z.int()),
});
export type Application = z.infer<typeof Application>;

/** What an application is made with. The first three fields are documented; the others have the answer's names (chosen). */
export const ApplicationInput = z.object({
  /** The patient who is to be asked. */
  patientId: Uuid,
  /** How often the patient is to be asked. */
  recurrenceCycle: z.enum(RECURRENCE_CYCLES),
  /** The day on which asking begins. */
  startedAt: z.optional(dateTimeInput()),
  /** Whether the patient is asked by e-mail. */
  notifyEmail: z.optional(z.boolean()),
  /** Whether the patient is asked by WhatsApp. */
  notifyWhatsApp: z.optional(z.boolean()),
  /** Whether the application is open to be answered. */
  openToAnswer: z.optional(z.boolean()),
  /** Whether the patient may add a note. */
  allowPatientAnnotation: z.optional(z.boolean()),
  /** Whether the name of the instrument is hidden from the patient. */
  hideFormTemplateTitle: z.optional(z.boolean()),
  /** Whether the patient is shown a graph of the scores. */
  showFormGraphToPatient: z.optional(z.boolean()),
});
export type ApplicationInput = z.infer<typeof ApplicationInput>;

/** How often the patient is to be asked from now on. */
export const RecurrenceInput = z.object({
  /** How often the patient is to be asked from now on. */
  recurrenceCycle: z.enum(RECURRENCE_CYCLES),
  /** The day on which that begins. */
  startedAt: z.optional(dateTimeInput()),
});
export type RecurrenceInput = z.infer<typeof RecurrenceInput>;

/** The answer of cancelling all applications of an instrument (docs/service.md#application). */
export const BulkCancel = z.object({
  /** The applications that were cancelled; none where all were closed before. */
  canceledApplicationIds: z.array(Id),
  /** How many those are. */
  canceledCount: z.int(),
});
export type BulkCancel = z.infer<typeof BulkCancel>;
