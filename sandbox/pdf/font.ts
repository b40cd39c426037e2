/**
 * Helvetica and Helvetica-Bold, which every PDF reader has (PDF 1.7, 9.6.2.2), in WinAnsiEncoding (annex D.2).
 * Widths are those of Adobe's font metrics, in thousandths of the font's size.
 */
export type Font = 'regular' | 'bold';

/** Widths of the characters from space to tilde. */
const ASCII_WIDTHS: Readonly<Record<Font, readonly number[]>> = {
  regular: [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ],
  bold: [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278,
    556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584,
    556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ],
};

/** Characters that WinAnsiEncoding has outside of ASCII and Latin-1. */
const WIN_ANSI: ReadonlyMap<string, number> = new Map([
  ['€', 0x80],
  ['…', 0x85],
  ['Š', 0x8a],
  ['Œ', 0x8c],
  ['Ž', 0x8e],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['•', 0x95],
  ['–', 0x96],
  ['—', 0x97],
  ['™', 0x99],
  ['š', 0x9a],
  ['œ', 0x9c],
  ['ž', 0x9e],
  ['Ÿ', 0x9f],
]);

/** Widths that differ from the letter's without its accent. */
const OTHER_WIDTHS: ReadonlyMap<string, Readonly<Record<Font, number>>> = new Map([
  ...[...'ìíîï'].map((letter) => [letter, { regular: 278, bold: 278 }] as const),
  ...[...'…—Œ™'].map((sign) => [sign, { regular: 1000, bold: 1000 }] as const),
  ...[...'‘’'].map((sign) => [sign, { regular: 222, bold: 278 }] as const),
  ...[...'“”'].map((sign) => [sign, { regular: 333, bold: 500 }] as const),
  ['œ', { regular: 944, bold: 944 }],
  ['æ', { regular: 889, bold: 889 }],
  ['Æ', { regular: 1000, bold: 1000 }],
  ['•', { regular: 350, bold: 350 }],
  ['×', { regular: 584, bold: 584 }],
  ['°', { regular: 400, bold: 400 }],
  ['ª', { regular: 370, bold: 370 }],
  ['º', { regular: 365, bold: 365 }],
  ['\u00a0', { regular: 278, bold: 278 }],
]);

const codeOf = (character: string): number | undefined => {
  const code = character.codePointAt(0) ?? 0;
  const isLatin = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff);
  return isLatin ? code : WIN_ANSI.get(character);
};

/** The text in characters of WinAnsiEncoding: an accent that it lacks is left off, any other sign is `?`. */
export function writable(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => {
      if (codeOf(character) !== undefined) return character;
      const [base = ''] = character.normalize('NFD');
      return codeOf(base) === undefined ? '?' : base;
    })
    .join('');
}

/** The widest sign that no table above has (a fraction): a line may come out short, and never too wide. */
const WIDEST_OF_THE_REST = 834;

/** Width of a {@link writable} text in points; of rare signs the most that it can be. */
export function widthOf(text: string, font: Font, size: number): number {
  let width = 0;
  for (const character of text) {
    const [base = ' '] = character.normalize('NFD');
    width +=
      OTHER_WIDTHS.get(character)?.[font] ??
      ASCII_WIDTHS[font][base.charCodeAt(0) - 0x20] ??
      WIDEST_OF_THE_REST;
  }
  return (width * size) / 1000;
}

/** A {@link writable} text as a literal string of PDF, in ASCII (PDF 1.7, 7.3.4.2). */
export function literal(text: string): string {
  const escaped = [...text].map((character) => {
    const code = codeOf(character) ?? 0x3f;
    if (code > 0x7e) return `\\${code.toString(8)}`;
    return '()\\'.includes(character) ? `\\${character}` : character;
  });
  return `(${escaped.join('')})`;
}
