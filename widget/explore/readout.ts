import type { ScoreView } from '@instrument-panel/shared/score';
import { h, unbroken } from '@instrument-panel/shared/ui/dom';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { exploreMessages } from '@instrument-panel/shared/words/compiled/explore/all';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import { sayRange, sayUnread } from '@instrument-panel/shared/words/say';
import { sayPoint, sayScore, type WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { sayDate } from '@instrument-panel/shared/words/say-picture';
import { type Drawn, findValue } from './scene.ts';

/** What a row shows: its own latest answer, or what stood there at the cursor. */
export interface RowText {
  readonly name: string;
  readonly lines: readonly string[];
  /** The same in one line beside the name of the row, from the longest to the shortest. */
  readonly facts: readonly string[];
  /** The row of the answer in focus. */
  readonly isFocus: boolean;
}

/** Says that a row has scores that its ranges do not hold, or parts that could not be read; nothing else says so here. */
const sayDoubts = ({ words }: WholeSpeech, { domainSource, unreadable }: ScoreView): string[] => [
  ...(domainSource === 'disputed' ? [words.scaleDisputed] : []),
  ...(unreadable > 0 ? [words.unreadable({ count: unreadable })] : []),
];

/** Says the latest answer of a row, with what is not known of it first. */
function sayLatest(speech: WholeSpeech, view: ScoreView): string[] {
  const last = view.points.at(-1);
  const unread = sayUnread(speech, view);
  const { words } = speech;
  if (!last) return [...(unread.length > 0 ? unread : [words.riskUnanswered]), ...sayDoubts(speech, view)];
  const { score, at } = last;
  return [
    ...unread,
    sayScore(speech, view, score),
    sayRange(speech, last, view.bands),
    sayDate(speech, view, at),
    // Of rows one above the other each may run another way.
    ...(view.direction === 'higher-worse' ? [] : [words.direction[view.direction]]),
    ...sayDoubts(speech, view),
  ];
}

/** Lines in one, and less of them where that does not fit; never a score without what is not known of it. */
const shorten = (lines: readonly string[], isDoubtful: boolean, shorter: readonly string[]): string[] => [
  lines.join(' · '),
  ...(isDoubtful ? ['…'] : shorter),
];

/** Says the latest answer beside the name of a row, from the longest to the shortest. */
export function sayFacts(speech: WholeSpeech, view: ScoreView): string[] {
  const last = view.points.at(-1);
  const lines = sayLatest(speech, view);
  if (!view.isLatestKnown || !last) return shorten(lines, false, ['◇']);
  return shorten(lines, sayDoubts(speech, view).length > 0, [
    `${speech.format.number(last.score)} · ${sayRange(speech, last)}`,
    sayScore(speech, view, last.score),
  ]);
}

/** Says what a row holds at an instant: its last answer up to there, never an interpolated one. */
function sayValue(speech: WholeSpeech, { noneYet }: ExploreMessages, view: ScoreView, at: number): string[] {
  const { index, unreadAt } = findValue(view, at);
  const { words, format } = speech;
  return [
    ...(view.unread.undated > 0 ? sayUnread(speech, view) : []),
    ...(unreadAt === null ? [] : [`${format.day(unreadAt)}: ${words.unreadAnswer}`]),
    ...(index < 0 ? [noneYet] : sayPoint(speech, view, index)),
  ];
}

/** The latest answer of each row. */
export const sayRows = (speech: WholeSpeech, { rows }: Drawn): RowText[] =>
  rows.map(({ view, name }) => ({
    name,
    lines: sayLatest(speech, view),
    facts: sayFacts(speech, view),
    isFocus: false,
  }));

/** An answer of the walk, and what each other row holds up to an instant. */
export function sayRowsAt(
  speech: WholeSpeech,
  words: ExploreMessages,
  { rows }: Drawn,
  { line, at }: Drawn['walk'][number],
  end: number,
): RowText[] {
  return rows.map(({ view, name }) => {
    const isFocus = view === line.view;
    const index = isFocus ? at.index : findValue(view, end).index;
    const found = isFocus ? sayPoint(speech, view, index) : sayValue(speech, words, view, end);
    const lines = [...found, ...sayDoubts(speech, view)];
    const [date = '', score = ''] = sayPoint(speech, view, index);
    const isDoubtful = lines.length > sayPoint(speech, view, index).length;
    return { name, lines, facts: shorten(lines, isDoubtful, [`${date} · ${score}`, score]), isFocus };
  });
}

/** The same as one text to be heard, the row in focus first. */
export const joinReadout = (rows: readonly RowText[]): string =>
  [...rows]
    .sort((a, b) => Number(b.isFocus) - Number(a.isFocus))
    .map(({ name, lines }) => [name, ...lines].filter(Boolean).join('. '))
    .join('. ');

/** Says what the marks mean that are drawn; over days of a course, those that have a place there. */
export function sayMarks(lang: string, views: readonly ScoreView[], isByDate: boolean): string[] {
  const words = selectMessages(exploreMessages, lang);
  const isAny = (has: (view: ScoreView) => boolean): boolean => views.some(has);
  const { flagged, dashed, missed, unread, ahead } = words;
  return [
    ...(isAny(({ points }) => points.some(({ risk }) => risk === 'flagged')) ? [flagged] : []),
    ...(isAny(({ gaps }) => gaps.size > 0) ? [dashed] : []),
    ...(isByDate && isAny((view) => view.missed.length > 0) ? [missed] : []),
    ...(isByDate && isAny((view) => view.unread.at.length > 0) ? [unread] : []),
    ...(isByDate &&
    isAny(
      (view) =>
        view.isLatestKnown &&
        !view.isEnded &&
        (view.points.at(-1)?.at ?? Number.POSITIVE_INFINITY) < (view.now ?? 0),
    )
      ? [ahead]
      : []),
  ];
}

/** Shows one line for each row; the one in focus is marked as the current one. */
export function showReadout(list: HTMLElement, rows: readonly RowText[]): void {
  const items = rows.map(({ name, lines, isFocus }) =>
    h(
      'li',
      isFocus ? { 'aria-current': 'true' } : {},
      ...(name ? [h('b', {}, name), ' · '] : []),
      ...unbroken(lines.join(' · ')),
    ),
  );
  list.replaceChildren(...items);
}
