import { scaleOf, svg } from '@instrument-panel/shared/chart/frame';
import {
  type Drawn,
  drawSparkline,
  HEIGHT_PX,
  MARGIN_PX,
  WIDTH_PX,
} from '@instrument-panel/shared/chart/sparkline';

/** A course whose classes are tinted. `edges` are the scores at which the scale's bands meet. */
interface Pictured extends Drawn {
  readonly points: readonly (Drawn['points'][number] & {
    readonly color?: string | null;
    readonly classificationColor?: string | null;
  })[];
  readonly edges: readonly number[];
}

/** Draws the bands' edges, and below the line each answer's class in the service's color: a change of band is seen. */
function drawClasses(view: Pictured): Element[] {
  const { x, y } = scaleOf(view);
  const across = view.points.map(({ at }) => x(at) * (WIDTH_PX - 2 * MARGIN_PX) + MARGIN_PX);
  const down = (score: number): number => y(score) * (HEIGHT_PX - 2 * MARGIN_PX) + MARGIN_PX;
  const edges = view.edges.map((score) => `M0 ${down(score)}H${WIDTH_PX}`).join('');
  const classes = view.points.map(({ score, color, classificationColor }, index) => {
    const here = across[index] ?? 0;
    const top = down(score);
    // Half of the way to each neighbour belongs to this answer.
    const half = (to: number, isBridged: boolean): string => {
      const next = view.points[to];
      if (!next || isBridged) return `${here} ${top}`;
      return `${(here + (across[to] ?? 0)) / 2} ${(top + down(next.score)) / 2}`;
    };
    const left = half(index - 1, view.gaps.has(index));
    const right = half(index + 1, view.gaps.has(index + 1));
    const d = `M${left}L${here} ${top}L${right}V${HEIGHT_PX}H${left.split(' ')[0]}Z`;
    const area = svg('path', { class: 'class', d });
    area.style.fill = color ?? classificationColor ?? '';
    return area;
  });
  return edges ? [svg('path', { class: 'edges', d: edges }), ...classes] : classes;
}

/** Styles of what `drawPicture` adds to a sparkline. */
export const pictureStyles = `
/* Strokes keep their width, and dots their shape, in any box. */
.sparkline path{vector-effect:non-scaling-stroke}
.sparkline path.class{stroke:none;fill:none;fill-opacity:.28}
.sparkline path.edges{stroke:var(--_line);stroke-width:1}
@media (forced-colors:active){.sparkline path.class{display:none}}
`;

/** Draws a sparkline without a name: what it shows is said beside it. */
export function drawPicture(view: Pictured): Element {
  const picture = drawSparkline(view, '');
  picture.prepend(...drawClasses(view));
  for (const name of ['role', 'aria-label']) picture.removeAttribute(name);
  picture.setAttribute('preserveAspectRatio', 'none');
  picture.ariaHidden = 'true';
  return picture;
}
