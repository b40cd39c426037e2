/**
 * The language of `languages` that serves a BCP 47 tag: the same tag, otherwise the first of the same primary
 * language (`pt` and `pt-PT` give `pt-BR`), otherwise null.
 */
export function matchLanguage<Language extends string>(
  languages: readonly Language[],
  tag: string | null | undefined,
): Language | null {
  const wanted = (tag ?? '').trim().toLowerCase();
  const primary = wanted.split(/[-_;]/)[0];
  return (
    languages.find((language) => language.toLowerCase() === wanted) ??
    languages.find((language) => language.split('-')[0] === primary) ??
    null
  );
}

/** The messages for a BCP 47 tag, out of every language of a surface; English for a language that is not there. */
export function selectMessages<Messages>(
  all: Readonly<Record<string, Messages> & Record<'en', Messages>>,
  tag: string | null | undefined,
): Messages {
  return all[matchLanguage(Object.keys(all), tag) ?? 'en'] ?? all.en;
}
