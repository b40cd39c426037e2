import { type Client, pages } from '@instrument-panel/client';
import type { ScoredSubmission } from '@instrument-panel/client/contract';
import { listPatientScores, listScores } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { mustBe } from '../panel/part.ts';

/** Whose submissions are read. */
export interface ListAsked {
  readonly professionalId: string;
  /** Null for all patients of the professional: the service lets a list be narrowed to one patient or to none. */
  readonly patientId: string | null;
  /** Null for every instrument. */
  readonly formId: string | null;
}

/** Submissions, with how many could not be read, and when they were: milliseconds since the epoch. */
export interface List {
  readonly data: readonly ScoredSubmission[];
  readonly unreadable: number;
  readonly at: number;
}

/** The proxy lets 200 through at once; a longer list is gone on with one row of overlap. */
export const PAGE_LIMIT = 199;
/** A cap on `limit` is a round number, decimal or binary: rows of any other count were not cut short by one. */
const mayBeCut = (rows: number): boolean => rows >= PAGE_LIMIT || rows % 5 === 0 || (rows & (rows - 1)) === 0;

/**
 * Reads all submissions of a page's patients, nearly always in one request. Rows that may have been cut short are
 * followed to their end.
 *
 * @throws {PanelError} `mismatch` for a row of another patient or instrument than asked for; otherwise as the
 *   client and `pages` do
 */
export async function readList(client: Client, asked: ListAsked, signal: AbortSignal): Promise<List> {
  const { professionalId, patientId, formId } = asked;
  const all = { params: { professionalId }, query: { formTemplateId: formId ?? undefined }, signal };
  const one = patientId && { params: { professionalId, patientId }, signal };
  const first = await (one
    ? client(listPatientScores, { ...one, query: { limit: PAGE_LIMIT, offset: 0 } })
    : client(listScores, { ...all, query: { ...all.query, limit: PAGE_LIMIT, offset: 0 } }));
  const data = [...first.data];
  let unreadable = first.unreadable.length;
  if (unreadable || (data.length && mayBeCut(data.length))) {
    // The first page is there already.
    let held: typeof first | null = first;
    const reader = ((endpoint, ...input) => {
      const page = held;
      held = null;
      return page ? Promise.resolve(page) : client(endpoint, ...input);
    }) as Client;
    const options = { pageSize: PAGE_LIMIT };
    data.length = unreadable = 0;
    for await (const page of one
      ? pages(reader, listPatientScores, one, options)
      : pages(reader, listScores, all, options)) {
      data.push(...page.items);
      unreadable += page.unreadable.length;
    }
  }
  mustBe(
    data.every(
      (row) =>
        (!patientId || isSameId(row.patientId, patientId)) &&
        (!!patientId || !formId || isSameId(row.formTemplateId, formId)),
    ),
  );
  return { data, unreadable, at: first.receivedAt };
}
