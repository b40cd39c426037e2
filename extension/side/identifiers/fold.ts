/** A text made comparable, with the way back to where each character came from. */
export interface Folded {
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
