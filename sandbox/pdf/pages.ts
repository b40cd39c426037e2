import { type Font, widthOf, writable } from './font.ts';

/** A paragraph. Lengths are points. */
export interface Paragraph {
  readonly text: string;
  readonly font?: Font;
  readonly size?: number;
  readonly indent?: number;
  /** Space above it; none at the top of a page. */
  readonly above?: number;
}

/** A line at its place; `y` counts from the foot of the page. */
export interface PlacedLine {
  readonly text: string;
  readonly font: Font;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** A4, with margins of 2 cm, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56.69 } as const;
const LEADING = 1.35;

/** Breaks a text into lines at its spaces; a word that is wider than a line is broken inside. */
export function wrap(text: string, font: Font, size: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean).map(writable)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, font, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (widthOf(line + character, font, size) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * Sets groups of paragraphs onto pages. A group stays on one page, unless it is longer than a page.
 */
export function paginate(groups: readonly (readonly Paragraph[])[]): readonly (readonly PlacedLine[])[] {
  const top = PAGE.height - PAGE.margin;
  const pages: PlacedLine[][] = [[]];
  let y: number = top;
  for (const group of groups) {
    const lines = group.flatMap(({ text, font = 'regular', size = 10, indent = 0, above = 0 }) =>
      wrap(text, font, size, PAGE.width - 2 * PAGE.margin - indent).map((line, index) => ({
        line: { text: line, font, size, x: PAGE.margin + indent },
        above: index === 0 ? above : 0,
      })),
    );
    const height = lines.reduce((sum, { line, above }) => sum + above + line.size * LEADING, 0);
    const breakPage = () => {
      pages.push([]);
      y = top;
    };
    if (y < top && y - height < PAGE.margin && height <= top - PAGE.margin) breakPage();
    for (const { line, above } of lines) {
      const space = y === top ? 0 : above;
      if (y - space - line.size * LEADING < PAGE.margin) breakPage();
      y -= (y === top ? 0 : above) + line.size * LEADING;
      pages.at(-1)?.push({ ...line, y });
    }
  }
  return pages;
}
