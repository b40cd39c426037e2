import {
  createChart,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type Mount, picture } from '../contender.ts';
import { SIZE } from '../course.ts';

type Bands = ReturnType<typeof picture>['ranges'];

/** The same bands, thresholds and names, drawn in the library's own hook beneath the series. */
function bandsBeneath(ranges: Bands): ISeriesPrimitive<Time> {
  let series: ISeriesApi<'Line'> | undefined;
  return {
    attached(given) {
      series = given.series as ISeriesApi<'Line'>;
    },
    paneViews: () => [
      {
        zOrder: () => 'bottom',
        renderer: () => ({
          draw: (target) =>
            target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
              for (const { title, color, from, to } of ranges) {
                const top = series?.priceToCoordinate(to) ?? 0;
                const bottom = series?.priceToCoordinate(from) ?? 0;
                context.globalAlpha = 0.15;
                context.fillStyle = color;
                context.fillRect(0, top, width, bottom - top);
                context.globalAlpha = 1;
                context.fillStyle = '#aaaaaa';
                context.fillRect(0, top, width, 1);
                context.fillStyle = '#1b1f24';
                context.font = '11px sans-serif';
                context.textBaseline = 'middle';
                context.fillText(title, 10, (top + bottom) / 2);
              }
            }),
        }),
      },
    ],
  };
}

/** lightweight-charts over the whole course, with a fixed scale and nothing that moves by itself. */
export const mount: Mount = (host, graph) => {
  const { points, ranges, max } = picture(graph);
  const chart = createChart(host, {
    ...SIZE,
    layout: { fontSize: 11, fontFamily: 'sans-serif', attributionLogo: false },
    grid: { vertLines: { visible: false }, horzLines: { visible: false } },
    leftPriceScale: { visible: true, scaleMargins: { top: 0, bottom: 0 } },
    rightPriceScale: { visible: false },
    timeScale: { minBarSpacing: 0.01 },
    kineticScroll: { mouse: false, touch: false },
  });
  const series = chart.addSeries(LineSeries, {
    color: '#1d3f72',
    lineWidth: 2,
    priceScaleId: 'left',
    pointMarkersVisible: points.length <= 500,
    lastValueVisible: false,
    priceLineVisible: false,
    autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: max } }),
  });
  series.attachPrimitive(bandsBeneath(ranges));
  series.setData(points.map(({ at, score }) => ({ time: (at / 1000) as UTCTimestamp, value: score })));
  chart.timeScale().fitContent();
  return { end: () => chart.remove() };
};
