import * as z from 'zod/mini';
import type { Call } from '../endpoint.ts';
import {
  getAnalysisStatus,
  getScaleFacts,
  getSubmissionSummary,
  listApplicationPlans,
} from '../endpoints/later.ts';
import {
  getInstrumentSummary,
  getScale,
  getScoreGraphSummary,
  listPatientScores,
  listSubmissionSummaries,
} from '../endpoints/summaries.ts';
import { dateTimeInput, Id, uuidInput } from '../field.ts';
import { COURSE_PARTS_MAX } from '../limits.ts';
import { proxyEndpoint } from './endpoint.ts';

/**
 * What a course of scores is made of, in one request: a page names the parts that it needs, and the proxy reads them side by
 * side. Ids are in the body, so that one preflight is enough for all patients.
 *
 * @module
 */

/** The parts by name. Each is a read of the contract, with the fields of its summary alone. */
export const COURSE_PARTS = {
  /** The scores of a patient on an instrument. */
  graph: getScoreGraphSummary,
  /** Name of an instrument, and which way its scales run. */
  instrument: getInstrumentSummary,
  /** Scale of an instrument's global score. */
  scale: getScale,
  /** The same, and how many questions it has. */
  scaleFacts: getScaleFacts,
  /** Submissions of a patient, of every instrument, without the range of their scores. */
  submissions: listSubmissionSummaries,
  /** The same with that range. */
  scores: listPatientScores,
  /** A single submission. */
  submission: getSubmissionSummary,
  /** What is asked of a patient: how often, when next, and the last answer. */
  plans: listApplicationPlans,
  /** Whether there is an analysis of a patient's scores on an instrument. */
  analysis: getAnalysisStatus,
} as const satisfies Readonly<Record<string, Call>>;

/** The name of a part. */
export type CoursePartName = keyof typeof COURSE_PARTS;

const PART_NAMES = Object.keys(COURSE_PARTS) as [CoursePartName, ...CoursePartName[]];

const CoursePart = z.strictObject({
  part: z.enum(PART_NAMES),
  professionalId: z.optional(uuidInput()),
  patientId: z.optional(uuidInput()),
  formId: z.optional(uuidInput()),
  submissionId: z.optional(Id),
  /** Ends of the period of a graph. */
  startDate: z.optional(dateTimeInput()),
  endDate: z.optional(dateTimeInput()),
  /** Of a list: a page of it. Default: the whole list, as far as the proxy reads it for one request. */
  limit: z.optional(Id),
  offset: z.optional(Id),
  /** The `etag` of the answer that the page has, as it came: where nothing has changed since, the part is answered with 304. */
  ifNoneMatch: z.optional(z.string().check(z.regex(/^W\/"[\w-]{22}"$/))),
});
/** What a page asks for of one part. */
export type CoursePart = z.infer<typeof CoursePart>;

/**
 * Reads the parts of courses in one request. Each part is allowed, counted and recorded as the read that it is, and
 * answered by itself, in the order of the request: one that is refused says so, and the others are given.
 */
export const readCourses = proxyEndpoint('readCourses', {
  method: 'POST',
  path: '/courses',
  summary: 'Read the parts of courses of scores in one request',
  caller: 'token',
  permission: {
    action: 'read',
    // Of the request as a whole nothing is known: each part is ruled by its own endpoint.
    patient: { at: 'none' },
    access: { professional: 'any', patient: 'any', operations: 'any' },
  },
  effect: 'read',
  body: z.strictObject({
    parts: z
      .array(CoursePart)
      .check(
        z.minLength(1, 'must not be empty'),
        z.maxLength(COURSE_PARTS_MAX, `must hold at most ${COURSE_PARTS_MAX} parts`),
      ),
  }),
  response: z.object({
    parts: z.array(
      z.object({
        /** As the read by itself would be answered; 304 where the caller's `ifNoneMatch` still holds. */
        status: z.int(),
        /** Of its answer; `date` is the service's, and of a list `END_HEADER` says that it is whole. */
        headers: z.record(z.string(), z.string()),
        /**
         * What was read, by the response of the part's call, or an `ErrorResponse`; of a 304 the fields that say when it was
         * made, or null.
         */
        body: z.unknown(),
      }),
    ),
  }),
});
