import type { Reader } from '@instrument-panel/client';
import type { InstrumentGlance, ScoreGraphGlance, SubmissionGlance } from '@instrument-panel/client/contract';
import { glanceAtInstrument, glanceAtScoreGraph } from '@instrument-panel/client/contract';
import { type ScoreView, scoreView } from '@instrument-panel/shared/score';
import type { Asked } from './asked.ts';
import { mustBe, type Part, same } from './part.ts';
import { PanelError } from './problem.ts';
import { readSubmissions } from './submissions.ts';

/** What was read of one patient on one instrument. */
export interface Reading {
  readonly graph: Part<ScoreGraphGlance>;
  /** Null where it could not be read: then the direction is unknown. */
  readonly instrument: Part<InstrumentGlance> | null;
  /** Those of the patient, of any instrument; null where they could not be read: then risk data are unavailable. */
  readonly submissions: Part<readonly SubmissionGlance[]> | null;
  /** When the graph was read, milliseconds since the epoch. */
  readonly at: number;
  /** The whole that this is a patient's part of; absent where it is the whole itself. */
  readonly whole?: Reading;
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

async function readGraph(client: Reader, asked: Asked, signal: AbortSignal) {
  const { professionalId, patientId, formId, startDate, endDate } = asked;
  const reply = await client(glanceAtScoreGraph, {
    params: { professionalId, patientId, formId },
    query: { startDate: startDate ?? undefined, endDate: endDate ?? undefined },
    signal,
  });
  mustBe(same(reply.data.patientId, patientId) && same(reply.data.formTemplateId, formId));
  return { data: reply.data, unreadable: reply.unreadable.length, at: reply.receivedAt };
}

async function readInstrument(
  client: Reader,
  { formId }: Asked,
  signal: AbortSignal,
): Promise<Part<InstrumentGlance>> {
  const { data, unreadable } = await client(glanceAtInstrument, { params: { formId }, signal });
  mustBe(same(data.id, formId));
  return { data, unreadable: unreadable.length };
}

/**
 * Reads the course. With `before`, the graph comes first, and the rest only where it changed or is not there yet.
 *
 * @throws {PanelError} `mismatch`; otherwise as the client does for the graph
 */
export async function readCourse(
  client: Reader,
  asked: Asked,
  signal: AbortSignal,
  before: Reading | null,
): Promise<Reading> {
  const reading = readGraph(client, asked, signal);
  const graph = before ? await reading : null;
  const isNew = !before || JSON.stringify(graph?.data.series) !== JSON.stringify(before.graph.data.series);
  const [read, instrument, submissions] = await Promise.all([
    reading,
    before?.instrument ?? optional(readInstrument(client, asked, signal), signal),
    (!isNew && before.submissions) || optional(readSubmissions(client, asked, signal), signal),
  ]);
  return { graph: before && !isNew ? before.graph : read, instrument, submissions, at: read.at };
}

/** The instrument's title with its short one; empty where neither the instrument nor a submission names it. */
export function titleOf({ graph, instrument, submissions }: Reading): string {
  const id = graph.data.formTemplateId;
  const named = submissions?.data.find(
    ({ formTemplateId, formTemplate }) => formTemplate && formTemplateId === id,
  );
  const { title = '', shortTitle } = instrument?.data ?? named?.formTemplate ?? {};
  return shortTitle && !title.includes(shortTitle) ? `${title} (${shortTitle})` : title;
}

/** Makes the view of a reading; the same reading and series give the same view, so that nothing is redrawn. */
export function createView(): (reading: Reading, seriesId: string | null) => ScoreView {
  let made: readonly [unknown, unknown, unknown, unknown, ScoreView] | undefined;
  return ({ graph, instrument, submissions }, seriesId) => {
    const key = [graph, instrument, submissions, seriesId] as const;
    if (made && key.every((value, index) => value === made?.[index])) return made[4];
    const parts = [graph, instrument, submissions];
    const view = scoreView({
      graph: graph.data,
      instrument: instrument?.data,
      submissions: submissions?.data,
      seriesId,
      unreadable: parts.reduce((sum, part) => sum + (part?.unreadable ?? 0), 0),
    });
    made = [...key, view];
    return view;
  };
}
