import type { Reader } from '@instrument-panel/client';
import { pages } from '@instrument-panel/client';
import type { SubmissionGlance } from '@instrument-panel/client/contract';
import { glanceAtSubmissions } from '@instrument-panel/client/contract';
import type { Asked } from './asked.ts';
import { mustBe, type Part, same } from './part.ts';

/**
 * Reads all submissions of a patient page by page, where they do not come at once.
 *
 * @throws {PanelError} `mismatch`; otherwise as the client and `pages` do
 */
export async function readLongList(
  client: Reader,
  { professionalId, patientId }: Asked,
  signal: AbortSignal,
): Promise<Part<readonly SubmissionGlance[]>> {
  const data: SubmissionGlance[] = [];
  let unreadable = 0;
  const call = { params: { professionalId, patientId }, signal };
  for await (const page of pages(client, glanceAtSubmissions, call)) {
    mustBe(page.items.every((submission) => same(submission.patientId, patientId)));
    data.push(...page.items);
    unreadable += page.unreadable.length;
  }
  return { data, unreadable };
}
