/** The words of an element in its languages. */
export interface Languages<Words> {
  /**
   * The words for a BCP 47 tag: any Portuguese gives `pt-BR`, a language that is not there English. Null until
   * `load` has fetched them, so that nobody reads the wrong language first.
   */
  messagesFor(lang: string | null | undefined): Words | null;
  /** Fetches the words for a tag. Where they cannot be had they are English from then on: understood in part is not silent. */
  loadMessages(lang: string | null | undefined): Promise<Words>;
}

const primary = (lang: string | null | undefined): string =>
  (lang ?? '').split('-', 1)[0]?.toLowerCase() ?? '';

/** Makes the languages of an element: English is there at once, others come from `files` by their primary tag. */
/* @__NO_SIDE_EFFECTS__ */
export function languagesOf<Words>(
  english: Words,
  files: Readonly<Record<string, () => Promise<Words>>>,
): Languages<Words> {
  const loaded = new Map<string, Words>();
  return {
    messagesFor(lang) {
      const name = primary(lang);
      return loaded.get(name) ?? (Object.hasOwn(files, name) ? null : english);
    },
    async loadMessages(lang) {
      const name = primary(lang);
      const file = Object.hasOwn(files, name) ? files[name] : undefined;
      const words = (await file?.().catch(() => english)) ?? english;
      loaded.set(name, words);
      return words;
    },
  };
}
