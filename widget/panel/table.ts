import { sayDelta, sayScore, type WholeSpeech } from '../../shared/locale/panel/index.ts';
import type { ScoreView } from '../../shared/score/index.ts';
import { h } from './template.ts';

/** Makes the table of everything that the graph shows, newest first: answers, and requests without one. */
export function scoreTable(speech: WholeSpeech, view: ScoreView, title: string): HTMLElement {
  const { words, format } = speech;
  const [, score, range, previous, baseline, risk] = words.columns;
  const head = (at: number) => h('th', { scope: 'row' }, format.moment(at));
  const cell = (name: string, text: string, attributes = {}) =>
    h('td', { 'data-name': name, ...attributes }, text);

  const answers = view.points.map((point) => {
    const { changes } = point;
    const delta = (change: number | null) => sayDelta(speech, change);
    const row = h(
      'tr',
      {},
      head(point.at),
      cell(score, sayScore(speech, view, point.score)),
      cell(range, point.classification ?? words.noRange),
      cell(previous, delta(changes.fromPrevious)),
      cell(baseline, delta(changes.fromBaseline)),
      cell(risk, words.pointRisk[point.risk], point.risk === 'flagged' ? { class: 'flagged' } : {}),
    );
    return [point.at, row] as const;
  });
  const missed = view.missed.map(
    ({ at, status }) =>
      [
        at,
        h('tr', {}, head(at), h('td', { colspan: '5', class: 'missed' }, words.missedStatus[status])),
      ] as const,
  );
  const rows = [...answers, ...missed].sort(([a], [b]) => b - a).map(([, row]) => row);
  return h(
    'table',
    {},
    h('caption', {}, words.caption(view.seriesName === null ? title : `${title}, ${view.seriesName}`)),
    h('thead', {}, h('tr', {}, ...words.columns.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows),
  );
}
