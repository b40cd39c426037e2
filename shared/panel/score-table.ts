import { sinceOf } from '../score/since.ts';
import { h } from '../ui/dom.ts';
import { sayPeriod, sayPointRisk, sayRequest, sayScore, type WholeSpeech } from '../words/say-details.ts';
import { joinSentences } from '../words/say-picture.ts';
import type { CourseModel } from './graph.ts';

interface TableModel extends CourseModel {
  /** The date of a row is a button that opens its answers (`data-submission`). */
  readonly canOpen: boolean;
}

/** `+3`, or the words for no change; `–` where the service sent none. */
const sayDelta = ({ words, format }: WholeSpeech, change: number | null | undefined): string =>
  change == null ? '–' : change === 0 ? words.unchanged : format.signed(change);

/** Makes the table of everything that the graph shows, newest first: answers, and requests without one with why. */
function createTable({ speech, view, title, requests, isForPatient, canOpen }: TableModel) {
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

  const answers = view.points.map((point, index) => {
    const since = sinceOf(view, index);
    const flagged = point.risk === 'flagged' ? { class: 'flagged' } : {};
    const row = h(
      'tr',
      {},
      head(point.at, point.submissionId),
      cell(score, sayScore(speech, view, point.score)),
      ...(hasRanges ? [cell(range, point.classification ?? words.noRange)] : []),
      ...(isForPatient
        ? []
        : [
            cell(previous, sayDelta(speech, since.previous)),
            cell(baseline, sayDelta(speech, since.first)),
            cell(risk, sayPointRisk(speech, view, index), flagged),
          ]),
    );
    return [point.at, row] as const;
  });
  // A bare "+3" tells a patient nothing; the headline has the change as a sentence.
  const forProfessionals = isForPatient ? [] : [previous, baseline, risk];
  const names = [date, score, ...(hasRanges ? [range] : []), ...forProfessionals];
  const across = { colspan: String(names.length - 1), class: 'missed' };
  const missed = view.missed.map((request) => {
    const { at, submissionId } = request;
    const said = joinSentences(sayRequest(speech, request, requests.get(submissionId)));
    return [at, h('tr', {}, head(at, submissionId), h('td', across, said))] as const;
  });
  const lost = (at: number | null) =>
    [
      at ?? Number.POSITIVE_INFINITY,
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, at === null ? words.noDate : format.moment(at)),
        h('td', across, words.unreadAnswer),
      ),
    ] as const;
  const unread = [...view.unread.at, ...Array<null>(view.unread.undated).fill(null)].map(lost);
  const rows = [...answers, ...missed, ...unread].sort(([a], [b]) => b - a).map(([, row]) => row);
  const named = view.seriesName === null ? title : `${title}, ${view.seriesName}`;
  const caption = [words.caption({ title: named }), sayPeriod(speech, view)].filter(Boolean);
  return h(
    'table',
    {},
    h('caption', {}, caption.length > 1 ? `${caption.join('. ')}.` : caption.join()),
    h('thead', {}, h('tr', {}, ...names.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows),
  );
}

/**
 * Keeps the table behind a summary: it is made when it is first opened, and anew when the course has changed since.
 *
 * @param place takes the table; `details` itself where there is no box around it
 */
export function createScoreTable(
  details: HTMLDetailsElement,
  place: HTMLElement,
  open: (submissionId: number) => void,
) {
  let shown: TableModel | null = null;
  let isCurrent = false;
  let wasOpen = false;
  const fill = (): void => {
    if (!details.open || !shown || isCurrent) return;
    isCurrent = true;
    const [before, table] = [place.querySelector('table'), createTable(shown)];
    // A table that says the same stays, with the focus in it.
    if (before?.isEqualNode(table)) return;
    before?.remove();
    place.append(table);
  };
  details.addEventListener('toggle', fill);
  place.addEventListener('click', ({ target }) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-submission]');
    if (row) open(Number(row.dataset.submission));
  });
  return {
    /** Null takes the table away, with all that it says. */
    show(model: TableModel | null): void {
      shown = model;
      isCurrent = false;
      if (model) fill();
      else place.querySelector('table')?.remove();
    },
    /** Opens the table before printing; afterwards closes it again where it was closed. */
    print(isPrinting: boolean): void {
      if (isPrinting) wasOpen = details.open;
      details.open = isPrinting || wasOpen;
      fill();
    },
  };
}
