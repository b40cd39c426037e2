/** Details of a panel, fetched after its first paint: walk, choice of series, notes, table, printing, tools. @module */
import { pointerStyles, type ScoreGraphDrawing } from '@instrument-panel/shared/chart';
import { createGraphWalk, renderSeriesChoice, sayNotes } from '@instrument-panel/shared/panel/graph';
import { createScoreTable } from '@instrument-panel/shared/panel/score-table';
import type { ScoreView } from '@instrument-panel/shared/score';
import { findPart, writeText } from '@instrument-panel/shared/ui/dom';
import type { Speech } from '@instrument-panel/shared/words/say';
import { completeSpeech, type WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { InstrumentSelectEvent } from '../events.ts';
import { analysisLine } from '../history/analysis.ts';
import type { CourseViewModel, PanelContext } from './model.ts';
import { sayProblem } from './say-problem.ts';
import { findItemSource, PanelTools } from './tools.ts';

/** Tells the page which answer was chosen; returns true if the panel is to show the answers itself. */
function dispatchSelect(element: Element, view: ScoreView, index: number): boolean {
  const point = view.points[index];
  if (!point) return false;
  const { patientId, formTemplateId: formId, seriesId } = view;
  const { submissionId, applicationId } = point;
  return element.dispatchEvent(
    new InstrumentSelectEvent({ patientId, formId, seriesId, submissionId, applicationId }),
  );
}

/** Adds the details to a panel's tree. */
export function createDetails(context: PanelContext, announce: (text: string) => void) {
  const { root, reader } = context;
  const tools = new PanelTools(context, announce);
  const analysis = analysisLine();
  // Beneath all else, since it is read by itself: nothing moves when its answer comes.
  findPart(root, 'footer').after(analysis.element);
  const details = findPart(root, 'table') as HTMLDetailsElement;
  const table = createScoreTable(details, details, (submissionId) => tools.open(submissionId));
  let shown: CourseViewModel<WholeSpeech> | null = null;
  const walk = createGraphWalk(findPart(root, 'graph'), {
    announce,
    select({ kind, index, submissionId }) {
      if (shown && (kind === 'request' || dispatchSelect(root.host, shown.view, index)))
        tools.open(submissionId);
    },
  });
  const print = ({ type }: Event): void => table.print(type === 'beforeprint');
  findPart(root, 'series').addEventListener('change', ({ target }) => {
    context.choose((target as HTMLInputElement).value);
  });

  return {
    /** Brings it in line with what is shown. */
    show(next: CourseViewModel, drawing: ScoreGraphDrawing | null): void {
      const { reading, view, title } = next;
      const speech = completeSpeech(next.speech);
      shown = { ...next, speech };
      const requests = new Map(reading.submissions?.data.map((submission) => [submission.id, submission]));
      const model = { speech, view, title, requests, isForPatient: reading.unfiltered !== undefined };
      const graph = findPart(root, 'graph');
      if (view.points.length > 0) graph.ariaLabel = `${graph.ariaLabel} ${speech.words.walk}`;
      writeText(root, 'notes', sayNotes(speech, view, reader.asked));
      writeText(root, 'read', speech.words.readAt({ date: speech.format.moment(reading.at) }));
      renderSeriesChoice(findPart(root, 'series'), speech, reading.graph.data.series, view.seriesId);
      walk.show(model, drawing);
      table.show({ ...model, canOpen: findItemSource(context) !== null });
      tools.show(shown);
      const { client, asked } = reader;
      const latest = view.points.at(-1)?.submissionId;
      const isRead = client && asked && latest !== undefined && !reading.unfiltered;
      analysis.show(speech, isRead ? { client, asked } : null, latest ?? 0);
      // A listener that is there already is not added again.
      addEventListener('beforeprint', print);
      addEventListener('afterprint', print);
    },
    /** What went wrong, and what to do. */
    sayProblem: (speech: Speech, error: Error): string => sayProblem(completeSpeech(speech).words, error),
    /** Forgets the patient, and listens to the page no more. */
    clear(): void {
      shown = null;
      walk.show(null, null);
      const series = findPart(root, 'series');
      series.replaceChildren();
      series.hidden = true;
      delete series.dataset.key;
      table.show(null);
      tools.clear();
      analysis.clear();
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', print);
    },
    /** Says that the latest answer is new. */
    announceNew(): void {
      if (shown) announce(shown.speech.words.newAnswer({ sentence: walk.sayLatest() }));
    },
  };
}

export const detailsStyles = (): string => `${pointerStyles}
#series,#notes,#footer,#table{font-size:.8125em}
#notes{min-block-size:2.8em}
#footer{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;justify-content:space-between}
summary{inline-size:fit-content;padding-block:.25em;color:var(--_accent);cursor:pointer}
caption,thead,#series span,#notes,#footer,#message{color:var(--_quiet)}
thead{font-weight:600}
table{font-variant-numeric:tabular-nums}
td,th{unicode-bidi:plaintext}
#series{display:flex;flex-wrap:wrap;padding:2px;border:1px solid var(--_line);border-radius:8px}
#series label{position:relative}
#series input{position:absolute;inset:0;opacity:0;cursor:pointer}
#series span{display:block;padding:.25em .75em;border-radius:6px}
#series input:checked+span{color:var(--_surface);background:var(--_accent)}
table{inline-size:100%;border-collapse:collapse}
caption,th,td{padding:.35em .6em;text-align:start}
caption{padding-inline:0}
th,td{border-block-end:1px solid var(--_line)}
.flagged{color:var(--_risk);font-weight:600}
:focus-visible,input:focus-visible+span{outline:2px solid var(--_accent);outline-offset:2px}
.score-graph .tip{max-width:min(220px,50%)}
button{padding:.35em .9em;font-weight:600;border:1px solid;border-radius:6px;color:var(--_accent);background:var(--_surface);cursor:pointer}
#stale{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;padding:.6em .8em;border:1px solid;border-radius:6px;color:var(--_stale);background:var(--_stale-surface);font-size:.875em}
#stale span{flex:1 1 16em}
#tools{display:flex;flex-wrap:wrap;gap:.5em;align-items:center;font-size:.8125em}
#analysis{color:var(--_quiet);font-size:.8125em}
.row{white-space:nowrap;padding:.15em 0;border:0;border-radius:2px;background:none;text-align:start;text-decoration:underline;text-underline-offset:.2em}
#tools-said{color:var(--_quiet)}
#message{display:grid;gap:.75em;justify-items:center;align-content:center;min-block-size:14em;text-align:center;text-wrap:balance}
#message b{display:block;color:var(--_ink)}
@container (max-width:30em){
#notes{min-block-size:4.2em}
thead{position:absolute;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:1fr 1fr;padding-block:.4em;border-block-end:1px solid var(--_line)}
th,td{padding:.1em 0;border:0}
tbody th{grid-column:1/-1;font-weight:600}
td[data-name]::before{content:attr(data-name) ": ";color:var(--_quiet)}
td[colspan]{grid-column:1/-1}
}
@media (forced-colors:active){#series input:checked+span{forced-color-adjust:none;color:HighlightText;background:Highlight}}
@media print{:host{color-scheme:light}.row{color:inherit;text-decoration:none}button:not(.row),#series{display:none!important}}
`;
