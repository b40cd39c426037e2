import { sayDelta, sayScore, type WholeSpeech } from '../../locale/panel/index.ts';
import { type Requests, sayRequest } from '../../locale/panel/say-request.ts';
import { sentence } from '../../locale/sentence.ts';
import type { ScoreView } from '../../score/index.ts';
import { h } from '../h.ts';

/** What a table is made of. */
export interface Tabled {
  readonly speech: WholeSpeech;
  readonly view: ScoreView;
  readonly title: string;
  readonly requests: Requests;
  /** Whether a row opens its answers. */
  readonly canOpen: boolean;
  /** Patients see no risk, and ranges only where the service gives some. */
  readonly isForPatient: boolean;
}

/**
 * Makes the table of everything that the graph shows, newest first: answers, and requests without one with why. The
 * date of a row is the button that opens its answers (`data-submission`).
 */
export function scoreTable({ speech, view, title, requests, canOpen, isForPatient }: Tabled): HTMLElement {
  const { words, format } = speech;
  const [date, score, range, previous, baseline, risk] = words.columns;
  const hasRanges = !isForPatient || view.bands.length > 0;
  const head = (at: number, submissionId: number) => {
    const moment = format.moment(at);
    const name = { 'aria-label': words.openAnswers(moment), 'data-submission': String(submissionId) };
    return h(
      'th',
      { scope: 'row' },
      canOpen ? h('button', { type: 'button', class: 'row', ...name }, moment) : moment,
    );
  };
  const cell = (name: string, text: string, attributes = {}) =>
    h('td', { 'data-name': name, ...attributes }, text);

  const answers = view.points.map((point) => {
    const { changes } = point;
    const delta = (change: number | null | undefined) => sayDelta(speech, change);
    const flagged = point.risk === 'flagged' ? { class: 'flagged' } : {};
    const row = h(
      'tr',
      {},
      head(point.at, point.submissionId),
      cell(score, sayScore(speech, view, point.score)),
      ...(hasRanges ? [cell(range, point.classification ?? words.noRange)] : []),
      cell(previous, delta(changes.deltaFromPrevious)),
      cell(baseline, delta(changes.deltaFromBaseline)),
      ...(isForPatient ? [] : [cell(risk, words.pointRisk[point.risk], flagged)]),
    );
    return [point.at, row] as const;
  });
  const names = [
    date,
    score,
    ...(hasRanges ? [range] : []),
    previous,
    baseline,
    ...(isForPatient ? [] : [risk]),
  ];
  const across = { colspan: String(names.length - 1), class: 'missed' };
  const missed = view.missed.map((request) => {
    const { at, submissionId } = request;
    const said = sentence(sayRequest(speech, request, requests.get(submissionId)));
    return [at, h('tr', {}, head(at, submissionId), h('td', across, said))] as const;
  });
  const rows = [...answers, ...missed].sort(([a], [b]) => b - a).map(([, row]) => row);
  return h(
    'table',
    {},
    h('caption', {}, words.caption(view.seriesName === null ? title : `${title}, ${view.seriesName}`)),
    h('thead', {}, h('tr', {}, ...names.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows),
  );
}
