import uPlot from 'uplot';
import { type Mount, picture } from '../contender.ts';
import { SIZE } from '../course.ts';

/** uPlot with the same bands, thresholds and names drawn in its own hook. */
export const mount: Mount = (host, graph) => {
  const { points, ranges, max } = picture(graph);
  const drawBands = (plot: uPlot): void => {
    const { ctx, bbox } = plot;
    ctx.save();
    for (const { title, color, from, to } of ranges) {
      const top = plot.valToPos(to, 'y', true);
      const bottom = plot.valToPos(from, 'y', true);
      ctx.globalAlpha = 0.15;
      ctx.fillStyle = color;
      ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
      ctx.globalAlpha = 1;
      ctx.fillStyle = '#aaaaaa';
      ctx.fillRect(bbox.left, top, bbox.width, 1);
      ctx.fillStyle = '#1b1f24';
      ctx.font = '11px sans-serif';
      ctx.textAlign = 'left';
      ctx.textBaseline = 'middle';
      ctx.fillText(title, bbox.left + 10, (top + bottom) / 2);
    }
    ctx.restore();
  };
  const plot = new uPlot(
    {
      ...SIZE,
      legend: { show: false },
      scales: { y: { range: [0, max] } },
      axes: [
        { grid: { show: false }, font: '11px sans-serif' },
        {
          grid: { show: false },
          font: '11px sans-serif',
          size: 38,
          splits: () => [...ranges.map(({ minScore }) => minScore), max],
        },
      ],
      series: [
        {},
        { stroke: '#1d3f72', width: 2, points: { show: points.length <= 500, size: 8, fill: '#1d3f72' } },
      ],
      hooks: { drawClear: [drawBands] },
    },
    [points.map(({ at }) => at / 1000), points.map(({ score }) => score)],
    host,
  );
  return {
    end: () => plot.destroy(),
    append: (longer) => {
      const { points } = picture(longer);
      plot.setData([points.map(({ at }) => at / 1000), points.map(({ score }) => score)]);
    },
  };
};
