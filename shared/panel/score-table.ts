import { h } from '../ui/dom.ts';
import { sayDelta, sayScore } from '../words/say.ts';
import { joinSentences, sayRequest } from '../words/say-details.ts';
import type { CourseModel } from './graph.ts';

/**
 * Makes the table of everything that the graph shows, newest first: answers, and requests without one with why.
 *
 * @param canOpen the date of a row is a button that opens its answers (`data-submission`)
 */
function createTable({ speech, view, title, requests, isForPatient }: CourseModel, canOpen: boolean) {
  const { words, format } = speech;
  const { date, score, range, previous, baseline, risk } = words.columns;
  const hasRanges = !isForPatient || view.bands.length > 0;
  const head = (at: number, submissionId: number) => {
    const moment = format.moment(at);
    const name = { 'aria-label': words.openAnswers({ moment }), 'data-submission': String(submissionId) };
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
    const said = joinSentences(sayRequest(speech, request, requests.get(submissionId)));
    return [at, h('tr', {}, head(at, submissionId), h('td', across, said))] as const;
  });
  const rows = [...answers, ...missed].sort(([a], [b]) => b - a).map(([, row]) => row);
  return h(
    'table',
    {},
    h(
      'caption',
      {},
      words.caption({ title: view.seriesName === null ? title : `${title}, ${view.seriesName}` }),
    ),
    h('thead', {}, h('tr', {}, ...names.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows),
  );
}

/** The table behind a summary, made when it is first opened and anew when the course has changed since. */
interface ScoreTable {
  /** Null takes the table away, with all that it says. */
  show(model: (CourseModel & { readonly canOpen: boolean }) | null): void;
  /** Opens the table before printing; afterwards closes it again where it was closed. */
  print(isPrinting: boolean): void;
}

/**
 * @param details holds the summary
 * @param place takes the table; `details` itself where there is no box around it
 * @param open called with the id of the submission whose row was chosen
 */
export function createScoreTable(
  details: HTMLDetailsElement,
  place: HTMLElement,
  open: (submissionId: number) => void,
): ScoreTable {
  let shown: Parameters<ScoreTable['show']>[0] = null;
  let isCurrent = false;
  let wasOpen = false;
  const fill = (): void => {
    if (!details.open || !shown || isCurrent) return;
    place.querySelector('table')?.remove();
    place.append(createTable(shown, shown.canOpen));
    isCurrent = true;
  };
  details.addEventListener('toggle', fill);
  place.addEventListener('click', ({ target }) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-submission]');
    if (row) open(Number(row.dataset.submission));
  });
  return {
    show(model) {
      shown = model;
      isCurrent = false;
      if (model) fill();
      else place.querySelector('table')?.remove();
    },
    print(isPrinting) {
      if (isPrinting) wasOpen = details.open;
      details.open = isPrinting || wasOpen;
      fill();
    },
  };
}
