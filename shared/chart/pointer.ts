import { nearestPoint } from '../score/nearest.ts';
import { percent, scaleOf, svg } from './frame.ts';
import type { ScoreGraphDrawing } from './score-graph.ts';

/** Styles of the pointer, beside `chartStyles`. */
export const pointerStyles = `
.score-graph{
& .cursor{pointer-events:none;fill:none;stroke:var(--_ink);stroke-width:1.5}
& .tip{position:absolute;z-index:1;width:max-content;max-width:min(220px,60%);padding:6px 9px;border:1px solid var(--_axis);border-radius:6px;background:var(--_surface);font-size:12px;white-space:pre-line;overflow-wrap:anywhere;pointer-events:none}
& .tip[hidden]{display:none}
}
@media print{.score-graph{color-scheme:light;print-color-adjust:exact;break-inside:avoid}.score-graph :is(.tip,.cursor){display:none}}
`;

/** Points at single answers of a drawn graph. */
export interface GraphPointer {
  /** Moves the cursor to a point, with a text beside it, or hides both for null. */
  focus(index: number | null, tip?: string): void;
  /** Moves it to an instant on the time axis (milliseconds), such as that of a request without an answer. */
  mark(at: number, tip: string): void;
  /** The instant under a pointer (`clientX`, CSS pixels), milliseconds. */
  instantAt(clientX: number): number;
  /** Index of the point nearest in time to a pointer (`clientX`, CSS pixels), or -1 without points. */
  indexAt(clientX: number): number;
}

/** A cursor and a tip on a graph. */
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

/**
 * Makes a graph one whose answers can be pointed at. Its marks are made when one is first pointed at, since most graphs
 * of a page never are. After an update of the graph its owner focuses anew.
 */
export function pointAt(drawing: ScoreGraphDrawing): GraphPointer {
  const { element } = drawing;
  let made: ReturnType<typeof marks> | undefined;
  const show = (x: number, y: number, text: string): void => {
    made ??= marks(element);
    const { circle, cursor, tip } = made;
    cursor.setAttribute('visibility', 'visible');
    cursor.setAttribute('x', percent(x));
    circle.setAttribute('cy', percent(y));
    tip.hidden = !text;
    tip.textContent = text;
    // On the side of the point where there is more room.
    const beside = (part: number): string => (part > 0.5 ? 'calc(-100% - 14px)' : '14px');
    Object.assign(tip.style, {
      left: percent(x),
      top: percent(y),
      transform: `translate(${beside(x)},${beside(y)})`,
    });
  };
  const instantAt = (clientX: number): number => {
    const { view } = drawing;
    const { left, width } = element.getBoundingClientRect();
    return view.from + ((clientX - left) / (width || 1)) * (view.to - view.from);
  };
  return {
    focus(index, text = '') {
      const point = index === null ? undefined : drawing.view.points[index];
      if (!point) {
        made?.cursor.setAttribute('visibility', 'hidden');
        if (made) made.tip.hidden = true;
        return;
      }
      const scale = scaleOf(drawing.view);
      show(scale.x(point.at), scale.y(point.score), text);
    },
    mark: (at, text) => show(scaleOf(drawing.view).x(at), 1, text),
    instantAt,
    indexAt: (clientX) => nearestPoint(drawing.view, instantAt(clientX)),
  };
}
