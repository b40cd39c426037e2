import type { Reader } from '../../shared/client/index.ts';
import { pages } from '../../shared/client/paging.ts';
import { glanceAtSubmissions } from '../../shared/contract/endpoints/course.ts';
import type { SubmissionGlance } from '../../shared/contract/resources/submission.ts';
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
