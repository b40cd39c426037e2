import {
  type AnsweredQuestion,
  answerSheet,
  sayAnswer,
  sayFlag,
  sayQuestion,
} from '../../export/answered.ts';
import { type Scored, scoredOf } from '../../export/scored.ts';
import {
  flagsElsewhere,
  type SubmissionSpeech,
  sayAnswerRisk,
  sayScored,
  sayStanding,
} from '../../export/submission-text.ts';
import { riskOf } from '../../score/risk.ts';
import { h } from '../dom.ts';
import type { ItemSnapshot } from './reading.ts';

export interface Showing extends SubmissionSpeech {
  readonly title: string;
  /** IANA name, or null for the browser's own. */
  readonly timeZone: string | null;
  readonly isForPatient: boolean;
}

const paragraph = (name: string, text: string) => h('p', { class: name, dir: 'auto' }, text);

function questionItem(showing: Showing, one: AnsweredQuestion): HTMLLIElement {
  const { speech, item } = showing;
  const answer = paragraph('answer', sayAnswer(speech, item, one));
  answer.classList.toggle('none', one.values.length === 0 && one.ownWords === null);
  const flag = one.flag ? [paragraph('flag', `⚑ ${sayFlag(speech, item, one.flag)}`)] : [];
  return h('li', {}, paragraph('question', sayQuestion(item, one)), answer, ...flag);
}

function scoresOf(showing: Showing, scored: readonly Scored[]): HTMLElement {
  const { item, title } = showing;
  const line = (name: string, one: Scored) => h('p', {}, h('b', {}, `${name}: `), sayScored(showing, one));
  const whole = scored.filter(({ subscale }) => subscale === null).map((one) => line(title, one));
  const parts = scored.flatMap((one) => (one.subscale === null ? [] : [line(one.subscale, one)]));
  if (parts.length > 0) parts.unshift(h('h3', {}, item.subscales));
  return h('div', { class: 'scores' }, ...whole, ...parts);
}

function riskPart(
  showing: Showing,
  { submission }: ItemSnapshot,
  flagged: readonly AnsweredQuestion[],
): HTMLElement {
  const { item } = showing;
  const risk = riskOf(submission);
  if (risk !== 'flagged') return h('p', { class: 'risk', 'data-risk': risk }, sayAnswerRisk(showing, risk));
  const elsewhere = flagsElsewhere(item, submission, flagged.length);
  return h(
    'section',
    { class: 'flags', 'aria-labelledby': 'item-flags' },
    h('h3', { id: 'item-flags' }, item.flagged({ count: flagged.length })),
    paragraph('means', item.flagMeans),
    ...(elsewhere === null ? [] : [paragraph('elsewhere', elsewhere)]),
    h('ol', {}, ...flagged.map((one) => questionItem(showing, one))),
  );
}

/** Shows everything of a submission, risk above all. To a patient nothing is said of risk. */
export function createItemContent(showing: Showing, reading: ItemSnapshot): HTMLElement[] {
  const { speech, item, exported, isForPatient } = showing;
  const { submission, instrument, unreadable } = reading;
  const { flagged, others, unanswered } = answerSheet(submission, instrument);
  const isEmpty = (submission.answers ?? []).length === 0;
  const missing = [
    isEmpty && item.noAnswers,
    unanswered === null ? item.questionsUnknown : unanswered > 0 && item.unanswered({ count: unanswered }),
    unreadable > 0 && speech.words.unreadable({ count: unreadable }),
  ].filter((sentence) => sentence !== false);
  const text = submission.interpretativeAnalysis?.trim() ?? '';
  const interpretation = [
    h('h3', {}, item.interpretation),
    paragraph('more', item.interpretationNote),
    paragraph('text', text),
  ];
  const from = { submissionId: submission.id, readAt: speech.format.moment(reading.at) };
  return [
    ...(isForPatient ? [] : [riskPart(showing, reading, flagged)]),
    paragraph('standing', sayStanding(showing, submission, showing.timeZone)),
    scoresOf(showing, scoredOf(submission, instrument)),
    ...(text === '' ? [] : interpretation),
    h('h3', {}, item.answers),
    ...missing.map((sentence) => paragraph('more', sentence)),
    h('ol', { class: 'others' }, ...others.map((one) => questionItem(showing, one))),
    paragraph('source', exported.source(from)),
  ];
}
