import { createFormat } from '@instrument-panel/shared/locale/panel/format';
import { sayMax, sayRange, sayRisk } from '@instrument-panel/shared/locale/panel/say';
import { en } from '@instrument-panel/shared/locale/sparkline/en';
import { ptBR } from '@instrument-panel/shared/locale/sparkline/pt-BR';
import type { SparklineSpeech } from '@instrument-panel/shared/locale/sparkline/say';
import type { ShortView } from '@instrument-panel/shared/score/short-view';
import { matchLanguage } from '../words/language.ts';
import { type ListWords, listWords } from '../words/list/index.ts';

/** Everything that marks say, in one language. */
export interface ListSpeech {
  readonly list: ListWords;
  readonly course: SparklineSpeech;
}

export function listSpeech(tag: string): ListSpeech {
  const words = matchLanguage(tag) === 'pt-BR' ? ptBR : en;
  return { list: listWords(tag), course: { words, format: createFormat(words) } };
}

/** Where a patient stands on one instrument: score, range, date, and the sentence on risk. */
export function sayView({ list, course }: ListSpeech, view: ShortView): { score: string; risk: string } {
  const { words, format } = course;
  const last = view.points.at(-1);
  const name = view.title || words.untitled;
  const score = last
    ? [
        `${format.number(last.score)} ${sayMax(course, view)}`.trim(),
        sayRange(course, last),
        format.day(last.at),
      ].join(', ')
    : view.unscored > 0
      ? words.unscored(view.unscored)
      : words.noAnswers;
  const isUnanswered = !last && view.unscored === 0 && view.risk.kind === 'unavailable';
  const risk = isUnanswered ? words.riskUnanswered : sayRisk(course, view);
  return { score: list.of(name, score), risk: `${risk}.` };
}
