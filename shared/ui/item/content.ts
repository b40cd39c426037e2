import {
  type AnsweredQuestion,
  answerSheet,
  sayAnswer,
  sayFlag,
  sayQuestion,
} from '../../export/answered.ts';
import { type Scored, scoredOf } from '../../export/scored.ts';
import { flagsElsewhere, sayAnswerRisk, sayFlagMeaning, sayScored } from '../../export/submission-text.ts';
import { factsOf } from '../../score/published.ts';
import { riskOf } from '../../score/risk.ts';
import { createButton } from '../button.ts';
import { h, unbroken } from '../dom.ts';
import type { ComparedAnswers } from './compared-answers.ts';
import { createQuestion, paragraph, type SubmissionViewContext } from './question.ts';
import type { ItemSnapshot } from './reading.ts';

interface QuestionRow {
  readonly one: AnsweredQuestion;
  readonly row: HTMLElement;
}

/** Makes the scores; those of last time join them once they are read. */
function createScores(
  showing: SubmissionViewContext,
  scored: readonly Scored[],
  others: ComparedAnswers | null,
): HTMLElement {
  const { item, speech } = showing;
  const line = (one: Scored): HTMLElement => {
    const name = one.subscale ?? speech.words.score;
    const said = h('p', {}, h('b', {}, `${name}: `), ...unbroken(sayScored(showing, one)));
    others?.readPrevious().then((found) => {
      const before = found?.read?.scores.find(({ subscale }) => subscale === one.subscale);
      if (!found || !before) return;
      const date = one === scored[0] ? ` (${speech.format.day(found.at)})` : '';
      const when = item.lastTime + date;
      said.append(h('span', { class: 'before' }, ...unbroken(` · ${when}: ${sayScored(showing, before)}`)));
    });
    return said;
  };
  const whole = scored.filter(({ subscale }) => subscale === null).map(line);
  const parts = scored.filter(({ subscale }) => subscale !== null).map(line);
  if (parts.length > 0) parts.unshift(h('h3', {}, item.subscales));
  return h('div', { class: 'scores' }, ...whole, ...parts);
}

/** Says an answer in one line, with its question and its flag. */
function sayAnswered({ speech, item }: SubmissionViewContext, one: AnsweredQuestion): string {
  const flag = one.flag ? ` · ${sayFlag(item, one.flag)}` : '';
  return `${sayQuestion(item, one)}: ${sayAnswer(speech, item, one)}${flag}`;
}

/** Makes a list of lines that stand above all answers; each leads to a row, which stands in its place. */
function createPointers(showing: SubmissionViewContext, rows: readonly QuestionRow[]): HTMLElement {
  return h('ol', {}, ...rows.map(({ one, row }) => createPointer(sayAnswered(showing, one), one, row)));
}

function createPointer(said: string, { questionId }: AnsweredQuestion, row: HTMLElement): HTMLElement {
  row.tabIndex = -1;
  const button = createButton(said, () => row.focus(), { class: 'to', dir: 'auto' });
  return h('li', { 'data-question': `${questionId}` }, button);
}

/** Names an instrument that is known, as the panel knows it, not to ask about suicide or self-harm; else empty. */
export function findUnasked(
  { view, facts, title }: SubmissionViewContext,
  { instrument }: Pick<ItemSnapshot, 'instrument'>,
): string {
  const isKnown = view && view.risk.kind !== 'flagged';
  if (!isKnown || factsOf(view, instrument, facts).asksAboutRisk !== false) return '';
  return instrument?.shortTitle || instrument?.title || title;
}

/** Makes what is said of risk in these answers: never silence. */
function createRisk(
  showing: SubmissionViewContext,
  reading: ItemSnapshot,
  flagged: readonly QuestionRow[],
  rows: readonly QuestionRow[],
): HTMLElement {
  const { item, view } = showing;
  const { submission, instrument } = reading;
  const risk = riskOf(submission);
  // The item that asks about risk is in sight without a flag too, and never among flags.
  const { riskItem } = view && risk !== 'flagged' ? factsOf(view, instrument) : {};
  const asking = rows.filter(({ one }) => one.number === riskItem);
  const first = flagged.length > 0 ? flagged : asking;
  const pointers = first.length > 0 ? [createPointers(showing, first)] : [];
  if (risk !== 'flagged') {
    const sentence = sayAnswerRisk(showing, risk, findUnasked(showing, reading));
    const said = h('p', { class: 'risk', 'data-risk': risk }, sentence);
    // A flag of no kind leaves the risk unknown; its answer is the one to check.
    return h('section', { class: 'unflagged', 'data-risk': risk }, said, ...pointers);
  }
  const elsewhere = flagsElsewhere(item, submission, flagged.length);
  return h(
    'section',
    { class: 'flags', 'aria-labelledby': 'item-flags' },
    h('h3', { id: 'item-flags' }, item.flagged({ count: flagged.length })),
    ...(elsewhere === null ? [] : [paragraph('elsewhere', elsewhere)]),
    ...pointers,
  );
}

/** Makes a pointer to an item, and below it the answers to it, each with its date first. */
function createDatedPointer(
  question: string,
  { one, row }: QuestionRow,
  answers: readonly { readonly date: string; readonly said: string }[],
): HTMLElement {
  const pointer = createPointer(question, one, row);
  const lines = answers.map(({ date, said }) =>
    h('p', { dir: 'auto' }, h('span', { class: 'date' }, date), `: ${said}`),
  );
  pointer.append(...lines);
  return pointer;
}

/**
 * Makes the place for items that carry no flag this time, and carry one in another submission: what was answered then and
 * now is in sight before the others too, in the order of time.
 *
 * @param risk what is said of risk above it, which leaves to it what both would say
 */
function createWatched(
  showing: SubmissionViewContext,
  { submission }: ItemSnapshot,
  others: ComparedAnswers,
  rows: readonly QuestionRow[],
  risk: HTMLElement | null,
): HTMLElement {
  const { item, speech } = showing;
  const at = Date.parse(submission.completedFillAt ?? '');
  const own = item.thisAnswer({ date: Number.isNaN(at) ? item.noDate : speech.format.day(at) });
  const place = h('section', { class: 'watched' });
  others.readFlagged().then((found) => {
    if (!found) return;
    const date = speech.format.day(found.at);
    if (!found.read) {
      place.append(paragraph('more', item.notLoaded({ date })));
      return;
    }
    const pointers = [...found.read.byQuestion.values()].flatMap((then) => {
      const now = rows.find(({ one }) => one.questionId === then.questionId);
      if (!then.flag || !now || now.one.flag) return [];
      const said = `${sayAnswer(speech, item, then)} · ⚑ ${sayFlag(item, then.flag)}`;
      const answers = [
        { date, said },
        { date: own, said: sayAnswer(speech, item, now.one) },
      ];
      risk?.querySelector(`[data-question="${then.questionId}"]`)?.remove();
      const question = sayQuestion(item, now.one);
      return [createDatedPointer(question, now, found.at > at ? answers.toReversed() : answers)];
    });
    if (pointers.length > 0) place.append(h('h3', {}, item.flaggedOther({ date })), h('ol', {}, ...pointers));
  });
  return place;
}

/** What is missing from a submission and its course, or does not agree with the graph, in sentences. */
export function sayMissing(
  showing: SubmissionViewContext,
  { submission, instrument, unreadable }: ItemSnapshot,
): string[] {
  const { speech, item, view, notices } = showing;
  const { unanswered } = answerSheet(submission, instrument);
  const point = view?.points.find(({ submissionId }) => submissionId === submission.id);
  const inGraph = view?.seriesName === null ? point?.score : undefined;
  return [
    ...notices,
    unreadable > 0 ? speech.words.unreadable({ count: unreadable }) : '',
    inGraph !== undefined && inGraph !== submission.score
      ? item.graphDiffers({ score: speech.format.number(inGraph) })
      : '',
    inGraph !== undefined && point?.classification === null && submission.globalClassification
      ? item.classDiffers
      : '',
    (submission.answers ?? []).length === 0 ? item.noAnswers : '',
    unanswered === null ? item.questionsUnknown : '',
    unanswered ? item.unanswered({ count: unanswered }) : '',
  ].filter(Boolean);
}

/** Makes the heads of the columns of answers: their dates, or that those of last time are missing. */
function createHeads(
  { item, speech }: SubmissionViewContext,
  { submission }: ItemSnapshot,
  others: ComparedAnswers,
): HTMLElement {
  const { previous, between } = others;
  const place = h('div', { class: 'heads' });
  if (!previous) return place;
  const at = Date.parse(submission.completedFillAt ?? '');
  const date = speech.format.day(previous.at);
  others.readPrevious().then((found) => {
    if (!found?.read) place.append(paragraph('more', item.notLoaded({ date })));
    else {
      const dates = [Number.isNaN(at) ? '' : speech.format.day(at), `${item.lastTime} (${date})`];
      place.append(h('p', { 'aria-hidden': 'true' }, h('span'), ...dates.map((one) => h('span', {}, one))));
    }
    if (between > 0) place.append(paragraph('more', item.between({ count: between })));
  });
  return place;
}

/**
 * Makes everything of a submission, risk above all. To a patient nothing is said of risk.
 *
 * @param others the answers to compare with; null for none
 */
export function createItemContent(
  showing: SubmissionViewContext,
  reading: ItemSnapshot,
  others: ComparedAnswers | null,
): HTMLElement[] {
  const { speech, item, exported, isForPatient } = showing;
  const { submission, instrument } = reading;
  const sheet = answerSheet(submission, instrument);
  const rows = sheet.items.map((one): QuestionRow => ({ one, row: createQuestion(showing, one, others) }));
  const flagged = sheet.flagged.flatMap((flag) => rows.filter(({ one }) => one === flag));
  const means = isForPatient
    ? ''
    : sayFlagMeaning(showing, riskOf(submission), findUnasked(showing, reading));
  const risk = isForPatient ? null : createRisk(showing, reading, flagged, rows);
  const watched = others && createWatched(showing, reading, others, rows, risk);
  const pinned = h('div', { class: 'pinned' }, ...[risk, watched].filter((one) => one !== null));
  const text = submission.interpretativeAnalysis?.trim() ?? '';
  const interpretation = [
    h('h3', {}, item.interpretation),
    paragraph('more', item.interpretationNote),
    paragraph('text', text),
  ];
  const missing = sayMissing(showing, reading);
  const from = { submissionId: submission.id, readAt: speech.format.moment(reading.at) };
  return [
    pinned,
    ...(means ? [paragraph('means', means)] : []),
    createScores(showing, scoredOf(submission, instrument), others),
    ...missing.map((sentence) => paragraph('more', sentence)),
    ...(text === '' ? [] : interpretation),
    h('h3', { class: 'visually-hidden' }, item.answers),
    ...(others ? [createHeads(showing, reading, others)] : []),
    h('ol', { class: 'items all' }, ...rows.map(({ row }) => row)),
    paragraph('source', exported.source(from)),
  ];
}
