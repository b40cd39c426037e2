import type { ScoreView } from '../../score/view.ts';
import { nameLines } from '../axis.ts';

/** Height of a line of a name. */
export const LINE_PX = 14;
/** Between two names of a line each, and beside one of several lines, whose lines belong together. */
const GAPS_PX = [1, 5] as const;
/** Below this width only the present band is named. */
const NARROW_PX = 480;
/** From this width on a name of up to so many letters has one line. */
const WIDE_PX = 800;
const WIDE_LETTERS = 26;

/** Of a row of the axis, what its names depend on. */
interface NamedRow {
  readonly view: ScoreView;
  /** Texts beside the name of the row. */
  readonly facts: readonly string[];
}

/** A name of a band, and where its middle may be so that it stands beside its own band. */
interface Block {
  readonly band: ScoreView['bands'][number];
  readonly lines: readonly string[];
  readonly upper: number;
  readonly lower: number;
  readonly middle: number;
}

export const presentOf = ({ bands, points, isLatestKnown }: ScoreView) =>
  isLatestKnown ? bands[points.at(-1)?.band ?? -1] : undefined;

/** Bands that may be named: in little width the present one alone, and none beside a row that has its facts above it. */
function namedBands({ view, facts }: NamedRow, width: number): ScoreView['bands'] {
  if (width >= NARROW_PX) return view.bands;
  return facts.length === 0 ? view.bands.filter((band) => band === presentOf(view)) : [];
}

function linesOf(band: ScoreView['bands'][number], width: number): readonly string[] {
  const isOne = width >= WIDE_PX && band.title.length <= WIDE_LETTERS;
  return isOne ? [band.title] : nameLines(band).map((line) => line.trim());
}

/** All lines of a row's names, to be measured. */
export const nameLinesOf = (row: NamedRow, width: number): readonly string[] =>
  namedBands(row, width).flatMap((band) => linesOf(band, width));

/** Least distance of the middles of two names that follow one another. */
function apart(a: Block, b: Block): number {
  const lines = a.lines.length + b.lines.length;
  return (lines / 2) * LINE_PX + GAPS_PX[lines > 2 ? 1 : 0];
}

/** The middles of names from above, each beside its own band and near its middle; null where they have no room. */
function spreadBlocks(blocks: readonly Block[]): readonly number[] | null {
  const latest: number[] = [];
  for (const [back, block] of blocks.toReversed().entries()) {
    const below = blocks[blocks.length - back];
    const most = below ? (latest[0] ?? 0) - apart(block, below) : block.lower;
    latest.unshift(Math.min(block.lower, most));
  }
  const middles: number[] = [];
  for (const [index, block] of blocks.entries()) {
    const above = blocks[index - 1];
    const least = above ? (middles.at(-1) ?? 0) + apart(above, block) : block.upper;
    const most = latest[index] ?? block.lower;
    if (Math.max(block.upper, least) > most + 1e-9) return null;
    middles.push(Math.min(most, Math.max(block.middle, least, block.upper)));
  }
  return middles;
}

/** Indices in the order of their worth: the present band, then from both ends of the scale to its middle. */
function byWorth(count: number, present: number): readonly number[] {
  const fromEnds = Array.from({ length: count }, (_, at) => (at % 2 ? count - 1 - (at - 1) / 2 : at / 2));
  return [...new Set([...(present < 0 ? [] : [present]), ...fromEnds])];
}

/** As many names as have room, the middle ones left out first: a name never stands beside another band than its own. */
function chooseBlocks(blocks: readonly Block[], present: number): readonly Block[] {
  if (spreadBlocks(blocks)) return blocks;
  const chosen = new Set<Block | undefined>();
  const inOrder = (): readonly Block[] => blocks.filter((block) => chosen.has(block));
  for (const index of byWorth(blocks.length, present)) {
    chosen.add(blocks[index]);
    if (!spreadBlocks(inOrder())) chosen.delete(blocks[index]);
  }
  return inOrder();
}

/** The lines of the bands' names, from above, with the middle of each: within the scale, beside their own bands. */
export function placeNames(row: NamedRow, width: number, y: (score: number) => number) {
  const { view } = row;
  const [top, bottom] = [y(view.yMax), y(view.yMin)];
  const blocks = namedBands(row, width)
    .toReversed()
    .map((band): Block => {
      const lines = linesOf(band, width);
      const half = (lines.length / 2) * LINE_PX;
      // A band that is lower than a line at the end of the scale is named beyond it rather than beside another.
      const upper = Math.min(Math.max(y(band.to), top + half), y(band.from));
      const lower = Math.max(Math.min(y(band.from), bottom - half), y(band.to));
      return { band, lines, upper, lower: Math.max(upper, lower), middle: y((band.from + band.to) / 2) };
    });
  const chosen = chooseBlocks(
    blocks,
    blocks.findIndex(({ band }) => band === presentOf(view)),
  );
  const middles = spreadBlocks(chosen) ?? [];
  return chosen.flatMap(({ band, lines }, index) =>
    lines.map((text, line) => ({
      text,
      band,
      at: (middles[index] ?? 0) + (line - (lines.length - 1) / 2) * LINE_PX,
    })),
  );
}
