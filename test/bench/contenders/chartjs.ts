import {
  Chart,
  Decimation,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import { type Mount, monthTicks, picture } from '../contender.ts';
import { MONTHS, SIZE } from '../course.ts';

Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip, Decimation);

/** Chart.js with the options that were measured to be best (docs/decisions/0011-hand-written-svg.md), and the same bands in a plugin. */
export const mount: Mount = (host, graph) => {
  const { points, ranges, max } = picture(graph);
  const from = points[0]?.at ?? 0;
  const to = points.at(-1)?.at ?? 1;
  const months = monthTicks(from, to);
  const bands: Plugin<'line'> = {
    id: 'bands',
    beforeDatasetsDraw({ ctx, chartArea: { left, width }, scales: { y } }) {
      if (!y) return;
      ctx.save();
      for (const { title, color, from: low, to: high } of ranges) {
        const top = y.getPixelForValue(high);
        const bottom = y.getPixelForValue(low);
        ctx.globalAlpha = 0.15;
        ctx.fillStyle = color;
        ctx.fillRect(left, top, width, bottom - top);
        ctx.globalAlpha = 1;
        ctx.fillStyle = '#aaaaaa';
        ctx.fillRect(left, top, width, 1);
        ctx.fillStyle = '#1b1f24';
        ctx.font = '11px sans-serif';
        ctx.textBaseline = 'middle';
        ctx.fillText(title, left + 10, (top + bottom) / 2);
      }
      ctx.restore();
    },
  };
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  host.append(canvas);
  const chart = new Chart(canvas, {
    type: 'line',
    data: {
      datasets: [
        {
          data: points.map(({ at, score }) => ({ x: at, y: score })),
          borderColor: '#1d3f72',
          backgroundColor: '#1d3f72',
          borderWidth: 2,
          pointRadius: points.length <= 500 ? 4 : 0,
        },
      ],
    },
    options: {
      animation: false,
      parsing: false,
      normalized: true,
      responsive: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      plugins: { decimation: { enabled: points.length > 1000, algorithm: 'min-max' } },
      scales: {
        x: {
          type: 'linear',
          min: from,
          max: to,
          grid: { display: false },
          afterBuildTicks: (axis) => {
            axis.ticks = months.map((month) => ({ value: month.getTime() }));
          },
          ticks: {
            autoSkip: false,
            maxRotation: 0,
            callback: (value) => {
              const month = new Date(value);
              return `${MONTHS[month.getMonth()]} ${month.getFullYear()}`;
            },
          },
        },
        y: {
          type: 'linear',
          min: 0,
          max,
          grid: { display: false },
          afterBuildTicks: (axis) => {
            axis.ticks = [...ranges.map(({ minScore }) => minScore), max].map((value) => ({ value }));
          },
          ticks: { autoSkip: false },
        },
      },
    },
    plugins: [bands],
  });
  return { end: () => chart.destroy() };
};
