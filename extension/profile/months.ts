const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)));
/** Letters of the shortest abbreviation. */
const LETTERS_MIN = 3;

/** The last word of a name, since some languages write "of" before it. */
const toWord = (name: string): string => name.match(/\p{L}+/gu)?.at(-1) ?? '';

/** Without its accents, which capitals often lose; of other scripts as it is. */
const toPlain = (word: string): string =>
  /^\p{Script=Latin}+$/u.test(word) ? word.normalize('NFD').replace(/\p{M}/gu, '') : word;

/** How the platform writes a month: in full and short, by itself and within a date. */
function namesOf(language: string, month: Date): string[] {
  const words = (['long', 'short'] as const).flatMap((style) =>
    [{ month: style }, { month: style, day: 'numeric', year: 'numeric' } as const].flatMap((options) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        .formatToParts(month)
        .flatMap(({ type, value }) => (type === 'month' ? [toWord(value).toLocaleLowerCase(language)] : [])),
    ),
  );
  return [...new Set(words.flatMap((word) => [word, toPlain(word)]))].filter(Boolean);
}

/**
 * Returns a regular expression of the months in a language, group n for month n: their names as the platform writes them,
 * and every abbreviation of at least three letters that begins the names of one month only.
 */
export function toMonthPattern(language: string): string {
  const names = MONTHS.map((month) => namesOf(language, month));
  const groups = names.map((own, month) => {
    const others = names.filter((_, at) => at !== month).flat();
    const forms = own.flatMap((name) => {
      const letters = [...name];
      const beginnings = letters.map((_, at) => letters.slice(0, at + 1).join('')).slice(LETTERS_MIN - 1, -1);
      const clear = beginnings.filter((form) => !others.some((other) => other.startsWith(form)));
      return others.includes(name) ? clear : [name, ...clear];
    });
    return forms.length > 0 ? `^(${[...new Set(forms)].join('|')})$` : '((?!))';
  });
  return groups.join('|');
}
