import type { ItemWords } from '../locale/item/index.ts';
import type { CourseSpeech } from '../locale/panel/index.ts';
import type { AnsweredQuestion, Flag } from './answered.ts';

/** The question as it is named: its own words, or its number where the service sends none. */
export const sayQuestion = (words: ItemWords, { title, questionId }: AnsweredQuestion): string =>
  title ?? words.question(questionId);

/** What was answered, and what it counts in the score; the words for no answer where there is none. */
export function sayAnswer(
  { format }: CourseSpeech,
  words: ItemWords,
  { values, ownWords, weight, isConditional }: AnsweredQuestion,
): string {
  const said = [...values, ...(ownWords === null ? [] : [words.ownWords(ownWords)])];
  if (said.length === 0) return isConditional ? words.notAsked : words.noAnswer;
  return said.join('; ') + (weight === null ? '' : ` (${words.weight(format.number(weight))})`);
}

/** `Suicide or self-harm, severity high` */
export const sayFlag = ({ words: { severity } }: CourseSpeech, words: ItemWords, flag: Flag): string =>
  `${words.flagType[flag.type]}, ${flag.severity === null ? words.severityUnknown : severity[flag.severity]}`;
