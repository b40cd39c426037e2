import { type AnsweredQuestion, sayAnswer, sayFlag, sayQuestion } from '../../export/answered.ts';
import type { SubmissionSpeech } from '../../export/submission-text.ts';
import type { InstrumentFacts } from '../../score/published.ts';
import type { ScoreView } from '../../score/view.ts';
import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import type { ComparedAnswers, OtherAnswers } from './compared-answers.ts';

/** How a submission is spoken of in the dialog. */
export interface SubmissionViewContext extends SubmissionSpeech {
  readonly title: string;
  /** IANA name, or null for the browser's own. */
  readonly timeZone: string | null;
  readonly isForPatient: boolean;
  /** The course as the page shows it; null where there is none. */
  readonly view: ScoreView | null;
  /** Facts about the instrument that the page gives. Default: the published ones alone. */
  readonly facts?: InstrumentFacts | undefined;
  /** Sentences on answers of the course that could not be read. */
  readonly notices: readonly string[];
}

/** Makes a paragraph of text that may run either way. */
export const paragraph = (name: string, text: string): HTMLParagraphElement =>
  h('p', { class: name, dir: 'auto' }, text);

const answerIn = ({ read }: OtherAnswers, { questionId }: AnsweredQuestion): AnsweredQuestion | undefined =>
  questionId === null ? undefined : read?.byQuestion.get(questionId);

/** Makes the rows of an item's course, newest first. */
const createCourse = (
  { speech, item }: SubmissionViewContext,
  one: AnsweredQuestion,
  found: readonly OtherAnswers[],
) =>
  found.flatMap((other) => {
    const answer = answerIn(other, one);
    if (!answer) return [];
    const flag = answer.flag ? ` · ⚑ ${sayFlag(item, answer.flag)}` : '';
    const said = paragraph('', sayAnswer(speech, item, answer) + flag);
    return [h('li', {}, h('span', {}, speech.format.day(other.at)), said)];
  });

/** Makes the button that shows the answers to one item over time, and the place where they are shown. */
function createOverTime(
  showing: SubmissionViewContext,
  one: AnsweredQuestion,
  others: ComparedAnswers,
): HTMLElement[] {
  const { item } = showing;
  const name = `${item.overTime}: ${sayQuestion(item, one)}`;
  const place = h('div', { class: 'course', role: 'group', 'aria-label': name, hidden: '' });
  const fill = async (): Promise<void> => {
    place.append(paragraph('more', item.loading));
    const found = await others.readEarlier();
    const lost = found.filter(({ read }) => read === null).length;
    const said = [
      lost > 0 ? item.someNotLoaded({ count: lost }) : '',
      found.length < others.count ? item.latestOf({ shown: found.length, total: others.count }) : '',
    ].filter(Boolean);
    const rows = h('ol', {}, ...createCourse(showing, one, found));
    place.replaceChildren(rows, ...said.map((sentence) => paragraph('more', sentence)));
  };
  const toggle = (): void => {
    place.hidden = !place.hidden;
    button.ariaExpanded = String(!place.hidden);
    if (!place.hasChildNodes()) void fill();
  };
  const button = createButton(item.overTime, toggle, {
    class: 'over',
    'aria-expanded': 'false',
    'aria-label': name,
  });
  return [button, place];
}

/** Makes the place for the answer of last time, which is filled once that is read. */
function createLastTime(
  { item, speech }: SubmissionViewContext,
  one: AnsweredQuestion,
  others: ComparedAnswers,
) {
  const place = h('p', { class: 'last', dir: 'auto' });
  others.readPrevious().then((found) => {
    const before = found && answerIn(found, one);
    if (!before) return;
    const said = sayAnswer(speech, item, before);
    place.classList.toggle('same', said === sayAnswer(speech, item, one));
    place.append(h('span', { class: 'label' }, `${item.lastTime}: `), said);
  });
  return place;
}

/**
 * Makes the row of one item: what was answered this time and last time, its risk flag, its course.
 *
 * @param others null for no comparison, as for patients
 */
export function createQuestion(
  showing: SubmissionViewContext,
  one: AnsweredQuestion,
  others: ComparedAnswers | null,
): HTMLLIElement {
  const { speech, item } = showing;
  const answer = paragraph('answer', sayAnswer(speech, item, one));
  answer.classList.toggle('none', one.values.length === 0 && one.ownWords === null);
  return h(
    'li',
    {},
    paragraph('question', sayQuestion(item, one)),
    answer,
    ...(others?.previous ? [createLastTime(showing, one, others)] : []),
    ...(one.flag ? [paragraph('flag', `⚑ ${sayFlag(item, one.flag)}`)] : []),
    ...(others && others.count > 1 && one.questionId !== null ? createOverTime(showing, one, others) : []),
  );
}
