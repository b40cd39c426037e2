import { readAnswer } from '@instrument-panel/client';
import {
  getInstrumentSummary,
  getScoreGraphSummary,
  type Instrument,
  listSubmissionSummaries,
  type Schema,
  type ScoreGraph,
  type Submission,
  type ValueOf,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { toClock } from '@instrument-panel/shared/panel/clock';
import { mustBe, type Part, toPart } from './problem.ts';
import type { PanelSnapshot } from './read.ts';

/** What a page gives a panel that it feeds itself, in the service's own shapes. Each part is checked as far as it is shown. */
export interface PanelData {
  readonly graph: ScoreGraph;
  readonly instrument?: Instrument | null | undefined;
  /** Absent means that risk data are unavailable, not that there is no risk. */
  readonly submissions?: readonly Submission[] | null | undefined;
}

const part = <S extends Schema>(schema: S, given: unknown): Part<ValueOf<S>> =>
  toPart(readAnswer(schema, given, { endpoint: 'data', status: 0 }));

/**
 * Reads what a graph can be shown without; null where it is not there, or is not of the contract as a whole, which the
 * page's developer is told.
 */
function optional<S extends Schema>(schema: S, given: unknown): Part<ValueOf<S>> | null {
  try {
    return given ? part(schema, given) : null;
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Takes out the rows of other patients, and counts them as what could not be read. */
function ofPatient<Row extends { readonly id: number; readonly patientId: string }>(
  read: Part<readonly Row[]> | null,
  given: PanelData['submissions'],
  patientId: string,
): Part<readonly Row[]> | null {
  const others = read?.data.filter((row) => !isSameId(row.patientId, patientId));
  if (!read || !others?.length) return read;
  const paths = others.map(({ id }) => `[${given?.findIndex((row) => row?.id === id)}].patientId`);
  return {
    ...read,
    data: read.data.filter((row) => !others.includes(row)),
    unreadable: read.unreadable + others.length,
    paths: [...read.paths, ...paths],
  };
}

/**
 * Reads `data` by the contract, as an answer of the service is read.
 *
 * @param element names the patient and the instrument that the panel is about, where it says so; submissions of other
 *   patients are left out, and counted as unreadable
 * @throws {PanelError} `mismatch` where it is about another patient or instrument
 */
export function readPanelData(
  { graph, instrument, submissions }: PanelData,
  element: Element,
): PanelSnapshot {
  const read = part(getScoreGraphSummary.response, graph);
  const named = optional(getInstrumentSummary.response, instrument);
  const [patientId, formId] = ['patient-id', 'form-id'].map((name) => element.getAttribute(name));
  const { patientId: patient, formTemplateId: form } = read.data;
  mustBe(
    isSameId(patient, patientId || patient) &&
      isSameId(form, formId || form) &&
      isSameId(form, named?.data.id ?? form),
  );
  return {
    graph: read,
    instrument: named,
    submissions: ofPatient(optional(listSubmissionSummaries.response, submissions), submissions, patient),
    at: Date.now(),
    clock: toClock(read.data.generatedAt, null),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** True for values of JSON that say the same. Lists of other lengths are told apart at once: a course of years grows by one. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other || !one || !other || typeof one !== 'object' || typeof other !== 'object')
    return one === other;
  const [fields, others] = [one as Fields, other as Fields];
  if (fields.length !== others.length) return false;
  const keys = Object.keys(fields);
  return keys.length === Object.keys(others).length && keys.every((key) => isSame(fields[key], others[key]));
}

/** Two graphs that differ only in when they were made are the same. */
function isSameGraph(one: PanelSnapshot['graph'], other: PanelSnapshot['graph']): boolean {
  const said = ({ data, ...rest }: PanelSnapshot['graph']) => [{ ...data, generatedAt: null }, rest];
  return isSame(said(one), said(other));
}

/**
 * Keeps each part of a reading that says the same anew, so that it is neither drawn nor told again. Returns `before` if
 * all do and the service's clock has not moved.
 */
export function keepSame(before: PanelSnapshot | null, next: PanelSnapshot): PanelSnapshot {
  if (!before) return next;
  const { graph, instrument, submissions } = before;
  const kept = {
    ...next,
    graph: isSameGraph(graph, next.graph) ? graph : next.graph,
    instrument: isSame(instrument, next.instrument) ? instrument : next.instrument,
    submissions: isSame(submissions, next.submissions) ? submissions : next.submissions,
  };
  const isKept = kept.graph === graph && kept.instrument === instrument && kept.submissions === submissions;
  return isKept && before.clock?.at === next.clock?.at ? before : kept;
}
