import { type Mount, monthTicks, picture } from '../contender.ts';
import { MONTHS, SIZE } from '../course.ts';

const LEFT = 38;
const RIGHT = SIZE.width - 14;
const TOP = 12;
const BOTTOM = SIZE.height - 28;

function node(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The same picture as an engineer writes it by hand for one page: known size, no options, a node for a thing. */
export const mount: Mount = (host, graph) => {
  const { points, ranges, max } = picture(graph);
  const from = points[0]?.at ?? 0;
  const to = points.at(-1)?.at ?? 1;
  const x = (at: number): number => LEFT + ((at - from) / (to - from)) * (RIGHT - LEFT);
  const y = (score: number): number => BOTTOM - (score / max) * (BOTTOM - TOP);
  const svg = node('svg', {
    width: SIZE.width,
    height: SIZE.height,
    'font-size': 11,
    'font-family': 'sans-serif',
    role: 'img',
  });
  for (const { title, color, minScore, from: low, to: high } of ranges) {
    svg.append(
      node('rect', {
        x: LEFT,
        y: y(high),
        width: RIGHT - LEFT,
        height: y(low) - y(high),
        fill: color,
        'fill-opacity': 0.15,
      }),
      node('line', { x1: LEFT, x2: RIGHT, y1: y(high), y2: y(high), stroke: '#aaa' }),
      node('text', { x: LEFT + 10, y: y((low + high) / 2), dy: '.35em' }, title),
      node('text', { x: LEFT - 8, y: y(minScore), dy: '.35em', 'text-anchor': 'end' }, String(minScore)),
    );
  }
  svg.append(node('text', { x: LEFT - 8, y: y(max), dy: '.35em', 'text-anchor': 'end' }, String(max)));
  for (const tick of monthTicks(from, to)) {
    svg.append(
      node('line', {
        x1: x(tick.getTime()),
        x2: x(tick.getTime()),
        y1: BOTTOM,
        y2: BOTTOM + 4,
        stroke: '#888',
      }),
      node(
        'text',
        { x: x(tick.getTime()), y: BOTTOM + 18, 'text-anchor': 'middle' },
        `${MONTHS[tick.getMonth()]} ${tick.getFullYear()}`,
      ),
    );
  }
  const line = points.map(({ at, score }) => `${x(at).toFixed(1)} ${y(score).toFixed(1)}`).join('L');
  svg.append(
    node('path', { d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}`, fill: 'none', stroke: '#888' }),
    node('path', { d: `M${line}`, fill: 'none', stroke: '#1d3f72', 'stroke-width': 2 }),
  );
  if (points.length <= 500) {
    for (const { at, score } of points)
      svg.append(node('circle', { cx: x(at).toFixed(1), cy: y(score).toFixed(1), r: 4, fill: '#1d3f72' }));
  }
  const cursor = node('circle', { r: 8, fill: 'none', stroke: '#000', visibility: 'hidden' });
  svg.append(cursor);
  svg.addEventListener('pointermove', (event) => {
    const at = from + ((event.offsetX - LEFT) / (RIGHT - LEFT)) * (to - from);
    const near = points.reduce((best, point) =>
      Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best,
    );
    cursor.setAttribute('visibility', 'visible');
    cursor.setAttribute('cx', String(x(near.at)));
    cursor.setAttribute('cy', String(y(near.score)));
  });
  host.append(svg);
  return {
    end: () => svg.remove(),
    append: (longer) => {
      host.replaceChildren();
      mount(host, longer);
    },
  };
};
