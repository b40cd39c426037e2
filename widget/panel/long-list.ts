import { type Client, pages } from '@instrument-panel/client';
import type { SubmissionSummary } from '@instrument-panel/client/contract';
import { listSubmissionSummaries } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import type { CourseQuery } from './attributes.ts';
import { mustBe, type Part } from './part.ts';

/**
 * Reads all submissions of a patient page by page.
 *
 * @throws {PanelError} `mismatch`; otherwise as the client and `pages` do
 */
export async function readLongList(
  client: Client,
  { professionalId, patientId }: CourseQuery,
  signal: AbortSignal,
): Promise<Part<readonly SubmissionSummary[]>> {
  const data: SubmissionSummary[] = [];
  let unreadable = 0;
  const call = { params: { professionalId, patientId }, signal };
  for await (const page of pages(client, listSubmissionSummaries, call)) {
    mustBe(page.items.every((submission) => isSameId(submission.patientId, patientId)));
    data.push(...page.items);
    unreadable += page.unreadable.length;
  }
  return { data, unreadable };
}
