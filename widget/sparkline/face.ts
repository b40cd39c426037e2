import { drawSparkline } from '@instrument-panel/shared/chart/sparkline';
import { RISK_SIGNS } from '@instrument-panel/shared/panel/risk-signs';
import type { ShortView } from '@instrument-panel/shared/score/short-view';
import { createTemplate, fillElement, findPart, h } from '@instrument-panel/shared/ui/dom';
import type { SparklineFirstMessages } from '@instrument-panel/shared/words/compiled/sparkline-first/en';
import {
  type SparklineSpeech,
  sayMax,
  sayRange,
  sayRisk,
  sayUnread,
} from '@instrument-panel/shared/words/say';
import { joinSentences, sayDate, sayPicture, sayRiskShort } from '@instrument-panel/shared/words/say-picture';
import type { Status } from '../element.ts';
import type { readView } from './source.ts';

type SparklineView = ShortView & Pick<ReturnType<typeof readView>, 'asksNoRisk'>;

/** Everything that a sparkline shows at one moment. */
interface SparklineViewModel {
  readonly status: Status;
  /** Words for a sparkline that shows no course. */
  readonly words: SparklineFirstMessages;
  /** Null while the words for a course are on their way. */
  readonly speech: SparklineSpeech | null;
  readonly view: SparklineView | null;
  readonly at: number;
  /** The title is shown beside the score if no instrument was asked for. */
  readonly isNamed: boolean;
  readonly isLong: boolean;
  /** What to do about what went wrong; empty where nothing did, or while its words are on their way. */
  readonly reason: string;
  /** The page tells the user itself. */
  readonly isQuiet: boolean;
  /** What failed, or could not be read, can be read again. */
  readonly canRetry: boolean;
  /** The browser's time zone is used in place of an invalid one. */
  readonly isZoneWrong: boolean;
}

const TEXTS = 'mark risk-text risk-whole name picture value max range-text date note-text note-whole'.split(
  ' ',
);

const part = (name: string, ...children: (Node | string)[]): HTMLElement =>
  h('span', { id: name, part: name }, ...children);
const span = (id: string, attributes = {}): HTMLElement => h('span', { id, ...attributes });

/** The tree of a sparkline, empty. */
export const template = createTemplate(() =>
  h(
    'span',
    { id: 'box', part: 'sparkline' },
    part(
      'risk',
      h('i', { id: 'mark', 'aria-hidden': 'true' }),
      span('risk-text', { 'aria-hidden': 'true' }),
      span('risk-whole', { class: 'quiet' }),
    ),
    part('picture'),
    part(
      'text',
      part('name'),
      part('score', h('b', { id: 'value' }), ' ', span('max')),
      part(
        'note',
        span('note-text', { 'aria-hidden': 'true' }),
        span('note-whole', { class: 'quiet' }),
        h('button', { id: 'retry', part: 'retry', type: 'button' }, '↻'),
      ),
      part('range', h('i', { id: 'swatch' }), span('range-text')),
      part('date'),
    ),
  ),
);

/** Leaves nothing of a patient behind, shown or hidden. */
export function blank(root: ShadowRoot): void {
  for (const id of TEXTS) findPart(root, id).textContent = '';
  for (const id of ['risk', 'range', 'note']) findPart(root, id).title = '';
  findPart(root, 'swatch').hidden = true;
  delete findPart(root, 'box').dataset.risk;
}

export function show(root: ShadowRoot, shows: SparklineViewModel): void {
  const { status, words, speech, view, reason } = shows;
  blank(root);
  const box = findPart(root, 'box');
  // A browser computes all styles anew for a language that is set, though it is the same.
  fillElement(box, {
    lang: words.lang,
    'data-status': status,
    'aria-busy': String(status === 'loading'),
  });
  let isWhole = status === 'ready' || status === 'empty' || status === 'loading';
  const { isLong } = shows;
  const seen: string[] = [];
  const whole: string[] = [];
  const note = (text: string, more = `${text}.`, long = more): void => {
    seen.push(isLong ? long : text);
    whole.push(more);
  };
  if (status === 'loading') findPart(root, 'risk-whole').textContent = words.loading;
  if (status === 'error' && !shows.isQuiet) note(words.failed, `${words.failed}. ${reason}`);
  if (speech && view) {
    const {
      notCurrent,
      staleSince,
      unscored,
      noAnswers,
      incomplete,
      unreadable,
      scaleDisputed,
      browserTimeZone,
      timeZoneFallback,
    } = speech.words;
    if (status === 'stale') {
      const since = staleSince({ date: speech.format.moment(shows.at) });
      note(notCurrent, `${since} ${reason}`, since);
    }
    showCourse(root, shows, speech, view);
    if (shows.isZoneWrong) note(browserTimeZone, timeZoneFallback);
    const lacking = [...sayUnread(speech, view)];
    if (!lacking.length && view.unreadable) lacking.push(unreadable({ count: view.unreadable }));
    isWhole &&= lacking.length === 0;
    if (view.domainSource === 'disputed') lacking.push(scaleDisputed);
    if (lacking.length) note(incomplete, `${lacking.join('. ')}.`);
    else if (view.points.length === 0) note(view.unscored ? unscored({ count: view.unscored }) : noAnswers);
  }
  findPart(root, 'note').hidden = seen.length === 0;
  twice(root, 'note', seen.join(isLong ? ' ' : ', '), whole.join(' '));
  const retry = findPart(root, 'retry');
  retry.hidden = isWhole || !shows.canRetry;
  retry.title = retry.ariaLabel = words.retry;
}

/** A few words for the eye, the whole for who listens or points; where there is no short form all see the whole. */
function twice(root: ShadowRoot, name: 'risk' | 'note', short: string, whole: string, heard = whole): void {
  findPart(root, `${name}-text`).textContent = short || whole;
  findPart(root, `${name}-whole`).textContent = heard;
  findPart(root, name).title = short && short !== whole ? whole : '';
}

function showRisk(root: ShadowRoot, isLong: boolean, speech: SparklineSpeech, view: SparklineView): void {
  const { words } = speech;
  const last = view.points.at(-1);
  const isUnanswered = !last && !view.unscored && view.isLatestKnown && view.risk.kind === 'unavailable';
  const isFlagged = view.risk.kind === 'flagged';
  const instead = isUnanswered
    ? words.riskUnanswered
    : view.asksNoRisk && !isFlagged && words.asksNothing({ title: null });
  // A flag that later answers do not have is a fact of its day.
  const kind = instead || (isFlagged && !view.risk.isCurrent) ? 'none' : view.risk.kind;
  findPart(root, 'box').dataset.risk = kind;
  findPart(root, 'mark').textContent = RISK_SIGNS[kind];
  twice(
    root,
    'risk',
    isLong || instead ? '' : sayRiskShort(speech, view),
    `${instead || sayRisk(speech, view)}.`,
    joinSentences([instead || sayRisk(speech, view, joinSentences)]),
  );
}

function showCourse(
  root: ShadowRoot,
  { isLong, isNamed }: SparklineViewModel,
  speech: SparklineSpeech,
  view: SparklineView,
): void {
  const { format } = speech;
  showRisk(root, isLong, speech, view);
  const last = view.points.at(-1);
  if (!last) return;
  findPart(root, 'picture').append(drawSparkline(view, sayPicture(speech, view)));
  if (isNamed) findPart(root, 'name').textContent = view.title;
  const value = findPart(root, 'value');
  value.textContent = format.number(last.score);
  // A score of fewer digits than the highest moves nothing.
  value.style.minInlineSize = `${String(view.yMax).length}ch`;
  findPart(root, 'max').textContent = sayMax(speech, view);
  findPart(root, 'range-text').textContent = findPart(root, 'range').title = sayRange(speech, last);
  findPart(root, 'date').textContent = sayDate(speech, view, last.at);
  const swatch = findPart(root, 'swatch');
  swatch.hidden = last.color === null;
  swatch.style.background = last.color ?? '';
}
