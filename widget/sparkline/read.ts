import {
  type Caller,
  type PagedList,
  type PageItem,
  type PagesInput,
  readAnswer,
} from '@instrument-panel/client';
import {
  type Call,
  getScale,
  type Instrument,
  listPatientScores,
  listScores,
  type ScaleSummary,
  type ScoredSubmission,
  type Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { type ClockReading, toClock } from '@instrument-panel/shared/panel/clock';
import { readAll, toLostRows, type WholeList } from '@instrument-panel/shared/panel/read-all';
import type { LostAnswer } from '@instrument-panel/shared/score/latest';
import { latestForm } from '@instrument-panel/shared/score/short-view';
import { mustBe } from '../panel/problem.ts';

/** What a page gives a sparkline that it feeds itself, in the service's own shapes. */
export interface SparklineData {
  /** All of one patient; those of other instruments are left out. */
  readonly submissions: readonly Submission[];
  /** Gives the ends of the scale. */
  readonly instrument?: Instrument | null | undefined;
}

/** What was read of one patient. */
export interface Known {
  readonly formId: string | null;
  readonly submissions: readonly ScoredSubmission[];
  /** What could be read of rows that were left out; of a list of many patients some may not say whose they are. */
  readonly lost: readonly LostAnswer[];
  /** Null where it could not be read: the ends of the scale are then taken from the scores. */
  readonly scale: ScaleSummary | null;
  /** Fields that could not be read. */
  readonly unreadable: number;
  /** Their paths, each from the start of its page. */
  readonly paths: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly clock: ClockReading | null;
}

const about = { endpoint: 'data', status: 0 };

/**
 * Reads `data` by the contract, as an answer of the service is read.
 *
 * @param patientId the patient whom the sparkline is about, where it says so; in lower case
 * @throws {PanelError} `mismatch` where it is about another patient, or about several
 */
export async function readData(
  { submissions, instrument }: SparklineData,
  at: number,
  patientId: string | null,
  formId: string | null,
): Promise<Known & { readonly patientId: string }> {
  const { data, unreadable, lostRows } = readAnswer(listScores.response, submissions, about);
  const patient = patientId ?? data[0]?.patientId.toLowerCase() ?? '';
  mustBe(data.every((one) => isSameId(one.patientId, patient)));
  return {
    patientId: patient,
    formId: formId ?? latestForm(data, null),
    submissions: data,
    lost: toLostRows(lostRows).map((row) => ({ patientId: patient, ...row })),
    scale: instrument ? readAnswer(getScale.response, instrument, about).data : null,
    unreadable: unreadable.length,
    paths: unreadable.map(({ path }) => path),
    at,
    clock: null,
  };
}

/** Whose submissions are read. */
export interface ListAsked {
  readonly professionalId: string;
  /** Null for all patients of the professional: the service lets a list be narrowed to one patient or to none. */
  readonly patientId: string | null;
  /** Null for every instrument. */
  readonly formId: string | null;
}

/** What one sparkline is asked to show; without `formId` the instrument of the patient's latest answer. */
export type SparklineAsked = ListAsked & { readonly patientId: string };

/** The proxy lets 200 through at once; a longer list is gone on with one row of overlap. */
export const PAGE_LIMIT = 199;
/** A cap on `limit` is a round number, decimal or binary: rows of any other count were not cut short by one. */
const mayBeCut = (rows: number): boolean => rows >= PAGE_LIMIT || rows % 5 === 0 || (rows & (rows - 1)) === 0;

/**
 * Reads a paged list, nearly always in one request: whole where it is a part of courses. One of which no end is said, and that
 * may have been cut short, is followed to its end.
 */
export async function readWhole<E extends PagedList>(client: Caller, list: E, input: PagesInput<E>) {
  const query = list.part ? input.query : { ...input.query, limit: PAGE_LIMIT, offset: 0 };
  const first = await client<Call>(list, { ...input, query });
  const { unreadable, lostRows, sentAt, receivedAt } = first;
  const items = first.data as readonly PageItem<E>[];
  let whole: WholeList<PageItem<E>> = {
    items,
    unreadable: unreadable.length,
    paths: unreadable.map(({ path }) => path),
    lostRows: toLostRows(lostRows),
  };
  if (!first.isWhole && (whole.unreadable || (items.length && mayBeCut(items.length))))
    whole = await readAll(client, list, input, PAGE_LIMIT, first);
  return { ...whole, at: sentAt ?? receivedAt, clock: toClock(null, sentAt) };
}

/** The submissions of a page's patients, and by which clock they were read. */
export type SubmissionList = Awaited<ReturnType<typeof readList>>;

/**
 * Reads all submissions of a page's patients. Throws `mismatch` for a row of another patient or instrument; otherwise as
 * the client does.
 */
export async function readList(client: Caller, asked: ListAsked, signal: AbortSignal) {
  const { professionalId, patientId, formId } = asked;
  const list = await (patientId
    ? readWhole(client, listPatientScores, { params: { professionalId, patientId }, signal })
    : readWhole(client, listScores, {
        params: { professionalId },
        query: { formTemplateId: formId ?? undefined },
        signal,
      }));
  mustBe(
    list.items.every(
      (row) =>
        (!patientId || isSameId(row.patientId, patientId)) &&
        (!!patientId || !formId || isSameId(row.formTemplateId, formId)),
    ),
  );
  // What is asked of one patient is of that patient.
  const lostRows = list.lostRows.map((row) => (patientId ? { patientId, ...row } : row));
  return { ...list, lostRows };
}
