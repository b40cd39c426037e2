import type { Submission } from '@instrument-panel/client/contract';
import type { MissedRequest } from '@instrument-panel/shared/score/view';
import { h } from '@instrument-panel/shared/ui/dom';
import { itemMessages } from '@instrument-panel/shared/words/compiled/item/all';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { joinSentences, sayRequest } from '@instrument-panel/shared/words/say-details';
import { isPending, type PanelCourse } from '../course.ts';
import { createChangeButton } from './change-box.ts';
import {
  createButton,
  createKeyedList,
  type PanelPart,
  setChildren,
  setText,
  type ViewContext,
} from './view.ts';

/** When a request was made, milliseconds; NaN if the service gives no date. */
const askedAt = ({ notifiedAt, startedAt, createdAt }: Submission): number =>
  Date.parse(notifiedAt ?? startedAt ?? createdAt ?? '');

const answeredAt = ({ completedFillAt }: Submission): number => Date.parse(completedFillAt ?? '');

/** Says everything about one request in a sentence: when it was answered, or how it stands and why. */
function saySubmission({ speech }: ViewContext, one: Submission): string {
  const { words, format } = speech.course;
  const at = askedAt(one);
  if (one.status in words.missedStatus) {
    const request = { submissionId: one.id, at, status: one.status as MissedRequest['status'] };
    return Number.isNaN(at)
      ? words.missedStatus[request.status]
      : joinSentences(sayRequest(speech.course, request, one));
  }
  const answered = answeredAt(one);
  const status = selectMessages(itemMessages, words.lang).status[one.status];
  if (!Number.isNaN(answered)) return `${status} ${format.moment(answered)}.`;
  const deadline = Date.parse(one.deadline ?? '');
  return joinSentences([
    status,
    ...(Number.isNaN(at) ? [] : [speech.chart.asked({ moment: format.moment(at) })]),
    Number.isNaN(deadline)
      ? words.requests.noDeadline
      : words.requests.deadline({ moment: format.moment(deadline) }),
  ]);
}

function createRequest(context: ViewContext, course: PanelCourse, one: Submission): HTMLElement {
  const { speech, actions } = context;
  const { words, format } = speech.course;
  const answered = answeredAt(one);
  const at = Number.isNaN(answered) ? askedAt(one) : answered;
  const about = Number.isNaN(at) ? '' : format.moment(at);
  const open = (): void => actions.item(course.formId, one.id);
  const name = { class: 'link', 'aria-label': words.openAnswers({ moment: about }) };
  const change = (kind: 'cancel-request' | 'delete-request') =>
    createChangeButton(context, course, { kind, id: one.id, about });
  return h(
    'li',
    {},
    h('span', { dir: 'auto' }, saySubmission(context, one)),
    h(
      'span',
      { class: 'buttons' },
      ...(Number.isNaN(answered)
        ? []
        : [createButton(selectMessages(itemMessages, speech.lang).answers, open, name)]),
      ...(isPending(one) ? change('cancel-request') : []),
      ...(one.status === 'ANSWERED' ? change('delete-request') : []),
    ),
  );
}

/** Shows the requests of an instrument, newest first, each with how it stands and why. */
export function createRequests(context: ViewContext): PanelPart<PanelCourse> {
  const { chart } = context.speech;
  const none = h('p', { class: 'small' }, chart.noRequests);
  const summary = h('summary', {});
  const list = h('ul', {});
  const details = h('details', { class: 'requests' }, summary, list);
  const element = h('div');
  let course: PanelCourse | null = null;
  const showList = createKeyedList<Submission>(list, {
    key: ({ id }) => id,
    signature: (one) => JSON.stringify([one, context.store.canApply, course?.name, course?.title]),
    make: (one) => (course ? createRequest(context, course, one) : h('li', {})),
  });
  return {
    element,
    update(next) {
      if (next === course) return;
      course = next;
      const { submissions } = next;
      setText(summary, chart.requests({ count: submissions.length }));
      showList(submissions);
      setChildren(element, [submissions.length > 0 ? details : none]);
    },
  };
}
