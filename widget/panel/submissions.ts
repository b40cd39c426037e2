import type { Reader } from '@instrument-panel/client';
import type { SubmissionGlance } from '@instrument-panel/client/contract';
import { glanceAtSubmissions } from '@instrument-panel/client/contract';
import type { Asked } from './asked.ts';
import { mustBe, type Part, same } from './part.ts';

/** What the proxy lets through at once. */
const AT_ONCE = 200;

/**
 * Reads all submissions of a patient, of every instrument. Nearly always they come at once, and one more call
 * tells that nothing follows, since a proxy may cap `limit` and a short page proves nothing. Only where something
 * does follow, or the last row could not be read, is the code for a longer list fetched, and the list read by it.
 *
 * @throws {PanelError} `mismatch`; otherwise as the client and `pages` do
 */
export async function readSubmissions(
  client: Reader,
  asked: Asked,
  signal: AbortSignal,
): Promise<Part<readonly SubmissionGlance[]>> {
  const { professionalId, patientId } = asked;
  const call = { params: { professionalId, patientId }, signal };
  const read = (limit: number, offset: number) =>
    client(glanceAtSubmissions, { ...call, query: { limit, offset } });

  const first = await read(AT_ONCE, 0);
  const { data } = first;
  const unreadable = first.unreadable.length;
  mustBe(data.every((submission) => same(submission.patientId, patientId)));
  if (data.length + unreadable === 0) return { data, unreadable };
  if (unreadable === 0) {
    const end = await read(2, data.length - 1);
    if (end.data.length === 1 && !end.unreadable.length && end.data[0]?.id === data.at(-1)?.id) {
      return { data, unreadable };
    }
  }
  return (await import('./long-list.ts')).readLongList(client, asked, signal);
}
