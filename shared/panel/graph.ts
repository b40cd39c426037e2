/**
 * Additions to a drawn graph: the walk through answers and requests with its tip, the notes beneath it, and
 * the choice of series.
 *
 * @module
 */
import { type GraphPointer, pointAt } from '../chart/pointer.ts';
import type { ScoreGraphDrawing } from '../chart/score-graph.ts';
import { createWalk, type Stop, stopPointer, stopsOf } from '../chart/walk.ts';
import type { ScoreView } from '../score/view.ts';
import { h } from '../ui/dom.ts';
import { sayScale } from '../words/say.ts';
import {
  joinSentences,
  type Requests,
  sayPoint,
  sayRequest,
  type WholeSpeech,
} from '../words/say-details.ts';

/** A course as its graph, its walk and its table show it. */
export interface CourseModel {
  readonly speech: WholeSpeech;
  readonly view: ScoreView;
  /** Title of the instrument. */
  readonly title: string;
  readonly requests: Requests;
  /** True for patients, who see nothing of risk, and ranges only where the service gives some. */
  readonly isForPatient: boolean;
}

/** A place on the walk that was chosen. */
interface ChosenStop extends Stop {
  readonly submissionId: number;
}

/** The walk through a graph. */
interface GraphWalk {
  /** Brings the walk in line with what is drawn; null where nothing is. */
  show(model: CourseModel | null, drawing: ScoreGraphDrawing | null): void;
  /** Says everything about the latest answer in one sentence. */
  sayLatest(): string;
}

/**
 * Lets a graph be walked by arrow keys and pointer.
 *
 * @param element takes focus and pointer, and holds the drawing
 * @param announce says a sentence politely to people who listen
 * @param select called when an answer or a request is chosen by click, tap or Enter
 */
export function createGraphWalk(
  element: HTMLElement,
  { announce, select }: { announce(text: string): void; select(stop: ChosenStop): void },
): GraphWalk {
  let shown: CourseModel | null = null;
  let drawn: ScoreGraphDrawing | null = null;
  let pointer: GraphPointer | null = null;
  let stops: readonly Stop[] = [];

  const sayAnswer = (index: number): string[] =>
    shown ? sayPoint(shown.speech, shown.view, index, !shown.isForPatient) : [];
  const lines = (index: number): string[] => {
    const stop = stops[index];
    if (stop?.kind === 'answer') return sayAnswer(stop.index);
    const request = stop && shown?.view.missed[stop.index];
    return request && shown
      ? sayRequest(shown.speech, request, shown.requests.get(request.submissionId))
      : [];
  };
  const redrawn = createWalk(element, () => pointer && stopPointer(pointer, stops), {
    count: () => (shown?.view.points.length ? stops.length : 0),
    lines,
    announce: (index) => announce(joinSentences(lines(index))),
    select(index) {
      const stop = stops[index];
      const of = stop && (stop.kind === 'answer' ? shown?.view.points : shown?.view.missed)?.[stop.index];
      if (stop && of) select({ ...stop, submissionId: of.submissionId });
    },
  });
  return {
    show(model, drawing) {
      shown = model;
      stops = model ? stopsOf(model.view) : [];
      if (drawing !== drawn) pointer = drawing && pointAt(drawing);
      drawn = drawing;
      if (model) redrawn();
    },
    sayLatest: () => (shown ? joinSentences(sayAnswer(shown.view.points.length - 1)) : ''),
  };
}

/**
 * Says what a reader must know of the graph: the scale and its direction, the period asked for, requests without an
 * answer, what could not be read.
 *
 * @param period RFC 3339 date-times; null where the whole course was asked for
 */
export function sayNotes(
  speech: WholeSpeech,
  view: ScoreView,
  period: { readonly startDate: string | null; readonly endDate: string | null } | null = null,
): string {
  const { words, format } = speech;
  const day = (date: string | null) => (date === null ? null : format.day(Date.parse(date)));
  const { domainSource, missed, unreadable } = view;
  return [
    `${sayScale(speech, view)}.`,
    domainSource === 'service' ? '' : words.scaleAssumed[domainSource],
    period?.startDate || period?.endDate
      ? words.between({ from: day(period.startDate), to: day(period.endDate) })
      : '',
    missed.length > 0 ? words.missed({ count: missed.length }) : '',
    unreadable > 0 ? words.unreadable({ count: unreadable }) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** One of the series of a graph: the whole instrument, whose name is null, or a subscale. */
interface SeriesOption {
  readonly seriesId: string;
  readonly name?: string | null | undefined;
}

/**
 * Shows the choice between series in a fieldset, and hides it where there is only one. Radio buttons bring their own
 * keys. Nodes are kept while the series are the same, so that focus stays.
 *
 * @param group `name` of the radio buttons
 */
export function renderSeriesChoice(
  fieldset: HTMLElement,
  { words }: WholeSpeech,
  series: readonly SeriesOption[],
  chosen: string | undefined,
  group = 'series',
): void {
  const names = series.map(({ seriesId, name }) => [seriesId, name ?? words.wholeScore] as const);
  fieldset.hidden = names.length < 2;
  if (fieldset.hidden) return;
  const key = JSON.stringify([words.series, names]);
  if (fieldset.dataset.key !== key) {
    fieldset.dataset.key = key;
    fieldset.replaceChildren(
      h('legend', { class: 'visually-hidden' }, words.series),
      ...names.map(([value, name]) =>
        h('label', {}, h('input', { type: 'radio', name: group, value }), h('span', { dir: 'auto' }, name)),
      ),
    );
  }
  for (const input of fieldset.querySelectorAll('input')) input.checked = input.value === chosen;
}
