import { createElement as h } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Line, LineChart, ReferenceArea, Tooltip, XAxis, YAxis } from 'recharts';
import { type Mount, monthTicks, picture } from '../contender.ts';
import { MONTHS, SIZE } from '../course.ts';

const monthOf = (at: number): string => {
  const month = new Date(at);
  return `${MONTHS[month.getMonth()]} ${month.getFullYear()}`;
};

/** recharts at a fixed size, without animation, and without a dot for each answer past 500. */
export const mount: Mount = (host, graph) => {
  const { points, ranges, max } = picture(graph);
  const root = createRoot(host);
  flushSync(() => {
    root.render(
      h(
        LineChart,
        { ...SIZE, data: points, margin: { top: 12, right: 14, bottom: 0, left: 0 } },
        ...ranges.map(({ title, color, from, to }) =>
          h(ReferenceArea, {
            key: title,
            y1: from,
            y2: to,
            fill: color,
            fillOpacity: 0.15,
            label: { value: title, position: 'insideLeft', fontSize: 11 },
          }),
        ),
        h(XAxis, {
          key: 'x',
          dataKey: 'at',
          type: 'number',
          domain: ['dataMin', 'dataMax'],
          ticks: monthTicks(points[0]?.at ?? 0, points.at(-1)?.at ?? 1).map((month) => month.getTime()),
          tickFormatter: monthOf,
          interval: 0,
          fontSize: 11,
        }),
        h(YAxis, {
          key: 'y',
          width: 38,
          domain: [0, max],
          ticks: [...ranges.map(({ minScore }) => minScore), max],
          interval: 0,
          fontSize: 11,
        }),
        h(Tooltip, { key: 'tooltip', isAnimationActive: false }),
        h(Line, {
          key: 'line',
          dataKey: 'score',
          type: 'linear',
          stroke: '#1d3f72',
          strokeWidth: 2,
          dot: points.length <= 500 ? { r: 4, fill: '#1d3f72' } : false,
          isAnimationActive: false,
        }),
      ),
    );
  });
  return { end: () => root.unmount() };
};
