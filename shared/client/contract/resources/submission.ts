import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum, Uuid } from '../field.ts';
import {
  APPLICATION_STATUSES,
  RECURRENCE_CYCLES,
  RISK_FLAG_TYPES,
  RISK_SEVERITIES,
  SUBMISSION_STATUSES,
} from '../states.ts';
import { sensitive } from '../visibility.ts';
import { Classification, ClassificationGlance } from './classification.ts';
import { QuestionSummary } from './question.ts';

/** The instrument as it is named inside applications and submissions. */
export const InstrumentReference = z.object({
  templateId: Uuid,
  title: z.string(),
  shortTitle: maybe(z.string()),
});
export type InstrumentReference = z.infer<typeof InstrumentReference>;

/** The fields that an application carries everywhere (Resources, Application). */
export const applicationFields = {
  id: Id,
  patientId: Uuid,
  authorId: maybe(Uuid),
  formTemplateId: Uuid,
  recurrenceCycle: z.enum(RECURRENCE_CYCLES),
  status: z.enum(APPLICATION_STATUSES),
  startedAt: maybe(DateTime),
  nextAnswerAt: maybe(DateTime),
  notifyEmail: maybe(z.boolean()),
  notifyWhatsApp: maybe(z.boolean()),
  openToAnswer: maybe(z.boolean()),
  allowPatientAnnotation: maybe(z.boolean()),
  hideFormTemplateTitle: maybe(z.boolean()),
  showFormGraphToPatient: maybe(z.boolean()),
  answerToken: sensitive('secret', maybe(z.string())),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
};

/** "The `formApplication` object nested inside a Submission carries only" these. */
export const ApplicationSummary = z.object(applicationFields);
export type ApplicationSummary = z.infer<typeof ApplicationSummary>;

/** A risk signal that supports the professional's attention and is not a diagnosis (Resources, Answer). */
export const RiskFlag = z.object({
  flagType: z.enum(RISK_FLAG_TYPES),
  severity: maybe(z.enum(RISK_SEVERITIES)),
});
export type RiskFlag = z.infer<typeof RiskFlag>;

const flagged = { riskFlag: sensitive('risk', maybe(RiskFlag)) };

/** One answered question (Resources, Answer). */
export const Answer = z.object({
  ...flagged,
  id: Id,
  formSubmissionId: maybe(Id),
  questionId: Id,
  question: maybe(QuestionSummary),
  value: maybe(z.string()),
  values: maybe(z.array(z.string())),
  customValue: maybe(z.string()),
  weight: maybe(z.number()),
  createdAt: maybe(DateTime),
  updatedAt: maybe(DateTime),
});
export type Answer = z.infer<typeof Answer>;

/** The score of one subscale in a submission. */
export const SubscaleScore = z.object({ id: maybe(Id), name: z.string(), score: maybe(z.number()) });
export type SubscaleScore = z.infer<typeof SubscaleScore>;

/** `psychometricIndicators`; the structure of its parts is not shown. */
export const PsychometricIndicators = z.object({
  global: maybe(z.record(z.string(), z.unknown())),
  subscales: maybe(z.record(z.string(), z.record(z.string(), z.unknown()))),
  version: maybe(z.int()),
});

/** Whose a submission is, how it stands, its instants, and whether it says anything of risk. */
const standing = {
  id: Id,
  formTemplateId: Uuid,
  formTemplate: maybe(InstrumentReference),
  patientId: Uuid,
  status: z.enum(SUBMISSION_STATUSES),
  deadline: maybe(DateTime),
  notifiedAt: maybe(DateTime),
  startedAt: maybe(DateTime),
  startedFillAt: maybe(DateTime),
  completedFillAt: maybe(DateTime),
  hasHighRisk: sensitive('risk', maybe(z.boolean())),
  riskFlagCount: sensitive('risk', maybe(z.int())),
  createdAt: maybe(DateTime),
};

/** A submission as far as a course needs it. */
export const SubmissionGlance = z.object({ ...standing, answers: maybe(z.array(z.object(flagged))) });
export type SubmissionGlance = z.infer<typeof SubmissionGlance>;

/** A submission as far as a list of courses needs it: with its score, and the name of the range that it is in. */
export const ScoredGlance = z.object({
  ...standing,
  answers: maybe(z.array(z.object(flagged))),
  score: maybe(z.number()),
  globalClassification: sensitive('interpretation', maybe(ClassificationGlance)),
});
export type ScoredGlance = z.infer<typeof ScoredGlance>;

/** One request to answer, with its answers, score and timestamps (Resources, Submission). */
export const Submission = z.object({
  ...standing,
  formApplicationId: maybe(Id),
  formApplication: maybe(ApplicationSummary),
  fillType: maybe(openEnum(['DEFAULT'])),
  urlToAnswer: maybe(z.string()),
  score: maybe(z.number()),
  globalClassification: sensitive('interpretation', maybe(Classification)),
  subscaleClassifications: sensitive('interpretation', maybe(z.record(z.string(), Classification))),
  subscaleScores: maybe(z.array(SubscaleScore)),
  interpretativeAnalysis: sensitive('interpretation', maybe(z.string())),
  psychometricIndicators: sensitive('interpretation', maybe(PsychometricIndicators)),
  answers: maybe(z.array(Answer)),
  updatedAt: maybe(DateTime),
});
export type Submission = z.infer<typeof Submission>;
