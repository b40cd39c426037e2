import { type GraphPointer, pointAt, type ScoreGraphDrawing } from '@instrument-panel/shared/chart';
import { type Stop, stopPointer, stopsOf } from '@instrument-panel/shared/chart/stops';
import { createWalk } from '@instrument-panel/shared/chart/walk';
import { type Speech, sayPoint, type WholeSpeech, whole } from '@instrument-panel/shared/locale/panel';
import { type Requests, sayRequest } from '@instrument-panel/shared/locale/panel/say-request';
import { sentence } from '@instrument-panel/shared/locale/sentence';
import { scoreTable } from '@instrument-panel/shared/ui/course/table';
import { analysisLine } from '../history/analysis.ts';
import type { Intents, Told } from './face.ts';
import { showNotes } from './notes.ts';
import { place, write } from './place.ts';
import { sayProblem } from './say-problem.ts';
import { clearSeries, showSeries } from './series.ts';
import { tellSelect } from './tell-select.ts';
import { furnishTools, itemSource } from './tools.ts';

export { moreStyles } from './more-styles.ts';

/** What a panel has beyond its first sight, fetched when that stands. */
export interface More {
  /** Brings it in line with what is shown. */
  show(told: Told, drawing: ScoreGraphDrawing | null): void;
  /** What went wrong, and what to do. */
  sayProblem(speech: Speech, error: Error): string;
  /** Forgets the patient, and listens to the page no more. */
  clear(): void;
  /** Says that the latest answer is new. */
  tellNew(): void;
}

/** Furnishes a panel: the walk through the answers with its tip, the choice of series, the table, paper, tools. */
export function furnish(
  root: ShadowRoot,
  intents: Intents,
  announce: (text: string) => void,
  adopt: (css: () => string) => void,
): More {
  const tools = furnishTools(root, intents.reader, announce, adopt);
  const analysis = analysisLine();
  // Beneath all else, since it is read by itself: nothing moves when its answer comes.
  place(root, 'footer').after(analysis.element);
  const details = place(root, 'table') as HTMLDetailsElement;
  let shown: (Told & { readonly speech: WholeSpeech }) | null = null;
  let pointer: GraphPointer | null = null;
  let stops: readonly Stop[] = [];
  let requests: Requests = new Map();
  let pointed: ScoreGraphDrawing | null = null;
  let isTableCurrent = false;
  let wasOpen = false;

  const sayAnswer = (index: number) =>
    shown ? sayPoint(shown.speech, shown.view, index, !shown.reading.whole) : [];
  const lines = (index: number): string[] => {
    const stop = stops[index];
    if (stop?.kind === 'answer') return sayAnswer(stop.index);
    const request = stop && shown?.view.missed[stop.index];
    return request && shown ? sayRequest(shown.speech, request, requests.get(request.submissionId)) : [];
  };
  const walked = createWalk(place(root, 'graph'), () => pointer && stopPointer(pointer, stops), {
    count: () => (shown?.view.points.length ? stops.length : 0),
    lines,
    announce: (index) => announce(sentence(lines(index))),
    select(index) {
      const stop = stops[index];
      if (!shown || !stop) return;
      const { view } = shown;
      if (stop.kind === 'request') tools.open(view.missed[stop.index]?.submissionId ?? 0);
      else if (tellSelect(root.host, view, stop.index))
        tools.open(view.points[stop.index]?.submissionId ?? 0);
    },
  });

  /** Builds the table when it is first looked at, and anew when the course has changed since. */
  const fillTable = (): void => {
    if (!details.open || !shown || isTableCurrent) return;
    details.querySelector('table')?.remove();
    const isForPatient = shown.reading.whole !== undefined;
    const canOpen = itemSource(root, intents.reader) !== null;
    details.append(scoreTable({ ...shown, requests, canOpen, isForPatient }));
    isTableCurrent = true;
  };
  details.addEventListener('toggle', fillTable);
  details.addEventListener('click', ({ target }) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-submission]');
    if (row) tools.open(Number(row.dataset.submission));
  });
  /** Opens the table for paper, and closes it after where it was closed. */
  const print = ({ type }: Event): void => {
    const isPrinting = type === 'beforeprint';
    if (isPrinting) wasOpen = details.open;
    details.open = isPrinting || wasOpen;
    fillTable();
  };
  place(root, 'series').addEventListener('change', ({ target }) => {
    intents.series((target as HTMLInputElement).value);
  });

  return {
    show(next, drawing) {
      const { reading, view } = next;
      const speech = whole(next.speech);
      shown = { ...next, speech };
      stops = stopsOf(view);
      requests = new Map(reading.submissions?.data.map((submission) => [submission.id, submission]));
      const graph = place(root, 'graph');
      if (view.points.length > 0) graph.ariaLabel = `${graph.ariaLabel} ${speech.words.walk}`;
      showNotes(root, speech, view, intents.reader.asked);
      write(root, 'read', speech.words.readAt(speech.format.moment(reading.at)));
      showSeries(root, speech, reading.graph.data, view.seriesId);
      if (drawing && drawing !== pointed) pointer = pointAt(drawing);
      pointed = drawing;
      walked();
      isTableCurrent = false;
      fillTable();
      tools.show(shown);
      const { client, asked } = intents.reader;
      const latest = view.points.at(-1)?.submissionId;
      const isRead = client && asked && latest !== undefined && !reading.whole;
      analysis.show(speech, isRead ? { client, asked } : null, latest ?? 0);
      // A listener that is there already is not added again.
      addEventListener('beforeprint', print);
      addEventListener('afterprint', print);
    },
    sayProblem: (speech, error) => sayProblem(whole(speech).words, error),
    clear() {
      shown = pointer = pointed = null;
      stops = [];
      requests = new Map();
      clearSeries(root);
      details.querySelector('table')?.remove();
      tools.clear();
      analysis.clear();
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', print);
    },
    tellNew() {
      if (shown) {
        announce(shown.speech.words.newAnswer(sentence(sayAnswer(shown.view.points.length - 1))));
      }
    },
  };
}
