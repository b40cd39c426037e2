import * as z from 'zod/mini';
import {
  closedEnum,
  DateTime,
  dateTimeInput,
  Id,
  maybe,
  maybeAll,
  openEnum,
  timestamps,
  Uuid,
} from '../field.ts';
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
  templateId: Uuid,
  title: maybe(z.string()),
  shortTitle: maybe(z.string()),
});
export type InstrumentReference = z.infer<typeof InstrumentReference>;

/** "The `formApplication` object nested inside a Submission carries only" these fields. */
export const ApplicationSummary = z.object({
  id: Id,
  patientId: Uuid,
  authorId: maybe(Uuid),
  formTemplateId: Uuid,
  recurrenceCycle: maybe(closedEnum(RECURRENCE_CYCLES)),
  status: maybe(closedEnum(APPLICATION_STATUSES)),
  startedAt: maybe(DateTime),
  nextAnswerAt: maybe(DateTime),
  ...maybeAll(z.boolean(), 'notifyEmail', 'notifyWhatsApp', 'openToAnswer'),
  ...maybeAll(z.boolean(), 'allowPatientAnnotation', 'hideFormTemplateTitle', 'showFormGraphToPatient'),
  answerToken: sensitive('secret', maybe(z.string())),
  ...timestamps,
});
export type ApplicationSummary = z.infer<typeof ApplicationSummary>;

/** A risk signal that supports the professional's attention and is not a diagnosis (docs/service.md#answer). */
export const RiskFlag = z.object({
  flagType: maybe(closedEnum(RISK_FLAG_TYPES)),
  severity: maybe(closedEnum(RISK_SEVERITIES)),
});
export type RiskFlag = z.infer<typeof RiskFlag>;

const FlaggedAnswer = z.object({
  questionId: maybe(Id),
  value: maybe(z.string()),
  riskFlag: sensitive('risk', maybe(RiskFlag)),
});

/** One answered question (docs/service.md#answer). */
export const Answer = z.extend(FlaggedAnswer, {
  id: maybe(Id),
  formSubmissionId: maybe(Id),
  question: maybe(QuestionSummary),
  values: maybe(z.array(z.string())),
  customValue: maybe(z.string()),
  weight: maybe(z.number()),
  ...timestamps,
});
export type Answer = z.infer<typeof Answer>;

/** The score of one subscale in a submission. */
export const SubscaleScore = z.object({ id: maybe(Id), name: z.string(), score: maybe(z.number()) });
export type SubscaleScore = z.infer<typeof SubscaleScore>;

/** `psychometricIndicators`; the structure of its parts is not shown. */
export const PsychometricIndicators = z.object({
  global: maybe(z.record(z.string(), z.unknown())),
  subscales: maybe(z.record(z.string(), z.record(z.string(), z.unknown()))),
  version: maybe(Id),
});

/** How often an application asks, and when it asks next. */
const PlannedApplication = z.object({
  status: maybe(closedEnum(APPLICATION_STATUSES)),
  recurrenceCycle: maybe(closedEnum(RECURRENCE_CYCLES)),
  nextAnswerAt: maybe(DateTime),
});

/** What a course of scores needs of a submission beside its graph. */
const summaryFields = {
  id: Id,
  formTemplateId: Uuid,
  formTemplate: maybe(InstrumentReference),
  patientId: Uuid,
  status: maybe(closedEnum(SUBMISSION_STATUSES)),
  score: maybe(z.number()),
  globalClassification: sensitive('interpretation', maybe(z.object({ title: z.string() }))),
  subscaleScores: maybe(z.array(z.object({ name: z.string(), score: maybe(z.number()) }))),
  ...maybeAll(DateTime, 'deadline', 'notifiedAt', 'startedAt', 'startedFillAt', 'completedFillAt'),
  formApplication: maybe(PlannedApplication),
  hasHighRisk: sensitive('risk', maybe(z.boolean())),
  riskFlagCount: sensitive('risk', maybe(Id)),
  createdAt: maybe(DateTime),
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
  formApplicationId: maybe(Id),
  formApplication: maybe(ApplicationSummary),
  fillType: maybe(openEnum(['DEFAULT'])),
  urlToAnswer: maybe(z.string()),
  globalClassification: sensitive('interpretation', maybe(Classification)),
  subscaleClassifications: sensitive('interpretation', maybe(z.record(z.string(), Classification))),
  subscaleScores: maybe(z.array(SubscaleScore)),
  interpretativeAnalysis: sensitive('interpretation', maybe(z.string())),
  psychometricIndicators: sensitive('interpretation', maybe(PsychometricIndicators)),
  answers: maybe(z.array(Answer)),
  updatedAt: maybe(DateTime),
});
export type Submission = z.infer<typeof Submission>;

/** The newest answered submission of an application. */
export const LastSubmission = z.object({
  id: Id,
  score: maybe(z.number()),
  completedFillAt: maybe(DateTime),
});
export type LastSubmission = z.infer<typeof LastSubmission>;

/** One instrument given to one patient by a professional (docs/service.md#application). */
export const Application = z.extend(ApplicationSummary, {
  formTemplate: maybe(InstrumentReference),
  urlToAnswer: maybe(z.string()),
  lastSubmission: maybe(LastSubmission),
  /** On detail and create/update responses. */
  submissions: maybe(z.array(Submission)),
  totalSubmissions: maybe(z.int()),
});
export type Application = z.infer<typeof Application>;

/** Body of creating an application. Documented are the first three fields; chosen: the response's names for the others. */
export const ApplicationInput = z.object({
  patientId: Uuid,
  recurrenceCycle: z.enum(RECURRENCE_CYCLES),
  startedAt: z.optional(dateTimeInput()),
  notifyEmail: z.optional(z.boolean()),
  notifyWhatsApp: z.optional(z.boolean()),
  openToAnswer: z.optional(z.boolean()),
  allowPatientAnnotation: z.optional(z.boolean()),
  hideFormTemplateTitle: z.optional(z.boolean()),
  showFormGraphToPatient: z.optional(z.boolean()),
});
export type ApplicationInput = z.infer<typeof ApplicationInput>;

/** Body of `update-recurrence`. */
export const RecurrenceInput = z.object({
  recurrenceCycle: z.enum(RECURRENCE_CYCLES),
  startedAt: z.optional(dateTimeInput()),
});
export type RecurrenceInput = z.infer<typeof RecurrenceInput>;

/** The answer of cancelling all applications of an instrument (docs/service.md#application). */
export const BulkCancel = z.object({ canceledApplicationIds: z.array(Id), canceledCount: z.int() });
export type BulkCancel = z.infer<typeof BulkCancel>;
