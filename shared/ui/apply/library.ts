import type { Instrument } from '@instrument-panel/client/contract';

/** An instrument of the library, as it is found and shown. */
export interface InstrumentChoice {
  /** UUID in lower case. */
  readonly id: string;
  /** The short title, or the title where there is none: what it is called on buttons. */
  readonly name: string;
  readonly title: string;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly description: string;
}

/** The instruments of the library, each once. */
export function choicesOf(instruments: readonly Instrument[]): InstrumentChoice[] {
  const choices = new Map<string, InstrumentChoice>();
  for (const { id, title, shortTitle, tags, description } of instruments) {
    choices.set(id.toLowerCase(), {
      id: id.toLowerCase(),
      name: shortTitle?.trim() || title || id,
      title: title || shortTitle || id,
      tags: (tags ?? []).map((tag) => ({ id: tag.id, name: tag.name })),
      description: description ?? '',
    });
  }
  return [...choices.values()];
}

/** The topics of these instruments, by name in the order of a language. */
export function topicsOf(choices: readonly InstrumentChoice[], language: string) {
  const all = Map.groupBy(
    choices.flatMap(({ tags }) => tags),
    ({ id }) => id,
  );
  return [...all]
    .map(([id, tags]) => ({ id, name: tags[0]?.name ?? '', count: tags.length }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** Lower case and without accents, so that `depressao` finds `Depressão`. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
/** Only letters and digits, so that `phq 9`, `phq9` and `PHQ-9` are the same. */
const bare = (text: string): string => wordsOf(text).join('');

/** Ranks one word in a text: 2 at the beginning of a word, 1 inside one, 0 for no match. */
const matchOf = (word: string, text: string): number =>
  wordsOf(text).some((own) => own.startsWith(word)) ? 2 : fold(text).includes(word) ? 1 : 0;

/** Ranks an instrument for a query; 0 if a word of the query is not found. Short titles weigh most. */
function rank(choice: InstrumentChoice, query: string): number {
  const asked = bare(query);
  const name = bare(choice.name);
  if (name === asked) return 1_000;
  if (name.startsWith(asked)) return 900;
  const topics = choice.tags.map((tag) => tag.name).join(' ');
  let sum = 0;
  for (const word of wordsOf(query)) {
    const best = Math.max(
      40 * matchOf(word, choice.name),
      20 * matchOf(word, choice.title),
      10 * matchOf(word, topics),
      // A description is long: only whole beginnings of words count there.
      matchOf(word, choice.description) === 2 ? 1 : 0,
    );
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** The instruments that have every word typed and any of the topics, best first; by name if nothing is asked for. */
export function findChoices(
  choices: readonly InstrumentChoice[],
  query: string,
  topics: ReadonlySet<number>,
  language: string,
): InstrumentChoice[] {
  const among = choices.filter(({ tags }) => topics.size === 0 || tags.some(({ id }) => topics.has(id)));
  const isAsked = wordsOf(query).length > 0;
  return among
    .map((choice) => ({ choice, rank: isAsked ? rank(choice, query) : 1 }))
    .filter((found) => found.rank > 0)
    .sort(
      (a, b) => b.rank - a.rank || a.choice.name.localeCompare(b.choice.name, language, { numeric: true }),
    )
    .map(({ choice }) => choice);
}
