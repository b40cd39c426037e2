import type { Caller, Reply } from '@instrument-panel/client';
import { listSubmissionSummaries, type SubmissionSummary } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { readAll } from '@instrument-panel/shared/panel/read-all';
import type { CourseQuery } from './attributes.ts';
import { mustBe, type Part } from './problem.ts';

/** The most that the proxy lets through in one page, less the row that two pages share. */
const PAGE_LIMIT = 199;

/** Goes on with all submissions of a patient, page by page, after the `first`; throws {@link PanelError} `mismatch`, or as the client does. */
export async function readLongList(
  client: Caller,
  { professionalId, patientId }: CourseQuery,
  signal: AbortSignal,
  first: Reply<unknown>,
): Promise<Part<readonly SubmissionSummary[]>> {
  const call = { params: { professionalId, patientId }, signal };
  const { items, unreadable, paths, lostRows } = await readAll(
    client,
    listSubmissionSummaries,
    call,
    PAGE_LIMIT,
    first,
  );
  mustBe(items.every((submission) => isSameId(submission.patientId, patientId)));
  return { data: items, unreadable, paths, lost: lostRows };
}
