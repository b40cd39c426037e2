import { readAnswer } from '@instrument-panel/client';
import {
  getInstrumentSummary,
  getScoreGraphSummary,
  type Instrument,
  listSubmissionSummaries,
  type ScoreGraph,
  type Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { toClock } from '@instrument-panel/shared/panel/clock';
import type * as z from 'zod/mini';
import { mustBe, type Part, toPart } from './problem.ts';
import type { PanelSnapshot } from './read.ts';

/** What a page gives a panel that it feeds itself, in the service's own shapes. Each part is checked as far as it is shown. */
export interface PanelData {
  readonly graph: ScoreGraph;
  readonly instrument?: Instrument | null | undefined;
  /** Absent means that risk data are unavailable, not that there is no risk. */
  readonly submissions?: readonly Submission[] | null | undefined;
}

const part = <S extends z.ZodMiniType>(schema: S, given: unknown): Part<z.output<S>> =>
  toPart(readAnswer(schema, given, { endpoint: 'data', status: 0 }));

/**
 * Reads `data` by the contract, as an answer of the service is read.
 *
 * @param patientId the patient whom the panel is about, where it says so
 * @throws {PanelError} `mismatch` where it is about another patient
 */
export async function readPanelData(
  { graph, instrument, submissions }: PanelData,
  at: number,
  patientId: string | null,
): Promise<PanelSnapshot> {
  const read = part(getScoreGraphSummary.response, graph);
  mustBe(!patientId || isSameId(read.data.patientId, patientId));
  return {
    graph: read,
    instrument: instrument ? part(getInstrumentSummary.response, instrument) : null,
    submissions: submissions ? part(listSubmissionSummaries.response, submissions) : null,
    at,
    clock: toClock(read.data.generatedAt, null),
  };
}
