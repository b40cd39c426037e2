import { UNBROKEN } from '../dom.ts';
import type { CaseloadHeading } from './arrange.ts';

/** A line of the list: a heading, or a patient with the room that was computed for them. */
export type CaseloadLine =
  | {
      readonly key: CaseloadHeading;
      readonly heading: CaseloadHeading;
      readonly count: number;
      /** Lines of what is said beneath it. */
      readonly noteLines: number;
    }
  | {
      /** UUID of the patient. */
      readonly key: string;
      readonly heading: null;
      readonly reasonLines: number;
      readonly instruments: number;
      /** Lines of what stands beside the scores: where there is little room all of them, else those after the first. */
      readonly asideLines: number;
    };

/** Sizes of the list in em of its font; the style sheet has the same. */
export const LINE_EM = 1.75;
export const ROW_PADDING_EM = 0.75;
export const HEADING_EM = 2.75;
/** Below this width, in em, the instruments stand beneath the name. */
export const NARROW_EM = 91;
/** Below this width an instrument takes two lines, and what stands beside its score lines of its own. */
export const SMALL_EM = 64;
/** Width of the column with name and reasons where the instruments stand beside it. */
export const WHO_EM = 26;
/** Where what stands beside a score begins, from the instrument's title on, and the width of a course. */
export const ASIDE_EM = 35.75;
export const COURSE_PX = 100;
/** Room beside a reason: padding and the mark. */
const WHO_MARGIN_EM = 3.5;
const NARROW_MARGIN_EM = 3.75;
const WIDE_MARGIN_EM = WHO_EM + 2;
/** An average character, generously: a text that is longer than it seems is cut, one that is shorter leaves room. */
const CHARACTER_EM = 0.53;
const LINES_MAX = 2;
const SMALL_LINES_MAX = 3;

/** How wide the list is, and how large its font. */
export interface CaseloadMetrics {
  readonly widthPx: number;
  readonly fontPx: number;
  readonly isNarrow: boolean;
  readonly isSmall: boolean;
  /** Characters of a text that one line holds. */
  readonly characters: number;
  /** Room of what stands beside a score, and where most texts wrap of all of them, pixels. */
  readonly roomPx: number;
  /** Width of a word, pixels. */
  readonly widthOf: Ruler;
}

/** Words, and what is as long as a word. */
const WORD = new RegExp(`${UNBROKEN.source}|\\S+`, 'gi');

export type Ruler = (word: string, isBold: boolean | undefined) => number;

export function toMetrics(widthPx: number, fontPx: number, widthOf: Ruler): CaseloadMetrics {
  const width = widthPx / fontPx;
  const isNarrow = width < NARROW_EM;
  const characters = ((isNarrow ? width : WHO_EM) - WHO_MARGIN_EM) / CHARACTER_EM;
  const isSmall = width < SMALL_EM;
  const beforePx = isSmall ? 0 : ASIDE_EM * fontPx + COURSE_PX;
  const roomPx = widthPx - (isNarrow ? NARROW_MARGIN_EM : WIDE_MARGIN_EM) * fontPx - beforePx;
  return { widthPx, fontPx, isNarrow, isSmall, characters, roomPx, widthOf };
}

/** Lines that a reason takes, of those that it may have: where most texts wrap, word by word. */
export const linesOf = (text: string, metrics: CaseloadMetrics, isBold?: boolean): number =>
  metrics.isSmall
    ? Math.min(SMALL_LINES_MAX, wrappedLinesOf(text, metrics, isBold))
    : Math.min(LINES_MAX, Math.ceil(text.length / metrics.characters));

/** Lines that what stands beside a score takes, of those that it may have: beyond that of the score itself, if it begins there. */
export const asideLinesOf = (text: string, metrics: CaseloadMetrics): number =>
  Math.min(SMALL_LINES_MAX, Math.max(0, wrappedLinesOf(text, metrics) - Number(!metrics.isSmall)));

/** Lines that a text beneath a heading takes. */
export const noteLinesOf = (text: string, metrics: CaseloadMetrics): number =>
  wrappedLinesOf(text, { ...metrics, roomPx: metrics.widthPx - NARROW_MARGIN_EM * metrics.fontPx });

function wrappedLinesOf(
  text: string,
  { fontPx, roomPx, widthOf }: CaseloadMetrics,
  isBold?: boolean,
): number {
  // Most texts are short: to measure each word of all costs more than to write them.
  if (text.length * CHARACTER_EM * fontPx < roomPx / 2) return Number(text !== '');
  let lines = text ? 1 : 0;
  let usedPx = 0;
  for (const [word] of text.matchAll(WORD)) {
    const px = widthOf(word, isBold);
    if (usedPx > 0 && usedPx + px > roomPx) {
      lines++;
      usedPx = 0;
    }
    usedPx += px + widthOf(' ', isBold);
  }
  return lines;
}

/** Height of a line, pixels; whole ones, so that lines lie sharp. */
export function heightOf(line: CaseloadLine, { fontPx, isNarrow, isSmall }: CaseloadMetrics): number {
  if (line.heading !== null) return Math.round((HEADING_EM + line.noteLines * LINE_EM) * fontPx);
  const { reasonLines, instruments, asideLines } = line;
  const beneath = (isSmall ? 2 : 1) * instruments + asideLines;
  const lines = isNarrow ? 1 + reasonLines + beneath : Math.max(1 + reasonLines, beneath);
  return Math.round((lines * LINE_EM + ROW_PADDING_EM) * fontPx) + 1;
}

/** Lines that the reasons of a row may take within the height that it has. */
export const roomForReasons = (
  line: Extract<CaseloadLine, { heading: null }>,
  { isNarrow }: CaseloadMetrics,
): number =>
  isNarrow ? line.reasonLines : Math.max(line.reasonLines, line.instruments + line.asideLines - 1);

/** Which reasons are shown in so many lines, and how many are not. */
export function fitReasons(
  reasons: readonly string[],
  room: number,
  metrics: CaseloadMetrics,
  isFlag?: boolean,
): { readonly shown: readonly { readonly text: string; readonly lines: number }[]; readonly more: number } {
  const shown: { text: string; lines: number }[] = [];
  let left = room;
  for (const text of reasons) {
    const lines = Math.min(linesOf(text, metrics, isFlag), Math.max(left, shown.length === 0 ? 1 : 0));
    if (lines === 0) break;
    shown.push({ text, lines });
    left -= lines;
  }
  return { shown, more: reasons.length - shown.length };
}
