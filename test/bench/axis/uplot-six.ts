import uPlot from 'uplot';
import { type Mount, picture } from '../contender.ts';
import { courseOf } from '../course.ts';
import { AXIS_ANSWERS, AXIS_ROWS, ROW_SIZE } from './rows.ts';

const { points, ranges, max } = picture(courseOf(AXIS_ANSWERS));

/** Six uPlots, one above the other, with the same bands and one cursor. */
export const mount: Mount = (host) => {
  const drawBands = (plot: uPlot): void => {
    const { ctx, bbox } = plot;
    ctx.save();
    for (const { title, color, from, to } of ranges) {
      const top = plot.valToPos(to, 'y', true);
      ctx.globalAlpha = 0.15;
      ctx.fillStyle = color;
      ctx.fillRect(bbox.left, top, bbox.width, plot.valToPos(from, 'y', true) - top);
      ctx.globalAlpha = 1;
      ctx.fillStyle = '#1b1f24';
      ctx.font = '11px sans-serif';
      ctx.textAlign = 'left';
      ctx.fillText(title, bbox.left + 10, top + 12);
    }
    ctx.restore();
  };
  const data: uPlot.AlignedData = [points.map(({ at }) => at / 1000), points.map(({ score }) => score)];
  const plots = Array.from({ length: AXIS_ROWS }, (_, row) => {
    const isLast = row === AXIS_ROWS - 1;
    return new uPlot(
      {
        ...ROW_SIZE,
        legend: { show: false },
        cursor: { sync: { key: 'axis' } },
        scales: { y: { range: [0, max] } },
        axes: [
          { grid: { show: false }, font: '11px sans-serif', show: isLast },
          {
            grid: { show: false },
            font: '11px sans-serif',
            size: 38,
            splits: () => [...ranges.map(({ minScore }) => minScore), max],
          },
        ],
        series: [{}, { stroke: '#1d3f72', width: 2, points: { show: false } }],
        hooks: { drawClear: [drawBands] },
      },
      data,
      host,
    );
  });
  return {
    end: () => {
      for (const plot of plots) plot.destroy();
    },
  };
};
