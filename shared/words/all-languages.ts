import { matchLanguage } from './languages.ts';

/** The messages for a BCP 47 tag, out of every language of a surface; English for a language that is not there. */
export function selectMessages<Messages>(
  all: Readonly<Record<string, Messages> & Record<'en', Messages>>,
  tag: string | null | undefined,
): Messages {
  return all[matchLanguage(Object.keys(all), tag) ?? 'en'] ?? all.en;
}
