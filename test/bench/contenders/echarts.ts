import { LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type Mount, monthTicks, picture } from '../contender.ts';
import { MONTHS, SIZE } from '../course.ts';

use([LineChart, GridComponent, MarkAreaComponent, TooltipComponent, CanvasRenderer]);

/** echarts with only the parts that this picture needs, without animation, and sampled past 1,000 answers. */
export const mount: Mount = (host, graph) => {
  const { points, ranges, max } = picture(graph);
  const months = monthTicks(points[0]?.at ?? 0, points.at(-1)?.at ?? 1).map((month) => month.getTime());
  const chart = init(host, null, SIZE);
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: 'sans-serif', fontSize: 11 },
    grid: { left: 38, right: 14, top: 12, bottom: 28 },
    tooltip: { trigger: 'axis' },
    xAxis: {
      type: 'value',
      min: points[0]?.at ?? 0,
      max: points.at(-1)?.at ?? 1,
      splitLine: { show: false },
      axisLabel: {
        customValues: months,
        formatter: (value: number) => {
          const month = new Date(value);
          return `${MONTHS[month.getMonth()]} ${month.getFullYear()}`;
        },
      },
      axisTick: { customValues: months },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max,
      splitLine: { show: false },
      axisLabel: { customValues: [...ranges.map(({ minScore }) => minScore), max] },
    },
    series: [
      {
        type: 'line',
        data: points.map(({ at, score }) => [at, score]),
        showSymbol: points.length <= 500,
        symbolSize: 8,
        ...(points.length > 1000 ? { sampling: 'minmax' } : {}),
        lineStyle: { color: '#1d3f72', width: 2 },
        itemStyle: { color: '#1d3f72' },
        markArea: {
          silent: true,
          data: ranges.map(({ title, color, from, to }) => [
            {
              name: title,
              yAxis: from,
              itemStyle: { color, opacity: 0.15 },
              label: { position: 'insideLeft', color: '#1b1f24' },
            },
            { yAxis: to },
          ]),
        },
      },
    ],
  });
  return { end: () => chart.dispose() };
};
