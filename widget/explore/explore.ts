import {
  type AxisWindow,
  createExplorer,
  panned,
  revealing,
  zoomed,
} from '@instrument-panel/shared/chart/explore';
import type { ScoreView } from '@instrument-panel/shared/score';
import { exploreMessages } from '@instrument-panel/shared/words/compiled/explore/all';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { sayGraph, sayRisk } from '@instrument-panel/shared/words/say';
import { sayPoint, type WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { colorReader } from './colors.ts';
import { exploreControls } from './controls.ts';
import { exploreFrame } from './frame.ts';
import { listenToGestures } from './gestures.ts';
import { listenToKeys } from './keys.ts';
import { type Drawn, drawnOf, isComparable, nearestPlaced, placeIn } from './scene.ts';

export { createExplorer, linesByDate, wholeOf } from '@instrument-panel/shared/chart/explore';
export { exploreStyles } from './styles.ts';

/** What is explored: the series of one patient's course, all read at one time. */
export interface Explored {
  readonly speech: WholeSpeech;
  readonly title: string;
  readonly views: readonly [ScoreView, ...ScoreView[]];
  /** Names of the series, in the order of `views`. */
  readonly names: readonly string[];
  readonly timeZone: string | null;
  /** The sentence of a graph that is not current; null where it is. */
  readonly stale: string | null;
}

export interface ExploreDialog {
  /** Shows a newer reading of the same patient and instrument. */
  show(explored: Explored): void;
  /** Leaves nothing of the patient behind. */
  close(): void;
}

/** A day as a date field has it. */
const dayText = (at: number): string => {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/**
 * Opens the explorer over the page: zoom, move, period, several scores together, the previous course beside the
 * latest. It closes itself, and is closed when the panel's patient changes.
 *
 * @param series `seriesId` of the series shown first
 * @param closed called once it is gone
 */
export function openExplore(
  root: ShadowRoot,
  first: Explored,
  series: string,
  closed: () => void,
): ExploreDialog {
  let explored = first;
  let drawn: Drawn = drawnOf(first.views, false);
  let shown: AxisWindow = drawn.whole;
  let focus = -1;
  const { words: panelWords, format } = first.speech;
  const words = selectMessages(exploreMessages, panelWords.lang);

  const zoom = (factor: number) => look(zoomed(shown, drawn.whole, factor), true);
  const pan = (part: number) => look(panned(shown, drawn.whole, part), true);
  const whole = () => look(drawn.whole, true);
  const named = first.views.map((view, index) => [view.seriesId, first.names[index] ?? ''] as const);
  const controls = exploreControls(words, named, series, {
    series: () => rearrange(),
    compare: () => rearrange(),
    period(from, to) {
      const start = from ? Date.parse(`${from}T00:00:00`) : drawn.whole.from;
      const end = to ? Date.parse(`${to}T23:59:59`) : drawn.whole.to;
      if (start < end) look({ from: start, to: end }, true);
    },
    zoom,
    pan,
    whole,
  });
  const frame = exploreFrame(words, panelWords.lang, controls.element);
  const { dialog, plot, said, live } = frame;
  root.append(dialog);
  const explorer = createExplorer(frame.canvas, {
    words: panelWords,
    sayDay: (day) => words.day({ day: format.number(day) }),
    timeZone: first.timeZone,
    colors: colorReader(dialog),
    font: () => `12px ${getComputedStyle(dialog).fontFamily}`,
  });

  const chosenViews = (): readonly [ScoreView, ...ScoreView[]] => {
    const ids = controls.chosen();
    const [head, ...rest] = explored.views.filter(({ seriesId }) => ids.includes(seriesId));
    return [head ?? explored.views[0], ...rest];
  };
  const lineName = ({ view, role, points }: Drawn['lines'][number]): string => {
    if (!drawn.byCourse) return explored.names[explored.views.indexOf(view)] ?? '';
    const since = format.day(points[0]?.point.at ?? view.from);
    return role === 'current' ? words.currentCourse({ from: since }) : words.earlierCourse({ from: since });
  };

  function paint(): void {
    const { lines, view, byCourse, walk } = drawn;
    explorer.draw({ lines, view, byCourse, shown, focus: walk[focus]?.at ?? null });
  }

  /** Points at an answer of the walk, or at none for -1, and tells of it. */
  function point(index: number, isSpoken: boolean): void {
    focus = index;
    const one = drawn.walk[index];
    if (one && isSpoken) shown = revealing(shown, drawn.whole, one.at.x);
    const lines = one ? sayPoint(explored.speech, one.line.view, one.at.index) : [];
    const text = [...(one && drawn.lines.length > 1 ? [lineName(one.line)] : []), ...lines];
    said.textContent = text.join('\n');
    if (isSpoken) live.textContent = text.join('. ');
    paint();
  }

  /** Shows another part of the axis, and says which. */
  function look(next: AxisWindow, isSpoken = false): void {
    shown = next;
    const { byCourse, lines, view, walk } = drawn;
    const inside = walk.filter(({ at }) => at.x >= shown.from && at.x <= shown.to).length;
    const say = (x: number): string =>
      byCourse ? words.day({ day: format.number(Math.round(x)) }) : format.day(x);
    const sentence =
      inside === 0
        ? words.nothing
        : words.shown({ from: say(shown.from), to: say(shown.to), answers: inside });
    const isApart = lines.some((line) => line.view.seriesId !== view.seriesId);
    frame.notes.textContent = [sentence, ...(isApart ? [words.scalesApart] : [])].join(' ');
    if (isSpoken) live.textContent = sentence;
    controls.setPeriod(byCourse ? '' : dayText(shown.from), byCourse ? '' : dayText(shown.to), !byCourse);
    paint();
  }

  /** Works out anew what is drawn: from its beginning, or with the window and the answer in focus kept. */
  function rearrange(isKept = false): void {
    const held = isKept ? drawn.walk[focus] : undefined;
    const wasWhole = shown === drawn.whole;
    const views = chosenViews();
    controls.setComparable(isComparable(views[0]));
    drawn = drawnOf(views, controls.isComparing());
    focus = held ? placeIn(drawn.walk, held) : -1;
    plot.ariaLabel = sayGraph(explored.speech, drawn.view, explored.title);
    frame.setLegend(drawn.lines.map(lineName));
    look(isKept && !wasWhole && !drawn.byCourse ? shown : drawn.whole);
    if (focus >= 0) point(focus, false);
    else said.textContent = controls.chosen().length === 0 ? words.chooseSeries : '';
  }

  function tell(): void {
    const { speech, title, views, stale } = explored;
    frame.heading.textContent = words.title({ instrument: title });
    frame.risk.textContent = `${sayRisk(speech, views[0])}. ${speech.words.riskNote}`;
    frame.risk.dataset.risk = views[0].risk.kind;
    frame.stale.textContent = stale ?? '';
    frame.stale.hidden = stale === null;
  }

  listenToKeys(plot, {
    walk(to) {
      const last = drawn.walk.length - 1;
      const before = focus < 0 ? last : Math.max(0, focus - 1);
      const after = focus < 0 ? last : Math.min(last, focus + 1);
      point({ before, after, first: Math.min(0, last), last }[to], true);
    },
    pan,
    zoom,
    whole,
  });
  listenToGestures(plot, {
    zoom: (factor, left) => look(zoomed(shown, drawn.whole, factor, explorer.axisAt(left))),
    pan: (part) => look(panned(shown, drawn.whole, part)),
    point: (left, top) => point(nearestPlaced(explorer.placed(), drawn.walk, left, top), false),
    leave: () => point(-1, false),
  });
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  isDark.addEventListener('change', paint);
  let isGone = false;
  const leave = (): void => {
    if (isGone) return;
    isGone = true;
    isDark.removeEventListener('change', paint);
    explorer.destroy();
    dialog.remove();
    closed();
  };
  dialog.addEventListener('close', leave);

  tell();
  dialog.showModal();
  rearrange();
  return {
    show(next) {
      explored = next;
      tell();
      rearrange(true);
    },
    close() {
      // The event of a dialog that closes comes a task later, in which the former patient would still stand there.
      dialog.close();
      leave();
    },
  };
}
