import type { Submission } from '@instrument-panel/client/contract';
import { sayRequest } from '@instrument-panel/shared/locale/panel/say-request';
import { sentence } from '@instrument-panel/shared/locale/sentence';
import type { MissedRequest } from '@instrument-panel/shared/score/view';
import { itemMessages } from '@instrument-panel/shared/words/compiled/item/all';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { isPending } from '../store/due.ts';
import { ChangeButton } from './change-button.tsx';
import type { DetailProps } from './course-detail.tsx';

/** When a request was made, milliseconds; NaN where the service says nothing. */
const askedAt = ({ notifiedAt, startedAt, createdAt }: Submission): number =>
  Date.parse(notifiedAt ?? startedAt ?? createdAt ?? '');

const answeredAt = ({ completedFillAt }: Submission): number => Date.parse(completedFillAt ?? '');

/** Everything about one request in a sentence: answered when, or how it stands and why. */
function sayOne({ speech }: DetailProps, one: Submission): string {
  const { words, format } = speech.course;
  const at = askedAt(one);
  if (one.status in words.missedStatus) {
    const request = { submissionId: one.id, at, status: one.status as MissedRequest['status'] };
    return Number.isNaN(at)
      ? words.missedStatus[request.status]
      : sentence(sayRequest(speech.course, request, one));
  }
  const answered = answeredAt(one);
  const standing = selectMessages(itemMessages, words.lang).status[one.status];
  if (!Number.isNaN(answered)) return `${standing} ${format.moment(answered)}.`;
  const deadline = Date.parse(one.deadline ?? '');
  return sentence([
    standing,
    ...(Number.isNaN(at) ? [] : [speech.chart.asked(format.moment(at))]),
    Number.isNaN(deadline) ? words.requests.noDeadline : words.requests.deadline(format.moment(deadline)),
  ]);
}

function Request({ one, ...props }: DetailProps & { readonly one: Submission }) {
  const { speech, course, intents } = props;
  const answered = answeredAt(one);
  const told = Number.isNaN(answered) ? askedAt(one) : answered;
  const about = Number.isNaN(told) ? '' : speech.course.format.moment(told);
  return (
    <li>
      <span dir="auto">{sayOne(props, one)}</span>
      <span class="buttons">
        {!Number.isNaN(answered) && (
          <button
            type="button"
            class="link"
            aria-label={speech.course.words.openAnswers(speech.course.format.moment(answered))}
            onClick={() => intents.item(course.formId, one.id)}
          >
            {selectMessages(itemMessages, speech.lang).answers}
          </button>
        )}
        {isPending(one) && <ChangeButton {...props} kind="cancel-request" id={one.id} about={about} />}
        {one.status === 'ANSWERED' && (
          <ChangeButton {...props} kind="delete-request" id={one.id} about={about} />
        )}
      </span>
    </li>
  );
}

/** The requests of an instrument, newest first, each with how it stands and why. */
export function Requests(props: DetailProps) {
  const { speech, course } = props;
  const { submissions } = course;
  if (submissions.length === 0) return <p class="small">{speech.chart.noRequests}</p>;
  return (
    <details class="requests">
      <summary>{speech.chart.requests(submissions.length)}</summary>
      <ul>
        {submissions.map((one) => (
          <Request key={one.id} {...props} one={one} />
        ))}
      </ul>
    </details>
  );
}
