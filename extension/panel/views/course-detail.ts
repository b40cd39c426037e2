import { type Submission, sayListed } from '@instrument-panel/client/contract';
import { drawScoreGraph, type ScoreGraphDrawing } from '@instrument-panel/shared/chart/score-graph';
import { nowBy } from '@instrument-panel/shared/panel/clock';
import { createFacts } from '@instrument-panel/shared/panel/facts';
import { createGraphWalk, renderSeriesChoice, sayNotes } from '@instrument-panel/shared/panel/graph';
import { createScoreTable } from '@instrument-panel/shared/panel/score-table';
import { answeredAt } from '@instrument-panel/shared/score/latest';
import type { MissedRequest, ScoreView } from '@instrument-panel/shared/score/view';
import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { itemMessages } from '@instrument-panel/shared/words/compiled/item/all';
import { sayAnalysis, sayGraph, sayRequest } from '@instrument-panel/shared/words/say-details';
import { joinSentences } from '@instrument-panel/shared/words/say-picture';
import { isPending, type PanelCourse } from '../course.ts';
import type { PanelSpeech } from '../speech.ts';
import { createApplications, createChangeButton } from './applications.ts';
import { createItemList, type PanelPart, setChildren, setText, type ViewContext } from './view.ts';

function createGraphParts({ store, speech, actions }: ViewContext, formId: string) {
  const { course: courseSpeech } = speech;
  const open = (submissionId: number): void => actions.item(formId, submissionId);
  const graph = h('div', { class: 'graph', role: 'application', tabindex: '0' });
  const walk = createGraphWalk(graph, {
    announce: (announcement) => store.set({ announcement }),
    select: ({ submissionId }) => open(submissionId),
  });
  const notes = h('p', { class: 'small' });
  const facts = h('div', { class: 'facts small' });
  let latest: number | undefined;
  const answers = createButton(speech.chart.latestAnswers, () => latest !== undefined && open(latest));
  const summary = h('summary');
  const box = h('div', { class: 'table' });
  const details = h('details', {}, summary, box);
  const table = createScoreTable(details, box, open);
  let shown: PanelCourse | null = null;
  let drawing: ScoreGraphDrawing | null = null;
  return {
    elements: [facts, graph, notes, h('p', { class: 'buttons' }, answers), details],
    update(course: PanelCourse, view: ScoreView): void {
      if (shown === course && drawing?.view === view) return;
      shown = course;
      const { judgement, best } = createFacts(courseSpeech, view, course.factsOf(view));
      setChildren(facts, [judgement, best]);
      if (drawing) {
        if (drawing.view !== view) drawing.update(view);
      } else {
        drawing = drawScoreGraph(view, courseSpeech.words);
        graph.append(drawing.element);
      }
      const title = course.title || course.name || courseSpeech.words.untitled;
      graph.ariaLabel = `${sayGraph(courseSpeech, view, title)} ${courseSpeech.words.walk}`;
      const requests = new Map(course.submissions.map((one) => [one.id, one]));
      const model = { speech: courseSpeech, view, title, requests, isForPatient: false };
      walk.show(model, drawing);
      setText(notes, sayNotes(courseSpeech, view));
      latest = view.points.at(-1)?.submissionId;
      setText(summary, courseSpeech.words.table);
      table.show({ ...model, canOpen: true });
    },
  };
}

/** When a request was made, milliseconds; NaN if the service gives no date. */
const askedAt = ({ notifiedAt, startedAt, createdAt }: Submission): number =>
  Date.parse(notifiedAt ?? startedAt ?? createdAt ?? '');

/** The present by the service's clock, milliseconds since the epoch; null where it is not known. */
const nowOf = ({ store }: ViewContext): number | null => nowBy(store.state.known?.clock);

function saySubmission(context: ViewContext, one: Submission): string {
  const { speech } = context;
  const { words, format } = speech.course;
  const at = askedAt(one);
  if (one.status && one.status in words.missedStatus) {
    const request = { submissionId: one.id, at, status: one.status as MissedRequest['status'] };
    return Number.isNaN(at)
      ? words.missedStatus[request.status]
      : joinSentences(sayRequest(speech.course, request, one));
  }
  const answered = answeredAt(one.completedFillAt, nowOf(context));
  const status = sayListed(selectMessages(itemMessages, words.lang).status, one.status);
  if (!Number.isNaN(answered)) return `${status} ${format.moment(answered)}.`;
  const deadline = Date.parse(one.deadline ?? '');
  return joinSentences([
    status,
    ...(Number.isNaN(at) ? [] : [speech.chart.asked({ moment: format.moment(at) })]),
    Number.isNaN(deadline)
      ? words.requests.noDeadline
      : words.requests.deadline({ moment: format.moment(deadline) }),
  ]);
}

function createRequest(context: ViewContext, course: PanelCourse, one: Submission): HTMLElement {
  const { speech, actions } = context;
  const { words, format } = speech.course;
  const answered = answeredAt(one.completedFillAt, nowOf(context));
  const isAnswered = !Number.isNaN(answered);
  const at = isAnswered ? answered : askedAt(one);
  const about = Number.isNaN(at) ? '' : format.moment(at);
  const open = (): void => actions.item(course.formId, one.id);
  const name = { class: 'link', 'aria-label': words.openAnswers({ moment: about }) };
  const change = (kind: 'cancel-request' | 'delete-request') =>
    createChangeButton(context, course, { kind, id: one.id, about });
  const buttons = [
    ...(isAnswered ? [createButton(selectMessages(itemMessages, speech.lang).answers, open, name)] : []),
    ...(isPending(one) ? change('cancel-request') : []),
    ...(one.status === 'ANSWERED' ? change('delete-request') : []),
  ];
  const said = h('span', { dir: 'auto' }, saySubmission(context, one));
  return h('li', {}, said, h('span', { class: 'buttons' }, ...buttons));
}

function createRequests(context: ViewContext): PanelPart<PanelCourse> {
  const { chart } = context.speech;
  const none = h('p', { class: 'small' }, chart.noRequests);
  const summary = h('summary');
  const list = h('ul');
  const details = h('details', { class: 'requests' }, summary, list);
  const element = h('div');
  let shown: PanelCourse | null = null;
  const showList = createItemList<Submission>(context, list, (of, one) => createRequest(context, of, one));
  return {
    element,
    update(course) {
      if (course === shown) return;
      shown = course;
      const { submissions } = course;
      setText(summary, chart.requests({ count: submissions.length }));
      showList(course, submissions);
      setChildren(element, [submissions.length > 0 ? details : none]);
    },
  };
}

/** Says why there is no graph where there may be answers; empty where there is one. */
export const sayFailure = ({ chart }: PanelSpeech, { failure, submissions }: PanelCourse): string =>
  failure && submissions.length > 0 ? chart.unread({ reason: failure }) : '';

/** Shows the whole course of one instrument: graph, table, requests, and what can be changed. */
export function createCourseDetail(context: ViewContext, formId: string): PanelPart<PanelCourse> {
  const { store, speech } = context;
  const element = h('div', { class: 'detail' });
  const title = h('p', { class: 'full', dir: 'auto' });
  const failed = h('p', { class: 'small amber' });
  const series = h('fieldset', { class: 'series' });
  series.addEventListener('change', ({ target }) => {
    store.chooseSeries(formId, (target as HTMLInputElement).value);
  });
  const graph = createGraphParts(context, formId);
  const parts = [createRequests(context), createApplications(context)];
  // It comes late, so it is the last, with room for its sentences: no button moves under a pointer.
  const analysis = h('p', { class: 'small analysis', 'aria-live': 'polite' });
  let analysed: PanelCourse | null = null;
  const findView = (course: PanelCourse): ScoreView | null => {
    const chosen = store.state.series.get(formId);
    return chosen === undefined ? course.view : course.viewOf(chosen);
  };
  return {
    element,
    update(course) {
      const view = findView(course);
      const drawn = view?.points.length ? view : null;
      setText(title, course.title === course.name ? '' : course.title);
      setText(failed, sayFailure(speech, course));
      renderSeriesChoice(series, speech.course, course.series, view?.seriesId, `series-${formId}`);
      if (drawn) graph.update(course, drawn);
      setText(analysis, sayAnalysis(speech.course, store.state.analyses.get(formId) ?? null));
      setChildren(element, [
        title,
        failed,
        series,
        ...(drawn ? graph.elements : []),
        ...parts.map((part) => part.element),
        drawn && analysis,
      ]);
      for (const part of parts) part.update(course);
      // Read again with each reading of the course, since an answer makes an analysis stale.
      if (drawn && course !== analysed) void store.readAnalysis(formId);
      analysed = course;
    },
  };
}
