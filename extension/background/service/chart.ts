import type { Application, Instrument, Submission } from '@instrument-panel/client/contract';
import {
  getInstrument,
  getScoreGraphSummary,
  getSubmission,
  listPatientApplications,
  listPatientSubmissions,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { readAll } from '@instrument-panel/shared/panel/read-all';
import type { Identity } from '../../context/context.ts';
import type { ChartSnapshot, CourseSnapshot, ItemReply } from '../../intents/outputs.ts';
import { toProblem } from '../requests.ts';
import { assertMatch, findPatientAgain, PATIENT_LIFE_MS, readPatient } from './person.ts';
import type { Service } from './services.ts';

/** Milliseconds; an instrument hardly ever changes. */
const INSTRUMENT_LIFE_MS = 600_000;
/** Most graphs that are read at once. */
const CONCURRENT_GRAPHS_MAX = 4;

/** Does the same for each, a few at a time, in order. */
async function forEach<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += CONCURRENT_GRAPHS_MAX) {
    done.push(...(await Promise.all(all.slice(at, at + CONCURRENT_GRAPHS_MAX).map(act))));
  }
  return done;
}

/** An instrument with its questions, as it was read. */
function readInstrument(
  { client, cache }: Service,
  formId: string,
  signal: AbortSignal,
): Promise<{ readonly instrument: Instrument; readonly unreadable: number }> {
  return cache.get(
    `instrument ${formId}`,
    '',
    INSTRUMENT_LIFE_MS,
    async (left) => {
      const { data, unreadable } = await client(getInstrument, { params: { formId }, signal: left });
      assertMatch(isSameId(data.id, formId));
      return { instrument: data, unreadable: unreadable.length };
    },
    signal,
  );
}

/** Every application and submission of a patient; each compared with who was asked for. */
export function readHistory(
  { client, cache, professionalId, now }: Service,
  patientId: string,
  signal: AbortSignal,
): Promise<{
  readonly applications: readonly Application[];
  readonly submissions: readonly Submission[];
  readonly unreadable: number;
  readonly at: number;
}> {
  return cache.get(
    `history ${patientId}`,
    patientId,
    PATIENT_LIFE_MS,
    async (left) => {
      const at = now();
      const input = { params: { professionalId, patientId }, signal: left };
      const [applications, submissions] = await Promise.all([
        readAll(client, listPatientApplications, input),
        readAll(client, listPatientSubmissions, input, 199),
      ]);
      assertMatch(applications.items.every((one) => isSameId(one.patientId, patientId)));
      assertMatch(submissions.items.every((one) => isSameId(one.patientId, patientId)));
      return {
        applications: applications.items,
        submissions: submissions.items,
        unreadable: applications.unreadable + submissions.unreadable,
        at,
      };
    },
    signal,
  );
}

/** A course by itself; what fails of it is said, and does not take the others away. */
async function readCourse(
  service: Service,
  patientId: string,
  formId: string,
  signal: AbortSignal,
): Promise<{ readonly course: Omit<CourseSnapshot, 'submissions'>; readonly unreadable: number }> {
  const { client, cache, professionalId } = service;
  const params = { professionalId, patientId, formId };
  const [graph, instrument] = await Promise.allSettled([
    cache.get(
      `graph ${patientId} ${formId}`,
      patientId,
      PATIENT_LIFE_MS,
      async (left) => {
        const { data, unreadable } = await client(getScoreGraphSummary, { params, signal: left });
        assertMatch(isSameId(data.patientId, patientId) && isSameId(data.formTemplateId, formId));
        return { data, unreadable: unreadable.length };
      },
      signal,
    ),
    readInstrument(service, formId, signal),
  ]);
  signal.throwIfAborted();
  // A reply about somebody else is no part that is missing.
  for (const part of [graph, instrument]) {
    if (part.status === 'rejected' && toProblem(part.reason, true).code === 'mismatch') throw part.reason;
  }
  return {
    course: {
      formId,
      graph: graph.status === 'fulfilled' ? graph.value.data : null,
      failure: graph.status === 'fulfilled' ? null : toProblem(graph.reason, true).code,
      instrument: instrument.status === 'fulfilled' ? instrument.value.instrument : null,
    },
    unreadable:
      (graph.status === 'fulfilled' ? graph.value.unreadable : 0) +
      (instrument.status === 'fulfilled' ? instrument.value.unreadable : 0),
  };
}

/**
 * Reads the chart of the patient of a page: record, applications, and the course of every instrument.
 *
 * @throws {Refused} `not-linked`, `disagrees`, `mismatch`; otherwise as the client
 */
export async function readChart(
  service: Service,
  identity: Identity,
  signal: AbortSignal,
): Promise<ChartSnapshot> {
  const { cache, professionalId } = service;
  const { patientId, agreed } = await findPatientAgain(service, identity, signal);
  const [patient, history] = await Promise.all([
    cache.get(
      `patient ${patientId}`,
      patientId,
      PATIENT_LIFE_MS,
      (left) => readPatient(service, patientId, left),
      signal,
    ),
    readHistory(service, patientId, signal),
  ]);
  const { applications, submissions, at } = history;
  const formIds = [
    ...new Set([...applications, ...submissions].map(({ formTemplateId }) => formTemplateId.toLowerCase())),
  ];
  const courses = await forEach(formIds, (formId) => readCourse(service, patientId, formId, signal));
  return {
    patient,
    professionalId,
    applications,
    courses: courses.map(({ course }) => ({
      ...course,
      submissions: submissions.filter((one) => isSameId(one.formTemplateId, course.formId)),
    })),
    unreadable: history.unreadable + courses.reduce((sum, { unreadable }) => sum + unreadable, 0),
    agreed,
    at,
  };
}

/** Reads one submission with its answers; compared with patient and instrument. */
export async function readItem(
  service: Service,
  identity: Identity,
  { submissionId, formId }: { readonly submissionId: number; readonly formId: string },
  signal: AbortSignal,
): Promise<ItemReply> {
  const { client, professionalId } = service;
  const { patientId } = await findPatientAgain(service, identity, signal);
  const [submission, instrument] = await Promise.all([
    client(getSubmission, { params: { professionalId, submissionId }, signal }),
    readInstrument(service, formId, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (toProblem(error, true).code === 'mismatch') throw error;
      return null;
    }),
  ]);
  const { data, unreadable, receivedAt } = submission;
  assertMatch(
    data.id === submissionId && isSameId(data.patientId, patientId) && isSameId(data.formTemplateId, formId),
  );
  return {
    submission: data,
    instrument: instrument?.instrument ?? null,
    unreadable: unreadable.length + (instrument?.unreadable ?? 0),
    at: receivedAt,
  };
}
