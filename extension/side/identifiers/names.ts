/** A text made comparable, with the way back to where each character came from. */
interface Folded {
  readonly text: string;
  /** For each UTF-16 unit of `text`, where in the original it begins; one more entry for the end. */
  readonly starts: readonly number[];
}

/** Letters that Unicode does not take apart, as they are written without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
};
const APOSTROPHES = /['’‘ʼ`´]/;

/** One character without case, accents and what cannot be seen; all apostrophes are one. */
const foldOne = (character: string): string => {
  if (APOSTROPHES.test(character)) return "'";
  const bare = character
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase();
  return bare.replace(/[øłđðþæœßı]/g, (letter) => LETTERS[letter] ?? letter);
};

/** Folds a text; vowel signs of other scripts than Latin, Greek and Cyrillic go too, on both sides of a comparison. */
export function foldWithPlaces(original: string): Folded {
  let text = '';
  const starts: number[] = [];
  let at = 0;
  for (const character of original) {
    const folded = foldOne(character);
    for (let unit = 0; unit < folded.length; unit++) starts.push(at);
    text += folded;
    at += character.length;
  }
  starts.push(at);
  return { text, starts };
}

/** Lower case, no accents, one kind of apostrophe, compatibility forms as plain ones. */
export const fold = (text: string): string => foldWithPlaces(text).text;

/** Range in a folded text: from its first character to behind its last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Places of a pattern in a text. */
export const places = (text: string, pattern: string | RegExp, flags = 'gu'): Stretch[] =>
  [...text.matchAll(new RegExp(pattern, flags))].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));

/** A pattern between characters that are neither letters nor digits. */
export const whole = (pattern: string): string => `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`;

/** Words that occur in names and in any sentence; alone they identify no person. */
const PARTICLES: ReadonlySet<string> = new Set(
  'da de di do das dos del della dello den der des du e el la las le les lo los san st ten ter the van von vom zu zur y and bin ibn abu al'.split(
    ' ',
  ),
);
/** Shorter parts are parts of too many words. */
const LEAST_LETTERS = 3;
/** Scripts that set no blank between words. */
const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The parts of a name; an apostrophe within one is left out, and allowed where it may be. */
const wordsOf = (name: string): string[] =>
  fold(name)
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
/** `davila` is also written `d'avila`. */
const spelt = (word: string): string => word.replace(/^(\p{L})(?=\p{L})/u, "$1'?");

/** `müller` is also written `mueller`. */
function spellings(name: string): string[] {
  const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
  const other = name
    .normalize('NFC')
    .replace(/[äöüåø]/giu, (letter) => umlauts[letter.toLowerCase()] ?? letter);
  return other === name ? [name] : [name, other];
}

/**
 * Finds a name in a folded text: each of its parts of three letters or more as a whole word, short parts
 * only beside their neighbour, and all of them written as one word.
 */
function patternsOf(name: string): string[] {
  const words = wordsOf(name);
  const own = words.filter((word) => !PARTICLES.has(word));
  const singles = own.flatMap((word) => {
    if (NO_BLANKS.test(word)) return word.length > 1 ? [word] : [];
    return word.length >= LEAST_LETTERS && /\p{L}/u.test(word) ? [whole(spelt(word))] : [];
  });
  const pairs = own
    .slice(1)
    .map((next, index) => whole(`${spelt(own[index] ?? '')}[^\\p{L}\\p{N}]{0,3}${spelt(next)}`));
  const joined = own.length > 2 ? [whole(`${own[0]}${own.at(-1)}`), whole(own.join(''))] : [];
  return [...singles, ...pairs, ...joined];
}

/** Finds parts of a name in a folded text. */
export const findNames = (folded: string, name: string): Stretch[] =>
  [...new Set(spellings(name).flatMap(patternsOf))].flatMap((pattern) => places(folded, pattern));

/**
 * Finds the initials of a name in a text as it was written: with dots in any case (`a. l.`), without them in
 * capitals only (`AL`), since small letters without dots are words.
 */
export function findInitials(text: string, name: string): Stretch[] {
  const words = wordsOf(name).filter((word) => /^\p{L}/u.test(word) && !NO_BLANKS.test(word));
  const own = words.filter((word) => !PARTICLES.has(word));
  const [first, last] = [own[0]?.[0], own.at(-1)?.[0]];
  if (own.length < 2 || !first || !last) return [];
  const rows = [own, words].map((row) => row.map((word) => word[0] ?? ''));
  return [...rows, [first, last]].flatMap((row) => {
    const dotted = row.map((letter) => `${letter}\\.`).join('[\\s\\-]*');
    const capitals = row.join('').toUpperCase();
    return [
      ...places(text, `(?<![\\p{L}\\p{N}.])${dotted}?(?![\\p{L}\\p{N}])`, 'giu'),
      // With a figure behind it, it is the name of an instrument: PHQ-9.
      ...places(text, `(?<![\\p{L}\\p{N}\\-])${capitals}(?![\\p{L}\\p{N}]|-\\d)`),
    ];
  });
}
