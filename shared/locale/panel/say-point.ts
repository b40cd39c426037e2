import type { ScoreView } from '../../score/view.ts';
import { enMore } from './en-more.ts';
import type { PanelMessages } from './messages.ts';
import { joined, type Speech, sayChanges, sayRange, sayScore } from './say.ts';

/** A speech that has all words. */
export interface WholeSpeech extends Speech {
  readonly words: PanelMessages;
}

/** Completes the words of a first sight: every other language is fetched whole, English in two parts. */
export const whole = ({ words, format }: Speech): WholeSpeech => {
  const { problems, requests }: Partial<PanelMessages> = words;
  const more = {
    problems: { ...enMore.problems, ...problems },
    requests: { ...enMore.requests, ...requests },
  };
  return { words: { ...enMore, ...words, ...more }, format };
};

/**
 * Everything about one answer, as it is announced and shown beside the graph: one line for each fact.
 *
 * @param hasRisk false where risk is not spoken of, as to patients
 */
export function sayPoint(speech: WholeSpeech, view: ScoreView, index: number, hasRisk = true): string[] {
  const point = view.points[index];
  if (!point) return [];
  const { words, format } = speech;
  return [
    format.moment(point.at),
    joined(`${words.score} ${sayScore(speech, view, point.score)}`, sayRange(speech, point)),
    ...sayChanges(speech, view, index).map(({ text, judged }) => text + (judged ? `, ${words[judged]}` : '')),
    ...(hasRisk ? [`${words.columns[5]}: ${words.pointRisk[point.risk]}`] : []),
  ];
}
