import { percent, scaleOf, svg } from './frame.ts';
import type { ScoreGraphDrawing } from './score-graph.ts';

/** Styles of the pointer, beside `chartStyles`. */
export const pointerStyles = `
.score-graph{
& .cursor{pointer-events:none;fill:none;stroke:var(--_ink);stroke-width:1.5}
& .tip{position:absolute;z-index:1;width:max-content;max-width:min(220px,60%);padding:6px 8px;border:1px solid var(--_axis);border-radius:6px;background:var(--_surface);font-size:12px;white-space:pre-line;overflow-wrap:anywhere;pointer-events:none}
& .tip[hidden]{display:none}
}
@media print{:is(#swatch,.swatch){print-color-adjust:exact}.score-graph{color-scheme:light;print-color-adjust:exact;break-inside:avoid}.score-graph :is(.tip,.cursor){display:none}}
`;

const GROW_MS = 400;

/** Lets the line grow to the latest answer of a drawn graph, unless the user has asked for less motion. */
export function growToLatest({ element, view: { points } }: ScoreGraphDrawing): void {
  const [first, before, last] = [points[0], points.at(-2), points.at(-1)];
  if (!first || !before || !last || matchMedia('(prefers-reduced-motion:reduce)').matches) return;
  const part = (last.at - before.at) / (last.at - first.at || 1);
  const clip = (end: string) => ({ clipPath: `inset(-99px ${end} -99px -99px) fill-box` });
  element.querySelector('.line')?.animate([clip(`${part * 100}%`), clip('-99px')], GROW_MS);
  for (const mark of element.querySelectorAll('.last,.value,.ahead'))
    mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], GROW_MS);
}

/** Points at single places of a drawn graph. */
export type GraphPointer = ReturnType<typeof pointAt>;

function marks(element: HTMLElement) {
  const circle = svg('circle', { r: 8 });
  const cursor = svg(
    'svg',
    { class: 'cursor' },
    svg('line', { y2: '100%', 'stroke-dasharray': '3 3' }),
    circle,
  );
  element.firstElementChild?.append(cursor);
  const tip = document.createElement('div');
  tip.className = 'tip';
  element.append(tip);
  return { circle, cursor, tip };
}

/** Makes a graph one whose answers can be pointed at. After an update of the graph its owner focuses anew. */
export function pointAt(drawing: ScoreGraphDrawing) {
  const { element } = drawing;
  let made: ReturnType<typeof marks> | undefined;
  return {
    /** Moves cursor and tip to an answer, without a score onto the time axis (milliseconds); null hides both. */
    focus(place: { readonly at: number; readonly score?: number } | null, text = ''): void {
      if (!place) {
        made?.cursor.setAttribute('visibility', 'hidden');
        if (made) made.tip.hidden = true;
        return;
      }
      made ??= marks(element);
      const { circle, cursor, tip } = made;
      const scale = scaleOf(drawing.view);
      const [x, y] = [scale.x(place.at), place.score === undefined ? 1 : scale.y(place.score)];
      cursor.setAttribute('visibility', 'visible');
      cursor.setAttribute('x', percent(x));
      circle.setAttribute('cy', percent(y));
      tip.hidden = !text;
      tip.textContent = text;
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
