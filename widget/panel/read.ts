import type { Caller } from '@instrument-panel/client';
import {
  getInstrumentSummary,
  getScoreGraphSummary,
  type InstrumentSummary,
  listSubmissionSummaries,
  type ScoreGraphSummary,
  type SubmissionSummary,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { type ClockReading, nowBy, toClock } from '@instrument-panel/shared/panel/clock';
import { joinTitles } from '@instrument-panel/shared/panel/headline';
import { type ScoreView, scoreView } from '@instrument-panel/shared/score';
import type { CourseQuery } from './attributes.ts';
import { mustBe, PanelError, type Part, toPart } from './problem.ts';

/** What was read of one patient on one instrument. */
export interface PanelSnapshot {
  readonly graph: Part<ScoreGraphSummary>;
  /** Null where it could not be read: then the direction is unknown. */
  readonly instrument: Part<InstrumentSummary> | null;
  /** Those of the patient, of any instrument; null where they could not be read: then risk data are unavailable. */
  readonly submissions: Part<readonly SubmissionSummary[]> | null;
  /** Ends of the period that was asked for, RFC 3339. */
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  /** When the graph was read, milliseconds since the epoch. */
  readonly at: number;
  /** Null where no answer told it. */
  readonly clock: ClockReading | null;
  /** The snapshot before what patients do not see was taken out; absent if nothing was. */
  readonly unfiltered?: PanelSnapshot;
}

/** A part that the graph can do without: null where it fails, but a wrong patient or an abort is never passed over. */
async function optional<T>(part: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await part;
  } catch (error) {
    if (signal.aborted || error instanceof PanelError) throw error;
    return null;
  }
}

async function readGraph(client: Caller, asked: CourseQuery, signal: AbortSignal) {
  const { professionalId, patientId, formId, startDate, endDate } = asked;
  const reply = await client(getScoreGraphSummary, {
    params: { professionalId, patientId, formId },
    query: { startDate: startDate ?? undefined, endDate: endDate ?? undefined },
    signal,
  });
  mustBe(isSameId(reply.data.patientId, patientId) && isSameId(reply.data.formTemplateId, formId));
  const { receivedAt, sentAt } = reply;
  const clock = toClock(reply.data.generatedAt, sentAt);
  return { part: toPart(reply), at: sentAt ?? receivedAt, clock };
}

async function readInstrument(client: Caller, { formId }: CourseQuery, signal: AbortSignal) {
  const reply = await client(getInstrumentSummary, { params: { formId }, signal });
  mustBe(isSameId(reply.data.id, formId));
  return toPart(reply);
}

/**
 * Reads all submissions of a patient, of every instrument. Nearly always the proxy says that nothing follows; otherwise the
 * code that reads on, page by page, is fetched with the panel's details, since a short page proves nothing.
 */
async function readSubmissions(
  client: Caller,
  asked: CourseQuery,
  signal: AbortSignal,
): Promise<Part<readonly SubmissionSummary[]>> {
  const { professionalId, patientId } = asked;
  const first = await client(listSubmissionSummaries, { params: { professionalId, patientId }, signal });
  mustBe(first.data.every((submission) => isSameId(submission.patientId, patientId)));
  if (first.isWhole) return toPart(first);
  return (await import('./long-list.ts')).readLongList(client, asked, signal, first);
}

/** Reads the course. With `before`, the graph comes first, and the rest only where it changed or is not there yet. */
export async function readCourse(
  client: Caller,
  asked: CourseQuery,
  signal: AbortSignal,
  before: PanelSnapshot | null,
): Promise<PanelSnapshot> {
  const reading = readGraph(client, asked, signal);
  const graph = before ? await reading : null;
  const sent = ({ data, lost }: PanelSnapshot['graph']) => JSON.stringify([data.series, lost]);
  const isSame = before && graph && sent(graph.part) === sent(before.graph);
  const [{ part, at, clock }, instrument, submissions] = await Promise.all([
    reading,
    before?.instrument ?? optional(readInstrument(client, asked, signal), signal),
    (isSame && before.submissions) || optional(readSubmissions(client, asked, signal), signal),
  ]);
  return {
    graph: isSame ? before.graph : part,
    instrument,
    submissions,
    startDate: asked.startDate,
    endDate: asked.endDate,
    at,
    clock,
  };
}

/** Gives the instrument's title with its short one; empty if neither the instrument nor a submission names it. */
export function toTitle({ graph, instrument, submissions }: PanelSnapshot): string {
  const id = graph.data.formTemplateId;
  const named = submissions?.data.find(
    ({ formTemplateId, formTemplate }) => formTemplate && formTemplateId === id,
  );
  const { title, shortTitle } = instrument?.data ?? named?.formTemplate ?? {};
  return joinTitles(title ?? '', shortTitle);
}

/** How long a view is used before statements that depend on the time of day are refreshed. */
const VIEW_LIFE_MS = 600_000;

/** Makes the view of a reading; the same reading and series give the same view for a while, so that nothing is redrawn. */
export function createView(): (reading: PanelSnapshot, seriesId: string | null) => ScoreView {
  let made: readonly [...unknown[], ScoreView] | undefined;
  return ({ graph, instrument, submissions, startDate, endDate, clock }, seriesId) => {
    const now = nowBy(clock);
    const parts = [graph, instrument, submissions];
    const key = [...parts, seriesId, now && Math.floor(now / VIEW_LIFE_MS)];
    if (made && key.every((value, index) => value === made?.[index])) return made.at(-1) as ScoreView;
    const view = scoreView({
      graph: graph.data,
      instrument: instrument?.data,
      submissions: submissions?.data,
      seriesId,
      lost: parts.flatMap((part) => part?.lost ?? []),
      startDate,
      endDate,
      now,
      unreadable: parts.reduce((sum, part) => sum + (part?.unreadable ?? 0), 0),
    });
    made = [...key, view];
    return view;
  };
}
