import type { ItemMessages } from '../words/compiled/item/en.js';
import type { CourseSpeech } from '../words/say.ts';
import type { AnsweredQuestion, Flag } from './answered.ts';

/** The question as it is named: its own words, or its number where the service sends none. */
export const sayQuestion = (words: ItemMessages, { title, questionId }: AnsweredQuestion): string =>
  title ?? words.question({ id: questionId });

/** What was answered, and what it counts in the score; the words for no answer where there is none. */
export function sayAnswer(
  { format }: CourseSpeech,
  words: ItemMessages,
  { values, ownWords, weight, isConditional }: AnsweredQuestion,
): string {
  const said = [...values, ...(ownWords === null ? [] : [words.ownWords({ text: ownWords })])];
  if (said.length === 0) return isConditional ? words.notAsked : words.noAnswer;
  return said.join('; ') + (weight === null ? '' : ` (${words.weight({ weight: format.number(weight) })})`);
}

/** `Suicide or self-harm, severity high` */
export const sayFlag = ({ words: { severity } }: CourseSpeech, words: ItemMessages, flag: Flag): string =>
  `${words.flagType[flag.type]}, ${flag.severity === null ? words.severityUnknown : severity[flag.severity]}`;
