/** The language that serves a BCP 47 tag: the same, else the first of the same primary one (`pt` gives `pt-BR`). */
export function matchLanguage<Language extends string>(
  languages: readonly Language[],
  tag: string | null | undefined,
): Language | null {
  const wanted = (tag ?? '').toLowerCase();
  const primary = wanted.split('-')[0];
  return (
    languages.find((language) => language.toLowerCase() === wanted) ??
    languages.find((language) => language.split('-')[0] === primary) ??
    null
  );
}

/** Creates the loader of a surface: English is there at once, other languages come from `loaders`. */
/* @__NO_SIDE_EFFECTS__ */
export function createMessageLoader<Messages>(
  english: Messages,
  loaders: Readonly<Record<string, () => Promise<Messages>>>,
) {
  const loaded = new Map<string | null, Messages>();
  const match = (tag: string | null | undefined): string | null => matchLanguage(Object.keys(loaders), tag);
  return {
    /** The messages for a BCP 47 tag, English for a language that is not there; null until they are fetched. */
    messagesFor(tag: string | null | undefined): Messages | null {
      const language = match(tag);
      return language === null ? english : (loaded.get(language) ?? null);
    },
    /** Fetches the messages for a tag. If that fails, they are English from then on. */
    async loadMessages(tag: string | null | undefined): Promise<Messages> {
      const language = match(tag);
      const messages = (await loaders[language ?? '']?.().catch(() => english)) ?? english;
      loaded.set(language, messages);
      return messages;
    },
  };
}
