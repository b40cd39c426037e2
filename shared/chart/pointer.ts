import { changeText, h } from '../ui/dom.ts';
import { percent, scaleOf } from './frame.ts';
import type { ScoreGraphDrawing } from './score-graph.ts';

/** Styles of the pointer, beside `chartStyles`. */
export const pointerStyles = `
.score-graph{
& .cursor{position:absolute;inset:-12px;overflow:clip;pointer-events:none}
& .cursor>*{position:absolute;inset:12px;will-change:transform}
& .cursor>i{border-left:1.5px dashed}
& .cursor b i{position:absolute;margin:-8px;padding:6px;border-radius:10px;border:2px solid}
& .tip{position:absolute;z-index:1;width:max-content;max-width:min(220px,60%);padding:6px 8px;border:1px solid var(--_axis);border-radius:6px;background:var(--_surface);font-size:12px;white-space:pre-line;overflow-wrap:anywhere;pointer-events:none}
& :is(.cursor,.tip)[hidden]{display:none}
}
@media print{:is(#swatch,.swatch){print-color-adjust:exact}.score-graph{color-scheme:light;print-color-adjust:exact;break-inside:avoid}.score-graph :is(.tip,.cursor){display:none}}
`;

const GROW_MS = 400;
const APPEAR_MS = 120;

/** What grows, by what is drawn. */
const growing = new WeakMap<Element, readonly Animation[]>();

/** Lets the line grow to the latest answer of a drawn graph, unless the user has asked for less motion. */
export function growToLatest({ element, view: { points } }: ScoreGraphDrawing): void {
  const [first, before, last] = [points[0], points.at(-2), points.at(-1)];
  if (!first || !before || !last || matchMedia('(prefers-reduced-motion:reduce)').matches) return;
  // One answer after the other: only the latest grows.
  for (const animation of growing.get(element) ?? []) animation.cancel();
  const part = (last.at - before.at) / (last.at - first.at || 1);
  const clip = (end: string) => ({ clipPath: `inset(-99px ${end} -99px -99px) fill-box` });
  const line = element.querySelector('.line')?.animate([clip(`${part * 100}%`), clip('-99px')], GROW_MS);
  // Waiting for their time costs no frame.
  const appear = { delay: GROW_MS - APPEAR_MS, duration: APPEAR_MS, fill: 'backwards' } as const;
  const marks = [...element.querySelectorAll('.last,.value,.ahead')].map((mark) =>
    mark.animate({ opacity: [0, 1] }, appear),
  );
  growing.set(element, line ? [line, ...marks] : marks);
}

/** Points at single places of a drawn graph. */
export type GraphPointer = ReturnType<typeof pointAt>;

/** A line and a ring, each in a box of the plot's size: moved by parts of that, neither is laid out or painted again. */
function marks(element: HTMLElement) {
  const line = h('i');
  const spot = h('b', {}, h('i'));
  const cursor = h('div', { class: 'cursor' }, line, spot);
  const tip = h('div', { class: 'tip' });
  element.append(cursor, tip);
  return { line, spot, cursor, tip };
}

/** Makes a graph one whose answers can be pointed at. After an update of the graph its owner focuses anew. */
export function pointAt(drawing: ScoreGraphDrawing) {
  const { element } = drawing;
  let made: ReturnType<typeof marks> | undefined;
  return {
    /** Moves cursor and tip to an answer, without a score onto the time axis (milliseconds); null hides both. */
    focus(place: { readonly at: number; readonly score?: number } | null, text = ''): void {
      if (!place) {
        if (made) made.cursor.hidden = made.tip.hidden = true;
        return;
      }
      made ??= marks(element);
      const { line, spot, cursor, tip } = made;
      const scale = scaleOf(drawing.view);
      const [x, y] = [scale.x(place.at), place.score === undefined ? 1 : scale.y(place.score)];
      cursor.hidden = false;
      line.style.translate = percent(x);
      spot.style.translate = `${percent(x)} ${percent(y)}`;
      tip.hidden = !text;
      if (!text) return;
      changeText(tip, text);
      // On the side of the point where there is more room.
      const beside = (part: number): string => (part > 0.5 ? 'calc(-100% - 14px)' : '14px');
      const transform = `translate(${beside(x)},${beside(y)})`;
      Object.assign(tip.style, { left: percent(x), top: percent(y), transform });
    },
    /** The instant under a pointer (`clientX`, CSS pixels), milliseconds. */
    instantAt(clientX: number): number {
      const { view } = drawing;
      const { left, width } = element.getBoundingClientRect();
      return view.from + ((clientX - left) / (width || 1)) * (view.to - view.from);
    },
  };
}
