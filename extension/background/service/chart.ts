import {
  getInstrument,
  getScoreGraphSummary,
  getSubmission,
  listPatientApplications,
  listPatientSubmissions,
  type Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { nowBy, toClock } from '@instrument-panel/shared/panel/clock';
import { readAll } from '@instrument-panel/shared/panel/read-all';
import { couldBelongTo, type LostAnswer, toLostAnswers } from '@instrument-panel/shared/score/latest';
import { toProblem } from '../refusals.ts';
import type { LinkedPatient } from './mapping.ts';
import {
  assertMatch,
  findPatientAgain,
  PATIENT_LIFE_MS,
  type PatientContext,
  readPatient,
} from './person.ts';
import type { Service } from './services.ts';

const INSTRUMENT_LIFE_MS = 600_000;
const CONCURRENT_GRAPHS_MAX = 4;

export const assertIsOf = (
  data: Pick<Submission, 'patientId' | 'formTemplateId'>,
  patientId: string,
  formId: string,
): void => assertMatch(isSameId(data.patientId, patientId) && isSameId(data.formTemplateId, formId));

/** An instrument with its questions, and how many of them could not be read. */
const readInstrument = ({ client, cache }: Service, formId: string, signal: AbortSignal) =>
  cache.get(`instrument ${formId}`, '', INSTRUMENT_LIFE_MS, signal, async (left) => {
    const { data, unreadable } = await client(getInstrument, { params: { formId }, signal: left });
    assertMatch(isSameId(data.id, formId));
    return { data, unreadable: unreadable.length };
  });

/** Every application and submission of a patient; each compared with who was asked for. */
export function readHistory(service: Service, patientId: string, signal: AbortSignal) {
  const { client, cache, professionalId, now } = service;
  return cache.get(`history ${patientId}`, patientId, PATIENT_LIFE_MS, signal, async (left) => {
    const at = now();
    const input = { params: { professionalId, patientId }, signal: left };
    const [{ items: applications, ...first }, { items: submissions, ...second }] = await Promise.all([
      readAll(client, listPatientApplications, input),
      readAll(client, listPatientSubmissions, input, 199),
    ]);
    assertMatch([...applications, ...submissions].every((one) => isSameId(one.patientId, patientId)));
    return {
      applications,
      submissions,
      lostRows: second.lostRows.filter(couldBelongTo(patientId, null)),
      /** Applications that could not be read. */
      lostApplications: first.lostRows.length,
      unreadable: first.unreadable + second.unreadable,
      at,
      /** Milliseconds since the epoch by the service's clock; null where it is not known. */
      serviceAt: second.sentAt ?? first.sentAt,
    };
  });
}

/** Reads a part of a chart; what fails of it is said, and does not take the others away. */
async function readPart<T>(
  part: Promise<{ readonly data: T; readonly unreadable: number }>,
  signal: AbortSignal,
) {
  try {
    return { ...(await part), failure: null };
  } catch (error) {
    signal.throwIfAborted();
    const { code } = toProblem(error, true);
    // A reply about another patient fails the whole chart, not only this part.
    if (code === 'mismatch') throw error;
    return { data: null, unreadable: 0, failure: code };
  }
}

/** What could be read of answers that were left out; absent if all were read. */
const toLost = (lost: readonly LostAnswer[]): { readonly lost?: readonly LostAnswer[] } =>
  lost.length > 0 ? { lost } : {};

async function readCourse(service: Service, patientId: string, formId: string, signal: AbortSignal) {
  const { client, cache, professionalId } = service;
  const params = { professionalId, patientId, formId };
  const key = `graph ${patientId} ${formId}`;
  const reading = cache.get(key, patientId, PATIENT_LIFE_MS, signal, async (left) => {
    const reply = await client(getScoreGraphSummary, { params, signal: left });
    const { data: graph, unreadable, lostRows, sentAt } = reply;
    assertIsOf(graph, patientId, formId);
    const clock = toClock(graph.generatedAt, sentAt);
    return { data: { graph, lost: toLostAnswers(lostRows), clock }, unreadable: unreadable.length };
  });
  const [graph, instrument] = await Promise.all([
    readPart(reading, signal),
    readPart(readInstrument(service, formId, signal), signal),
  ]);
  const course = {
    formId,
    /** Null where it could not be read, `failure` says why. */
    graph: graph.data?.graph ?? null,
    failure: graph.failure,
    instrument: instrument.data,
  };
  const { lost = [], clock = null } = graph.data ?? {};
  return { course, lost, clock, unreadable: graph.unreadable + instrument.unreadable };
}

export type ChartSnapshot = Awaited<ReturnType<typeof readChart>>;
export type CourseSnapshot = ChartSnapshot['courses'][number];

/** Throws {@link Refused} `not-linked`, `disagrees`, `mismatch`; otherwise as the client. */
export const readChart = async (context: PatientContext) =>
  readChartOf(context, await findPatientAgain(context));

/** The chart of a patient of the service; `agreed` as that of {@link findPatientAgain}. */
export async function readChartOf(
  { service, signal }: Pick<PatientContext, 'service' | 'signal'>,
  { patientId, agreed, origin }: Omit<LinkedPatient, 'notStored'>,
) {
  const { cache, professionalId } = service;
  const [patient, { applications, submissions, lostRows, at, ...history }] = await Promise.all([
    cache.get(`patient ${patientId}`, patientId, PATIENT_LIFE_MS, signal, (left) =>
      readPatient(service, patientId, left),
    ),
    readHistory(service, patientId, signal),
  ]);
  // Of an instrument there may be no more than a row that could not be read, which may be flagged.
  const all: readonly LostAnswer[] = [...applications, ...submissions, ...lostRows];
  const formIds = [
    ...new Set(all.flatMap(({ formTemplateId: id }) => (typeof id === 'string' ? id.toLowerCase() : []))),
  ];
  const courses: Awaited<ReturnType<typeof readCourse>>[] = [];
  while (courses.length < formIds.length) {
    const next = formIds.slice(courses.length, courses.length + CONCURRENT_GRAPHS_MAX);
    courses.push(
      ...(await Promise.all(next.map((formId) => readCourse(service, patientId, formId, signal)))),
    );
  }
  const serviceAt = nowBy(courses.find(({ clock }) => clock)?.clock);
  return {
    patient,
    /** UUID of the professional who is signed in, author of applications made here. */
    professionalId,
    applications,
    courses: courses.map(({ course, lost }) => ({
      ...course,
      submissions: submissions.filter((one) => isSameId(one.formTemplateId, course.formId)),
      ...toLost(lost),
    })),
    ...toLost(lostRows.map((row) => ({ patientId, ...row }))),
    /** Items that could not be read, in all. */
    unreadable: courses.reduce((sum, { unreadable }) => sum + unreadable, history.unreadable),
    /** Which second identifiers the page and the service's record agree in. Applying needs one of them at least. */
    agreed,
    /** How the link was made; absent where that is not known, or nobody was linked. */
    ...(origin && { origin }),
    /** When the history was read: milliseconds since the epoch, by the service's clock where that is known. */
    at: serviceAt === null ? at : at + serviceAt - service.now(),
    /** The present by the service's clock, milliseconds since the epoch; null where no answer told it. */
    serviceAt,
  };
}

/** Reads one submission with its answers; compared with patient and instrument. */
export const readItem = async (
  context: PatientContext,
  of: { readonly submissionId: number; readonly formId: string },
) => readItemOf(context, { ...of, patientId: (await findPatientAgain(context)).patientId });

export async function readItemOf(
  { service, signal }: Pick<PatientContext, 'service' | 'signal'>,
  {
    patientId,
    submissionId,
    formId,
  }: { readonly patientId: string; readonly submissionId: number; readonly formId: string },
) {
  const { client, professionalId } = service;
  const [{ data, unreadable, receivedAt, sentAt }, instrument] = await Promise.all([
    client(getSubmission, { params: { professionalId, submissionId }, signal }),
    readPart(readInstrument(service, formId, signal), signal),
  ]);
  assertMatch(data.id === submissionId);
  assertIsOf(data, patientId, formId);
  return {
    submission: data,
    instrument: instrument.data,
    unreadable: unreadable.length + instrument.unreadable,
    at: sentAt ?? receivedAt,
  };
}
