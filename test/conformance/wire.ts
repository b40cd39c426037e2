/**
 * The records of docs/service.md#resources, written down a second time:
 * nothing here comes from the project's own contract.
 *
 * @module
 */
import {
  absentOr,
  anything,
  boolean,
  dateTime,
  type Given,
  integer,
  listOf,
  mapOf,
  number,
  oneOf,
  orNull,
  record,
  text,
  uuid,
} from './shape.ts';
import { Classification, questionSummary } from './wire-library.ts';

const times = { createdAt: dateTime, updatedAt: dateTime };
const name = orNull(text);

export const Professional = record({
  serviceId: uuid,
  externalId: text,
  name: text,
  surname: text,
  email: text,
  cellphone: name,
  occupation: name,
  status: text,
  ...times,
});

export const Patient = record({
  serviceId: uuid,
  name: text,
  surname: name,
  email: name,
  cellphone: name,
  birthday: name,
  gender: name,
  education: name,
  relationStatus: text,
  status: text,
  ...times,
});

export const CYCLES = ['NOW', 'ONCE', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY'] as const;
export const APPLICATION_STATES = [
  'CREATED',
  'IN_PROGRESS',
  'PAUSED',
  'FINISHED',
  'CANCELED_IDLE',
  'CANCELED_WHATSAPP_LIMIT',
  'CANCELED_STALE',
  'CANCELED_DELETED_PATIENT',
] as const;
export const SUBMISSION_STATES = [
  'CREATED',
  'IN_PROGRESS',
  'OPENED',
  'STARTED',
  'LATE',
  'CANCELED',
  'CANCELED_LATE',
  'CANCELED_IDLE',
  'ANSWERED',
] as const;

const template = record({ templateId: uuid, title: text, shortTitle: text });
/** The documented fields of `formApplication` inside a submission. */
const nestedApplication = {
  id: integer,
  patientId: uuid,
  authorId: uuid,
  formTemplateId: uuid,
  recurrenceCycle: oneOf(...CYCLES),
  status: oneOf(...APPLICATION_STATES),
  startedAt: dateTime,
  nextAnswerAt: orNull(dateTime),
  notifyEmail: boolean,
  notifyWhatsApp: boolean,
  openToAnswer: boolean,
  allowPatientAnnotation: boolean,
  hideFormTemplateTitle: boolean,
  showFormGraphToPatient: boolean,
  /** Never leaves the signing proxy. */
  answerToken: absentOr(text),
  ...times,
};

const Answer = record({
  id: integer,
  formSubmissionId: integer,
  questionId: integer,
  question: record(questionSummary),
  value: name,
  values: orNull(listOf(text)),
  customValue: name,
  weight: orNull(number),
  riskFlag: orNull(
    record({
      flagType: oneOf('SUICIDE_SELF_HARM', 'HOMICIDAL_IDEATION', 'NONE'),
      severity: orNull(oneOf('LOW', 'MODERATE', 'HIGH')),
    }),
  ),
  ...times,
});

export const Submission = record({
  id: integer,
  formApplicationId: integer,
  formApplication: record(nestedApplication),
  formTemplateId: uuid,
  formTemplate: template,
  patientId: uuid,
  status: oneOf(...SUBMISSION_STATES),
  fillType: text,
  deadline: orNull(dateTime),
  notifiedAt: orNull(dateTime),
  startedAt: orNull(dateTime),
  startedFillAt: orNull(dateTime),
  completedFillAt: orNull(dateTime),
  urlToAnswer: text,
  score: orNull(number),
  globalClassification: orNull(Classification),
  subscaleClassifications: orNull(mapOf(Classification)),
  subscaleScores: orNull(listOf(record({ id: integer, name: text, score: number }))),
  /** Nothing can be said before there is an answer. */
  hasHighRisk: orNull(boolean),
  riskFlagCount: orNull(integer),
  interpretativeAnalysis: name,
  psychometricIndicators: orNull(record({ version: integer })),
  answers: absentOr(listOf(Answer)),
  ...times,
});

export const Application = record({
  ...nestedApplication,
  formTemplate: template,
  urlToAnswer: text,
  lastSubmission: orNull(record({ id: integer, score: orNull(number), completedFillAt: dateTime })),
  submissions: absentOr(listOf(Submission)),
  totalSubmissions: integer,
});

export const AnalysisStatus = record({
  hasAnalysis: boolean,
  isStale: boolean,
  analysisId: orNull(uuid),
  analysisGeneratedAt: orNull(dateTime),
  latestSubmissionAt: orNull(dateTime),
});

export const Notification = record({
  id: integer,
  formApplicationId: integer,
  formSubmissionId: orNull(integer),
  patientId: uuid,
  professionalId: uuid,
  patientName: text,
  destinationEmail: name,
  destinationPhoneNumber: name,
  channel: text,
  context: text,
  provider: text,
  status: text,
  createdAt: dateTime,
  sentAt: orNull(dateTime),
  updatedAt: dateTime,
});

const recommendation = {
  actions: listOf(record({ label: text, type: text, payload: anything })),
  mode: text,
  recommendation_text: text,
  used_instruments: listOf(
    record({
      id: uuid,
      title: text,
      shortTitle: text,
      formattedTitle: text,
      instrumentType: text,
      url: text,
      score: number,
      tags: listOf(text),
    }),
  ),
};
export const Recommendation = record({ ...recommendation, audit_log_id: integer });
export const RecommendationHistory = record({
  items: listOf(record({ ...recommendation, id: integer, case_text: text, created_at: text })),
  page: integer,
  page_size: integer,
  total: integer,
  total_pages: integer,
});

export const ProfessionalCheck = record({ exists: boolean, serviceId: orNull(uuid), linked: boolean });
export const AccountLink = record({
  status: oneOf('ALREADY_LINKED', 'VERIFICATION_LINK_SENT', 'DISCONNECTED'),
  message: text,
});
export const BulkCancel = record({ canceledApplicationIds: listOf(integer), canceledCount: integer });
export const ErrorBody = record({ code: text, message: text, traceId: absentOr(text) });

export type Application = Given<typeof Application>;
export type Submission = Given<typeof Submission>;
export type Patient = Given<typeof Patient>;
