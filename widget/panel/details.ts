/** Details of a panel, fetched after its first paint: walk, choice of series, notes, table, printing, tools. @module */
import { pointerStyles, type ScoreGraphDrawing } from '@instrument-panel/shared/chart';
import { createFacts, replaceFacts } from '@instrument-panel/shared/panel/facts';
import { createGraphWalk, renderSeriesChoice, sayNotes } from '@instrument-panel/shared/panel/graph';
import { createScoreTable } from '@instrument-panel/shared/panel/score-table';
import type { ScoreView } from '@instrument-panel/shared/score';
import { factsOf, type InstrumentFacts } from '@instrument-panel/shared/score/published';
import { changeTokens } from '@instrument-panel/shared/ui/change-tokens';
import { changeText, createTemplate, findPart, h, writeText } from '@instrument-panel/shared/ui/dom';
import { createNewMark, newMarkStyles } from '@instrument-panel/shared/ui/new-mark';
import { type Speech, sayUnread } from '@instrument-panel/shared/words/say';
import {
  completeSpeech,
  type Requests,
  sayGraph,
  type WholeSpeech,
} from '@instrument-panel/shared/words/say-details';
import { findInvalidAttribute } from '../attribute-values.ts';
import { configured } from '../configure.ts';
import type { KitElement } from '../element.ts';
import { InstrumentSelectEvent } from '../events.ts';
import { tellFallback, warn } from '../misuse.ts';
import { tellUnread, toUnread } from '../unread.ts';
import { analysisLine } from './analysis.ts';
import { PANEL_ATTRIBUTES, parsePeriod } from './attributes.ts';
import { createFlagReader } from './flag.ts';
import type { CourseViewModel, PanelContext } from './model.ts';
import type { PanelSnapshot } from './read.ts';
import { isUnanswered, markAsked, sayAsksNothing } from './risk-line.ts';
import { sayProblem } from './say-problem.ts';
import { panelTemplate } from './template.ts';
import { addToolPlaces, findItemSource, PanelTools } from './tools.ts';

export { keepSame, readPanelData } from './data.ts';

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

/** Reports attributes whose defaults are used, and says what is shown in place of those that select data. */
function sayFallbacks(
  host: Element,
  { speech: { words }, reading, view }: CourseViewModel<WholeSpeech>,
  isAsked: boolean,
): string[] {
  warn(host, PANEL_ATTRIBUTES);
  const isWrong = (name: string): boolean =>
    findInvalidAttribute(host, { [name]: PANEL_ATTRIBUTES[name] ?? '' }) !== undefined;
  const { period, series } = words.fallbacks;
  const said: string[] = [];
  if (isAsked && parsePeriod(host) === null) {
    const about = ['start-date', 'end-date'].find(isWrong) ?? 'start-date';
    tellFallback(host, about, PANEL_ATTRIBUTES);
    said.push(period({ about }));
  }
  const wanted = host.getAttribute('series');
  const ids = reading.graph.data.series.map(({ seriesId }) => seriesId);
  if (wanted && ids.length > 0 && !ids.includes(wanted)) {
    tellFallback(host, 'series', PANEL_ATTRIBUTES);
    said.push(series({ name: view.seriesName ?? words.wholeScore }));
  }
  return isWrong('time-zone') ? [...said, words.timeZoneFallback] : said;
}

/** Tells the page what of a reading could not be read. */
function tellPartial(
  host: KitElement,
  { graph, instrument, submissions }: PanelSnapshot,
  view: ScoreView,
): void {
  const parts = { graph, instrument, submissions };
  const paths = Object.entries(parts).flatMap(([name, part]) =>
    (part?.paths ?? []).map((path) => (path.startsWith('[') ? name + path : `${name}.${path}`)),
  );
  const { patientId, formTemplateId: formId } = view;
  tellUnread(host, Object.values(parts), toUnread({ patientId, formId }, view, paths));
}

function showSeverity(root: ShadowRoot, { risk }: ScoreView): void {
  findPart(root, 'risk').dataset.severity = (risk.kind === 'flagged' && risk.item?.severity) || '';
}

/** Adds to the line on risk what is known only with the details. */
function showRiskDetails(
  root: ShadowRoot,
  shown: CourseViewModel<WholeSpeech>,
  facts: InstrumentFacts,
): void {
  const asksNothing = sayAsksNothing(shown, facts);
  showSeverity(root, shown.view);
  const { risk, points, until } = shown.view;
  const hasFlag = risk.kind === 'flagged';
  if (hasFlag) (root.host as KitElement).addState('flagged');
  writeText(root, 'risk-view', hasFlag ? shown.speech.words.view : '');
  if (risk.kind === 'none' && !risk.unknown && risk.asOf === points.at(-1)?.at && until === null)
    // The headline has the date, and is of the latest answer.
    writeText(root, 'risk-text', shown.speech.words.riskNone({ date: null }));
  if (!asksNothing && !isUnanswered(shown)) return;
  findPart(root, 'risk').dataset.risk = 'none';
  // Without an answer, that is all there is to say.
  writeText(root, 'risk-text', asksNothing && shown.speech.words.asksNothing({ title: null }));
}

/** Says why there is nothing to show: that nothing was answered, or which answers could not be read. */
function showEmpty(root: ShadowRoot, { speech, view }: CourseViewModel<WholeSpeech>): void {
  const { words } = speech;
  const hasRange = view.since ?? view.until;
  findPart(root, 'empty-text').replaceChildren(
    h('b', {}, sayUnread(speech, view).join(' · ') || (hasRange ? words.emptyRange : words.riskUnanswered)),
    hasRange || !view.isLatestKnown ? '' : words.emptyHint,
  );
}

/** Shows how the score has changed, to professionals only. Returns what is known of the instrument. */
function showFacts(
  root: ShadowRoot,
  { speech, reading, view }: CourseViewModel<WholeSpeech>,
): InstrumentFacts {
  const own = configured().instruments?.[view.formTemplateId.toLowerCase()];
  const facts = factsOf(view, reading.instrument?.data, own);
  const { judgement, best } = createFacts(speech, view, facts);
  const isShown = !reading.unfiltered;
  replaceFacts(findPart(root, 'changes'), isShown && judgement ? [judgement] : []);
  findPart(root, 'best').replaceChildren(...(isShown && best ? [best] : []));
  return facts;
}

/** The panel that says what a flag means: once on a page. */
let explainer: ShadowRoot | undefined;
const isFlagged = (root: ShadowRoot): boolean =>
  root.host.isConnected && findPart(root, 'risk').dataset.risk === 'flagged';
function isExplainer(root: ShadowRoot): boolean {
  if (!explainer || !isFlagged(explainer)) explainer = root;
  return explainer === root && isFlagged(root);
}

/** Offers to read again what could not be read; not while all could be, nor where the page gives the data. */
function createRetry({ root, reader, retry }: PanelContext) {
  const button = findPart(root, 'again');
  button.addEventListener('click', retry);
  return (course: CourseViewModel | null): void => {
    const { graph, instrument, submissions } = course?.reading ?? {};
    const { unread, unreadable = 0 } = course?.view ?? {};
    const lost = (unread?.at.length ?? 0) + (unread?.undated ?? 0) + unreadable;
    button.hidden = !reader.client || !graph || (lost === 0 && !!instrument && !!submissions);
    button.textContent = course?.speech.words.retry ?? '';
  };
}

/** Says when the course was read; on paper with the date, since a time of day alone says nothing there. */
function showReadAt(
  root: ShadowRoot,
  { speech, reading, view }: CourseViewModel<WholeSpeech>,
  isPrinting: boolean,
): void {
  const date = speech.format.moment(reading.at, isPrinting ? null : view.now);
  writeText(root, 'read', speech.words.readAt({ date }));
}

/** Writes the notes below the graph: replaced attributes, facts of the course, and what a flag means. */
function showNotes(
  root: ShadowRoot,
  course: CourseViewModel<WholeSpeech>,
  isAsked: boolean,
  requests: Requests,
): void {
  const { speech, view } = course;
  const fallbacks = sayFallbacks(root.host, course, isAsked);
  const notes = sayNotes(speech, view, requests, isAsked);
  const explained = isExplainer(root) ? [speech.words.riskNote] : [];
  // Its room is kept while it is empty.
  changeText(findPart(root, 'notes'), [...fallbacks, notes, ...explained].filter(Boolean).join(' · '));
}

function nameGraph(root: ShadowRoot, { speech, view, title }: CourseViewModel<WholeSpeech>): void {
  const name = sayGraph(speech, view, title);
  findPart(root, 'graph').ariaLabel = view.points.length > 0 ? `${name} ${speech.words.walk}` : name;
}

/** Shows the line on the longitudinal analysis, which patients and pages that give data do not have. */
function showAnalysis(
  analysis: ReturnType<typeof analysisLine>,
  { speech, reading, view }: CourseViewModel<WholeSpeech>,
  { client, asked }: PanelContext['reader'],
): void {
  const latest = view.points.at(-1)?.submissionId;
  const isRead = client && asked && latest !== undefined && !reading.unfiltered;
  analysis.show(speech, isRead ? { client, asked } : null, latest ?? 0);
}

function clearSeriesChoice(series: HTMLElement): void {
  series.replaceChildren();
  series.hidden = true;
  delete series.dataset.key;
}

/** Calls `print` before and after the page is printed, while that is watched. */
function createPaper(print: (isPrinting: boolean) => void) {
  const listener = ({ type }: Event): void => print(type === 'beforeprint');
  return {
    // A listener that is there already is not added again.
    watch: () => ['beforeprint', 'afterprint'].forEach((type) => void addEventListener(type, listener)),
    leave: () => ['beforeprint', 'afterprint'].forEach((type) => void removeEventListener(type, listener)),
  };
}

/** Adds to a panel's tree the places that only the details fill. */
function addPlaces(root: DocumentFragment): void {
  findPart(root, 'risk').append(' ', h('button', { id: 'risk-view', type: 'button' }));
  findPart(root, 'header').append(h('fieldset', { id: 'series', part: 'series', hidden: '' }));
  addToolPlaces(root);
  // What is not needed at a glance stands with the table.
  findPart(root, 'table').append(
    h('p', { id: 'best' }),
    h('p', { id: 'analysis', part: 'analysis', hidden: '' }),
  );
  findPart(root, 'read').after(h('button', { id: 'again', type: 'button', hidden: '' }));
}

/** The whole tree, empty, of a panel that is made once the details are there. */
export const wholeTemplate = createTemplate(() => {
  const root = new DocumentFragment();
  const panel = root.appendChild(panelTemplate());
  addPlaces(root);
  return panel;
});

/** Writes what the details say in words above and below the graph. */
function showTexts(
  root: ShadowRoot,
  shown: CourseViewModel<WholeSpeech>,
  isAsking: boolean,
  requests: Requests,
): void {
  const facts = showFacts(root, shown);
  if (shown.view.points.length === 0) showEmpty(root, shown);
  nameGraph(root, shown);
  showRiskDetails(root, shown, facts);
  showNotes(root, shown, isAsking, requests);
  showReadAt(root, shown, false);
}

/** Adds the details to a panel. */
export function createDetails(context: PanelContext, announce: (text: string) => void) {
  const { root, reader, choose } = context;
  if (!root.getElementById('series')) addPlaces(root);
  const series = findPart(root, 'series');
  series.addEventListener('change', ({ target }) => choose((target as HTMLInputElement).value));
  findPart(root, 'risk-view').addEventListener('click', () => {
    const risk = shown?.view.risk;
    if (risk?.kind === 'flagged') tools.open(risk.submissionId);
  });
  const tools = new PanelTools(context, announce);
  const analysis = analysisLine(findPart(root, 'analysis'));
  const newMark = createNewMark(findPart(root, 'date'));
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
  const offerRetry = createRetry(context);
  const flags = createFlagReader(context, () => {
    if (!shown) return;
    shown = flags.nameFlag(shown);
    showSeverity(root, shown.view);
    tools.show(shown);
  });
  const paper = createPaper((isPrinting) => {
    table.print(isPrinting);
    if (shown) showReadAt(root, shown, isPrinting);
  });

  return {
    /** Brings it in line with what is shown. */
    show(next: CourseViewModel, drawing: ScoreGraphDrawing | null): void {
      const speech = completeSpeech(next.speech);
      shown = flags.nameFlag({ ...next, speech });
      const { reading, view, title } = shown;
      findPart(root, 'title').title = title;
      const requests = new Map(reading.submissions?.data.map((submission) => [submission.id, submission]));
      showTexts(root, shown, reader.asked !== null, requests);
      const asked = markAsked(view, reading);
      const model = { speech, view: asked, title, requests, isForPatient: reading.unfiltered !== undefined };
      tellPartial(root.host as KitElement, reading, view);
      offerRetry(shown);
      renderSeriesChoice(series, speech, reading.graph.data.series, view.seriesId);
      walk.show(model, drawing);
      table.show({ ...model, canOpen: findItemSource(context) !== null });
      tools.show(shown);
      showAnalysis(analysis, shown, reader);
      paper.watch();
    },
    /** What went wrong, and what to do. */
    sayProblem: (speech: Speech, error: Error): string => sayProblem(completeSpeech(speech).words, error),
    /** Forgets the patient, and listens to the page no more. */
    clear(): void {
      shown = null;
      offerRetry(null);
      findPart(root, 'title').title = '';
      findPart(root, 'best').textContent = '';
      walk.show(null, null);
      clearSeriesChoice(series);
      writeText(root, 'risk-view', '');
      table.show(null);
      tools.clear();
      analysis.clear();
      newMark.clear();
      flags.clear();
      paper.leave();
    },
    /** Says that the latest answer is new, and marks it. */
    announceNew(): void {
      if (!shown) return;
      const { words } = shown.speech;
      newMark.show(words.new);
      announce(words.newAnswer({ sentence: walk.sayLatest() }));
    },
  };
}

export const detailsStyles = (): string => `:host{${changeTokens}}${pointerStyles}${newMarkStyles}
#series,#notes,#footer,#table{font-size:max(.8125em,12px)}
#graph{touch-action:pan-y}
#notes{min-block-size:1.4em}
#panel{grid-template-columns:auto minmax(0,1fr)}
#panel>*{grid-column:1/-1}
#table:not([open]){grid-column:1}
#footer{grid-column:2;display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;justify-content:end}
summary{inline-size:fit-content;padding-block:.25em;color:var(--_accent);cursor:pointer}
caption,thead,#series span,#notes,#footer,#message{color:var(--_quiet)}
thead{font-weight:600}
table{font-variant-numeric:tabular-nums}
td,th{unicode-bidi:plaintext}
#series{display:flex;flex-wrap:wrap;padding:2px;border:1px solid var(--_line);border-radius:10px}
#series label{position:relative}
#series input{position:absolute;inset:0;opacity:0;cursor:pointer}
#series span{display:block;padding:.25em .75em;border-radius:6px}
#series input:checked+span{color:var(--_surface);background:var(--_accent)}
table{inline-size:100%;border-collapse:collapse}
caption,th,td{padding:.375em .5em;text-align:start}
caption{padding-inline:0}
th,td{border-block-end:1px solid var(--_line)}
.flagged{color:var(--_risk);font-weight:600}
:focus-visible,input:focus-visible+span{outline:2px solid var(--_accent);outline-offset:2px}
.score-graph .tip{max-width:min(220px,50%)}
button{padding:.375em .75em;font-weight:600;border:1px solid;border-radius:6px;color:var(--_accent);background:var(--_surface);cursor:pointer}
#stale{display:flex;flex-wrap:wrap;gap:.5em 1em;align-items:center;padding:.5em .75em;border:1px solid;border-radius:6px;color:var(--_stale);background:var(--_stale-surface);font-size:.875em}
#stale span{flex:1 1 16em}
#tools{grid-area:1/2;display:flex;gap:.5em;align-items:center;justify-content:end;font-size:max(.8125em,12px)}
#tools button:first-child{color:var(--_surface);background:var(--_accent);border-color:var(--_accent)}
.menu{position:relative}
.menu summary{padding:.375em .75em;border:1px solid var(--_line);border-radius:6px;list-style:none;font-weight:600}
.menu summary::-webkit-details-marker{display:none}
.menu div{position:absolute;inset-inline-end:0;z-index:2;display:grid;min-inline-size:max-content;margin-block-start:4px;padding:4px;border-radius:10px;background:var(--_surface);box-shadow:0 2px 12px #0004;border:1px solid var(--_line)}
.menu div button{padding:.5em .75em;border:0;text-align:start;color:var(--_ink)}
.menu div button:hover{color:var(--_accent)}
#series{grid-area:2/1/auto/-1;justify-self:start}
#header:has(#series:not([hidden]))+#headline{margin-block-start:0!important}
#tools-said{font-size:max(.8125em,12px)}
#tools-said:empty,#paper{display:none}
#paper{white-space:pre-line}
#paper::first-line{font-weight:600}
#risk:is([data-severity=LOW],[data-severity=MODERATE]){background:none}
#again{padding:0;border:0;text-decoration:underline}
#risk-view{flex:none;padding:.125em .5em;color:inherit;background:none}
[data-risk=none] strong{font-weight:400}
#panel:dir(rtl){text-align:right}
#swatch{border-radius:2px;print-color-adjust:exact;forced-color-adjust:none}
#changes details{display:inline}
#changes summary{padding:0}
#changes :is(.better,.worse){font-weight:600}
#changes .better{color:var(--_better)}
#changes .worse{color:var(--_worse)}
#best,#analysis{color:var(--_quiet)}
.row{white-space:nowrap;padding:.125em 0;border:0;border-radius:2px;background:none;text-align:start;text-decoration:underline;text-underline-offset:.2em}
#tools-said{color:var(--_quiet)}
#message{display:grid;gap:.75em;justify-items:center;align-content:center;min-block-size:14em;text-align:center;text-wrap:balance}
#message b{display:block;color:var(--_ink)}
@container (max-width:30em){
#notes{min-block-size:2.8em}
thead{position:absolute;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:1fr 1fr;padding-block:.375em;border-block-end:1px solid var(--_line)}
th,td{padding:.125em 0;border:0}
tbody th{grid-column:1/-1;font-weight:600}
td[data-name]::before{content:attr(data-name) ": ";color:var(--_quiet)}
td[colspan]{grid-column:1/-1}
}
@media (forced-colors:active){
#risk[data-risk=none]{border-color:Canvas}
#risk[data-risk=flagged]:not([data-severity=LOW],[data-severity=MODERATE]){outline:2px solid}
#series input:checked+span{forced-color-adjust:none;color:HighlightText;background:Highlight}
}
@media print{:host{color-scheme:light}.row{color:inherit;text-decoration:none}button:not(.row),#series,.menu,#summary{display:none!important}#paper:not(:empty){display:block}}
`;
