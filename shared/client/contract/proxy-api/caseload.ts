import * as z from 'zod/mini';
import type { Permission } from '../endpoint.ts';
import { listSubmissions } from '../endpoints/submissions.ts';
import { DateTime, dateTimeInput, Id, maybe, Uuid, uuidInput } from '../field.ts';
import { CASELOAD_SUBMISSIONS_MAX } from '../limits.ts';
import { count, dateTime, listOfIds, oneOf, text, uuid } from '../param.ts';
import { summary } from '../plan.ts';
import { ScoreDirection } from '../resources/instrument.ts';
import { InstrumentReference } from '../resources/submission.ts';
import { sensitive } from '../visibility.ts';
import { proxyEndpoint } from './endpoint.ts';

/**
 * What a list of all patients of a professional is made of: the proxy reads the service's lists, and hands on only the
 * fields that such a list shows. Rows come as columns, one array a field, all of one length, since thousands of them are
 * read at once. A field that the service did not send, or that could not be read, is null in its column. A column in which
 * all rows say the same has that once; `ids`, `patient` and `instrument` always have all.
 *
 * @module
 */

const permissionOf = ({ action, patient, access }: Permission): Permission => ({ action, patient, access });

/**
 * Digest of the list of patients whom the caller has read: SHA-256, in hexadecimal, of their ids in lower case, in their
 * order, with a space between them. If it is that of the list by now, they are named by their places in it.
 */
const ofListed = { patients: text };

/** UUID of the professional; needed for a token of `operations`. Default: the token's own. */
const ofProfessional = { professionalId: uuid };

const column = <S extends z.ZodMiniType>(value: S) => z.array(z.nullable(value));

/** What columns refer to by index, so that no id or name is sent for each row. */
const dictionaries = {
  /** UUIDs. */
  patientIds: z.array(Uuid),
  /** The first so many are not in `patientIds`, but in the list whose digest the request gave. */
  listed: maybe(z.int()),
  instruments: z.array(InstrumentReference),
};

/** An instrument with its scale: the ends of its ranges and which way it runs, where the service has told of them. */
const ScaledInstrument = z.extend(InstrumentReference, {
  minScore: sensitive('interpretation', maybe(z.number())),
  maxScore: sensitive('interpretation', maybe(z.number())),
  scoreDirection: maybe(ScoreDirection),
});

/** A row that has no readable id, patient or instrument (or two of one), with what could be read of it. */
const LostCaseloadRow = z.object({
  id: maybe(Id),
  patientId: maybe(Uuid),
  formTemplateId: maybe(Uuid),
  status: maybe(z.string()),
  /** Milliseconds since 1970. */
  completedAtMs: maybe(z.number()),
});

const pageFields = {
  lost: z.array(LostCaseloadRow),
  /**
   * `offset` of the next page; null after the last. Pages overlap, so that a row may come again, and none is skipped where
   * the list moves. A token narrowed to patients gets all of its rows at once.
   */
  next: z.nullable(z.int()),
};

/** A patient by name, as a row of the service's list and as one of this. */
export const CaseloadPatient = summary(
  z.object({
    serviceId: Uuid,
    name: maybe(z.string()),
    surname: maybe(z.string()),
  }),
);
export type CaseloadPatient = z.infer<typeof CaseloadPatient>;

/** Lists the patients of a professional by name, and says until when the caller has seen their list. */
export const listCaseloadPatients = proxyEndpoint('listCaseloadPatients', {
  path: '/caseload/patients',
  summary: 'List the patients of a professional by name',
  caller: 'token',
  permission: {
    ...permissionOf(listSubmissions),
    patient: { at: 'items', field: 'serviceId' },
  },
  query: ofProfessional,
  response: z.object({
    patientIds: z.array(Uuid),
    name: column(z.string()),
    surname: column(z.string()),
    /** Rows without a readable `serviceId`. */
    lostCount: z.int(),
    /**
     * Answers up to this instant were seen by the person whom the token names; null before the first time, and while the
     * service's clock has not reached it.
     */
    seenAt: z.nullable(DateTime),
  }),
});

/** Texts of `packIntegers`, one integer for each application; −1 for null. */
const PackedApplications = z.object({
  count: z.int(),
  ids: z.string(),
  patient: z.string(),
  instrument: z.string(),
  /** Index in `statuses`, each text as the service sent it. */
  status: z.string(),
  statuses: z.array(z.string()),
  /** Instants are in units of `unitMs`. */
  nextAnswerAtMs: z.string(),
  lastSubmissionId: z.string(),
  lastScore: z.string(),
  lastCompletedAtMs: z.string(),
  unitMs: z.int(),
});

/**
 * Lists the applications of a professional: what is asked of whom, when next, and the last answer.
 *
 * With `layout=packed`, those of which everything could be read, with an integer below 100,000 as the last score, come in
 * `packed` and in no column.
 */
export const listCaseloadApplications = proxyEndpoint('listCaseloadApplications', {
  path: '/caseload/applications',
  summary: 'List what is asked of the patients of a professional',
  caller: 'token',
  permission: permissionOf(listSubmissions),
  query: {
    ...ofProfessional,
    ...ofListed,
    offset: count,
    /** Default: `columns` */
    layout: oneOf(['columns', 'packed']),
  },
  response: z.object({
    ...dictionaries,
    ids: z.array(Id),
    /** Index in `patientIds`. */
    patient: z.array(z.int()),
    /** Index in `instruments`. */
    instrument: z.array(z.int()),
    status: column(z.string()),
    /** Milliseconds since 1970, as are all fields whose name ends so. */
    nextAnswerAtMs: column(z.number()),
    lastSubmissionId: column(Id),
    lastScore: column(z.number()),
    lastCompletedAtMs: column(z.number()),
    /** Rows of which a field was sent that could not be read, or that were sent twice and differ. */
    isPartial: z.array(z.boolean()),
    packed: maybe(PackedApplications),
    ...pageFields,
  }),
});

/** Texts of `packIntegers`, one integer for each row in the order of patients. */
const PackedRows = z.object({
  count: z.int(),
  ids: z.string(),
  applicationId: z.string(),
  patient: z.string(),
  instrument: z.string(),
  /** In units of `unitMs`. */
  completedAtMs: z.string(),
  unitMs: z.int(),
  score: z.string(),
  /** 0 for that of the last row of the same instrument and score, 1 for none, otherwise its index plus two. */
  class: sensitive('interpretation', z.string()),
});

/**
 * Answers of which only a course is drawn, of one patient and instrument after the other, each from the oldest on, as texts
 * of `packIntegers`.
 */
const CourseRows = z.object({
  /** Number of courses, and of the answers of all. */
  count: z.int(),
  answers: z.int(),
  /** One for each course, as are `instrument`, `length` (how many answers it has) and `firstAt`. */
  patient: z.string(),
  instrument: z.string(),
  length: z.string(),
  /** When its first answer was given, in quarter hours since 1970, so that its day is right in every time zone. */
  firstAt: z.string(),
  /** One for each answer but the first: how much later than the one before it was given, in units of `stepMs`. */
  steps: z.string(),
  stepMs: z.int(),
  /** One for each answer. */
  score: z.string(),
});

/**
 * Lists the submissions of a professional: those that the service has between two instants, page by page, or those with
 * the ids that are named. Of their answers come those with a flag, and with `ids` all, without value and text.
 *
 * With `layout=packed`, rows that say least come in `packed` and in no column: those of an answer with an application, an
 * instant and an integer below 100,000 as its score, without a flag, of which everything could be read. They are most of a
 * long list.
 *
 * With `layout=courses`, of these only the newest two of each patient and instrument and those of the last day come in
 * `packed`, if nothing of that patient and instrument is in doubt; the others in `courses`, without id and class, and with
 * their instant to within a step, less than a course shows. With `layout=flagged` come only rows that say more, and
 * all of a patient of whom one of the page has a flag, or may have; instruments come without their scales.
 */
export const listCaseloadSubmissions = proxyEndpoint('listCaseloadSubmissions', {
  path: '/caseload/submissions',
  summary: 'List the scores of the patients of a professional',
  caller: 'token',
  permission: permissionOf(listSubmissions),
  query: {
    ...ofProfessional,
    ...ofListed,
    startDate: dateTime,
    endDate: dateTime,
    offset: count,
    /** At most {@link CASELOAD_SUBMISSIONS_MAX}; one that is not found is in no column. */
    ids: listOfIds(CASELOAD_SUBMISSIONS_MAX),
    /** Default: `columns` */
    layout: oneOf(['columns', 'packed', 'courses', 'flagged']),
  },
  response: z.object({
    ...dictionaries,
    instruments: z.array(ScaledInstrument),
    /** Classes as the service names them. */
    classes: sensitive('interpretation', z.array(z.object({ title: z.string(), color: maybe(z.string()) }))),
    ids: z.array(Id),
    applicationId: column(Id),
    patient: z.array(z.int()),
    instrument: z.array(z.int()),
    status: column(z.string()),
    completedAtMs: column(z.number()),
    /** When the request was made, or was to be answered first; of a row that says when it was answered, null. */
    startedAtMs: column(z.number()),
    deadlineMs: column(z.number()),
    score: column(z.number()),
    /** Index in `classes`. */
    class: sensitive('interpretation', column(z.int())),
    riskFlagCount: sensitive('risk', column(z.int())),
    hasHighRisk: sensitive('risk', column(z.boolean())),
    /** Rows of which a field of risk was sent that could not be read, or that were sent twice and differ in it. */
    isRiskUnread: sensitive('risk', z.array(z.boolean())),
    /** The same of other fields. */
    isPartial: z.array(z.boolean()),
    /** Of each row the answers that come with it, as indices in `items`, in the order of the service. */
    answers: sensitive('risk', z.array(z.array(z.int()))),
    /** What is said of an answer to an item: the same of many rows. */
    items: sensitive(
      'risk',
      z.array(
        z.object({
          questionId: maybe(Id),
          /** Number of the item in its instrument, from 1, as the service counts. */
          position: maybe(z.int()),
          flagType: maybe(z.string()),
          severity: maybe(z.string()),
          /** Something of its flag was sent that could not be read. */
          isUnread: maybe(z.boolean()),
        }),
      ),
    ),
    packed: sensitive('risk', maybe(PackedRows)),
    courses: sensitive('risk', maybe(CourseRows)),
    ...pageFields,
  }),
});

/**
 * Says until when the person whom the token names has seen the list of a professional's patients. The instant is the
 * service's time of the list that was shown, never later than now. It never moves back; of two calls the later instant stays.
 * A token narrowed to patients may not say so of all.
 */
export const markCaseloadSeen = proxyEndpoint('markCaseloadSeen', {
  method: 'POST',
  path: '/caseload/seen',
  summary: 'Say until when a list of patients was seen',
  caller: 'token',
  permission: { ...permissionOf(listSubmissions), patient: { at: 'all' } },
  body: z.strictObject({ professionalId: z.optional(uuidInput()), seenAt: dateTimeInput() }),
  response: z.object({ seenAt: DateTime }),
});

/** The patients by name, and until when their list was seen. */
export type CaseloadPatientsReply = z.infer<typeof listCaseloadPatients.response>;
/** A page of the applications of all patients, as columns. */
export type CaseloadApplicationsPage = z.infer<typeof listCaseloadApplications.response>;
/** A page of the submissions of all patients, as columns. */
export type CaseloadSubmissionsPage = z.infer<typeof listCaseloadSubmissions.response>;
