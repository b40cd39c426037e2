import type { SubmissionGlance } from '@instrument-panel/client/contract';
import type { MissedRequest } from '../../score/view.ts';
import type { WholeSpeech } from './say-point.ts';

/** The submissions of a reading by their ids. */
export type Requests = ReadonlyMap<number, SubmissionGlance>;

const instant = (text: string | null | undefined): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

/**
 * Everything about a request that was not answered, one line for each fact: how it stands, why, when it was made,
 * whether the patient had begun, until when it could be answered.
 *
 * @param request the submission as it was read; what it does not give is said or left out, never guessed
 */
export function sayRequest(
  { words, format }: WholeSpeech,
  { status, at }: MissedRequest,
  request: SubmissionGlance | undefined,
): string[] {
  const { requests, missedStatus } = words;
  const asked = instant(request?.notifiedAt) ?? instant(request?.startedAt) ?? at;
  const begun = instant(request?.startedFillAt);
  const deadline = instant(request?.deadline);
  return [
    missedStatus[status],
    requests.why[status],
    requests.asked(format.moment(asked)),
    ...(begun === null ? [] : [requests.begun(format.moment(begun))]),
    deadline === null ? requests.noDeadline : requests.deadline(format.moment(deadline)),
  ];
}
