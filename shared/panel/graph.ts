/** Additions to a drawn graph: the walk through answers and requests, the notes beneath it, the choice of series. */

import {
  ACTIVE_APPLICATION_STATUSES,
  PENDING_SUBMISSION_STATUSES,
  type SubmissionSummary,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { type GraphPointer, growToLatest, pointAt } from '../chart/pointer.ts';
import type { ScoreGraphDrawing } from '../chart/score-graph.ts';
import { isGlobal } from '../score/change.ts';
import { nearestPoint } from '../score/nearest.ts';
import type { ScoreView } from '../score/view.ts';
import { h } from '../ui/dom.ts';
import { type Requests, sayPeriod, sayPoint, sayRequest, type WholeSpeech } from '../words/say-details.ts';
import { joinSentences } from '../words/say-picture.ts';

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

/** Where a walk along the time axis stops: at an answer, or at a request without one. */
interface Stop {
  readonly kind: 'answer' | 'request';
  /** Index into the view's `points` or `missed`. */
  readonly index: number;
  readonly submissionId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly score?: number;
}

const isSameStop = (one: Stop, other: Stop): boolean =>
  one.kind === other.kind && one.submissionId === other.submissionId;

/** Made once somebody walks: a course of years has thousands. */
const stopsByView = new WeakMap<ScoreView, readonly Stop[]>();

/** Answers and requests without one, by time; of two at one instant the answer comes first. */
function stopsOf(view: ScoreView): readonly Stop[] {
  const known = stopsByView.get(view);
  if (known) return known;
  const { points, missed } = view;
  const answers = points.map(
    ({ submissionId, at, score }, index): Stop => ({ kind: 'answer', index, submissionId, at, score }),
  );
  const requests = missed.map(
    ({ submissionId, at }, index) => ({ kind: 'request', index, submissionId, at }) as const,
  );
  const stops = requests.length > 0 ? [...answers, ...requests].sort((a, b) => a.at - b.at) : answers;
  stopsByView.set(view, stops);
  return stops;
}

/** True if the same series has a later answer than before. */
const hasNewAnswer = (
  before: ScoreView,
  { points, seriesId, formTemplateId, patientId }: ScoreView,
): boolean =>
  before.seriesId === seriesId &&
  before.formTemplateId === formTemplateId &&
  before.patientId === patientId &&
  (points.at(-1)?.at ?? 0) > (before.points.at(-1)?.at ?? Number.POSITIVE_INFINITY);

function sayStop(
  { speech, view, requests, isForPatient }: CourseModel,
  { kind, index }: Pick<Stop, 'kind' | 'index'>,
): string[] {
  if (kind === 'answer') return sayPoint(speech, view, index, !isForPatient);
  const request = view.missed[index];
  return request ? sayRequest(speech, request, requests.get(request.submissionId)) : [];
}

const sayLatestOf = (model: CourseModel): string =>
  joinSentences(sayStop(model, { kind: 'answer', index: model.view.points.length - 1 }));

/** Finds the stop that a key leads to; undefined for any other key. From no stop (-1), either arrow leads to the last. */
const findNextStop = (key: string, at: number, last: number): number | undefined =>
  ({
    ArrowLeft: Math.max(0, (at < 0 ? last + 1 : at) - 1),
    ArrowRight: Math.min(last, (at < 0 ? last - 1 : at) + 1),
    Home: 0,
    End: last,
  })[key];

/**
 * Lets a graph be walked: arrow keys, Home and End announce one stop after the other, a pointer shows the same text
 * beside the nearest, click and Enter choose it, Escape leaves. On touch the first tap shows a stop, and a second on
 * the same one chooses it.
 *
 * @param element takes focus and pointer, and holds the drawing
 */
export function createGraphWalk(
  element: HTMLElement,
  { announce, select }: { announce(text: string): void; select(stop: Stop): void },
) {
  let shown: CourseModel | null = null;
  let drawn: ScoreGraphDrawing | null = null;
  let pointer: GraphPointer | null = null;
  /** Index of the stop that is shown; -1 for none. */
  let at = -1;
  /** The stop that was shown before the last touch; null if the last pointer was no finger. */
  let tapped: number | null = null;

  const stops = (): readonly Stop[] => (shown ? stopsOf(shown.view) : []);
  const lines = (): string[] => {
    const stop = stops()[at];
    return shown && stop ? sayStop(shown, stop) : [];
  };
  const go = (index: number): void => {
    at = index;
    const hint = shown && tapped !== null ? [shown.speech.words.tapAgain] : [];
    pointer?.focus(stops()[at] ?? null, [...lines(), ...hint].join('\n'));
  };
  const choose = (): void => {
    const stop = stops()[at];
    if (stop) select(stop);
  };
  const pointed = ({ clientX }: MouseEvent): number =>
    pointer ? nearestPoint({ points: stops() }, pointer.instantAt(clientX)) : -1;

  element.addEventListener('keydown', (event) => {
    if (!shown?.view.points.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = findNextStop(event.key, at, stops().length - 1);
    if (to !== undefined) {
      event.preventDefault();
      go(to);
      announce(joinSentences(lines()));
    } else if (at >= 0 && event.key === 'Escape') {
      // The page's own Escape, such as closing the dialog around the panel, waits for the next press.
      event.stopPropagation();
      go(-1);
    } else if (event.key === 'Enter') choose();
  });
  element.addEventListener('pointermove', (event) => {
    const index = pointed(event);
    if (index !== at) go(index);
  });
  // Not the click's own type: not every browser gives one.
  element.addEventListener('pointerdown', ({ pointerType }) => {
    tapped = pointerType === 'touch' ? at : null;
  });
  element.addEventListener('click', (event) => {
    go(pointed(event));
    // A finger cannot hover: the first tap on a stop only shows it.
    if (tapped === null || tapped === at) choose();
  });
  element.addEventListener('pointerleave', ({ pointerType }) => {
    // A tap leaves at once; what it shows stays until the next tap or key.
    if (pointerType !== 'touch') go(-1);
  });
  element.addEventListener('blur', () => go(-1));

  return {
    /** Brings the walk in line with what is drawn; null where nothing is. */
    show(model: CourseModel | null, drawing: ScoreGraphDrawing | null): void {
      if (drawing && drawing === drawn && shown && model && hasNewAnswer(shown.view, model.view))
        growToLatest(drawing);
      const pointed = at < 0 ? undefined : stops()[at];
      shown = model;
      if (drawing !== drawn) pointer = drawing && pointAt(drawing);
      drawn = drawing;
      // An answer or a request that came in before it moves it on.
      if (!model) at = -1;
      else if (pointed)
        go(model.view.points.length ? stops().findIndex((stop) => isSameStop(stop, pointed)) : -1);
    },
    /** Says everything about the latest answer in one sentence. */
    sayLatest: (): string => (shown ? sayLatestOf(shown) : ''),
  };
}

const requestsOf = (view: ScoreView, requests: Requests | undefined): SubmissionSummary[] =>
  [...(requests?.values() ?? [])].filter(
    (row) => isSameId(row.patientId, view.patientId) && isSameId(row.formTemplateId, view.formTemplateId),
  );

/** True where the states of all requests say that each was answered, or can still be. */
function isNoneMissed(view: ScoreView, requests: Requests): boolean {
  const { unread, unreadable, now } = view;
  const own = requestsOf(view, requests);
  const isOpen = ({ status, deadline }: SubmissionSummary): boolean =>
    PENDING_SUBMISSION_STATUSES.some((one) => one === status && one !== 'LATE') &&
    !(Date.parse(deadline ?? '') <= (now ?? Number.POSITIVE_INFINITY));
  const isAllRead = unread.at.length + unread.undated + unreadable === 0;
  return isAllRead && own.length > 0 && own.every((row) => row.status === 'ANSWERED' || isOpen(row));
}

/** Says how often the patient is asked, and when next: by the newest request of an open application that recurs, else of any. */
function sayPlan({ words, format }: WholeSpeech, view: ScoreView, requests: Requests | undefined): string[] {
  const cadenceOf = (row: SubmissionSummary | undefined): string =>
    words.cadence[row?.formApplication?.recurrenceCycle as keyof typeof words.cadence] ?? '';
  const recurs = (row: SubmissionSummary) => (cadenceOf(row) ? 1 : 0);
  const open = requestsOf(view, requests)
    .filter((row) => ACTIVE_APPLICATION_STATUSES.some((status) => status === row.formApplication?.status))
    .sort((a, b) => recurs(a) - recurs(b) || a.id - b.id)
    .at(-1);
  const next = Date.parse(open?.formApplication?.nextAnswerAt ?? '');
  return [cadenceOf(open), next > (view.now ?? 0) ? words.next({ date: format.day(next, view.now) }) : ''];
}

/** Says how many requests were missed; those since the latest answer too, since nothing is known of that time. */
function sayMissed({ words }: WholeSpeech, { missed, missedCount: count, points, isLatestKnown }: ScoreView) {
  const since = missed.filter(({ at }) => at > Number(points.at(-1)?.at)).length;
  if (since > 0 && isLatestKnown) return words.missedSince({ count, since });
  return count > 0 ? words.missed({ count }) : '';
}

/**
 * Says what a reader must know of the graph: missed and planned requests, risk, period, what could not be read. Empty for
 * nothing.
 *
 * @param isWhole `requests` are all that the service has, so that it can be said that none was missed
 */
export function sayNotes(speech: WholeSpeech, view: ScoreView, requests?: Requests, isWhole = false): string {
  const { words } = speech;
  const { domainSource, unreadable } = view;
  const said = [
    sayMissed(speech, view) || (isWhole && requests && isNoneMissed(view, requests) ? words.noneMissed : ''),
    ...sayPlan(speech, view, requests),
    sayPeriod(speech, view),
    view.direction === 'higher-worse' ? '' : words.direction[view.direction],
    { ...words.scaleAssumed, service: '', disputed: words.scaleDisputed }[domainSource],
    unreadable > 0 ? words.unreadable({ count: unreadable }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  return said.charAt(0).toLocaleUpperCase(words.lang) + said.slice(1);
}

/**
 * Shows the choice between series in a fieldset, and hides it where there is only one. Radio buttons bring their own
 * keys. Nodes are kept while the series are the same, so that focus stays.
 *
 * @param series the whole instrument, whose name is null, and subscales
 * @param group `name` of the radio buttons
 */
export function renderSeriesChoice(
  fieldset: HTMLElement,
  { words }: WholeSpeech,
  series: readonly (Parameters<typeof isGlobal>[0] & { readonly name?: string | null | undefined })[],
  chosen: string | undefined,
  group = 'series',
): void {
  const names = series.map((one) => {
    const unnamed = isGlobal(one) ? words.wholeScore : one.seriesId;
    return [one.seriesId, one.name ?? unnamed] as const;
  });
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
