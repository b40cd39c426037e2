import { drawScoreGraph, type ScoreGraphDrawing } from '@instrument-panel/shared/chart/score-graph';
import { createGraphWalk, renderSeriesChoice, sayNotes } from '@instrument-panel/shared/panel/graph';
import { createScoreTable } from '@instrument-panel/shared/panel/score-table';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import { h } from '@instrument-panel/shared/ui/dom';
import { sayGraph } from '@instrument-panel/shared/words/say';
import { sayAnalysis } from '@instrument-panel/shared/words/say-details';
import type { PanelCourse } from '../course.ts';
import { createApplications } from './applications.ts';
import { createRequests } from './requests.ts';
import { createButton, type PanelPart, setChildren, setText, type ViewContext } from './view.ts';

interface GraphModel {
  readonly course: PanelCourse;
  readonly view: ScoreView;
}

/** Shows graph, notes and table of one series. The graph is walked by arrow keys and pointer, as the widget's is. */
function createGraphParts({ store, speech, actions }: ViewContext, formId: string) {
  const { course: courseSpeech } = speech;
  const open = (submissionId: number): void => actions.item(formId, submissionId);
  const graph = h('div', { class: 'graph', role: 'application', tabindex: '0' });
  const walk = createGraphWalk(graph, {
    announce: (announcement) => store.set({ announcement }),
    select: ({ submissionId }) => open(submissionId),
  });
  const notes = h('p', { class: 'small' });
  let latest: number | undefined;
  const answers = createButton(speech.chart.latestAnswers, () => latest !== undefined && open(latest));
  const summary = h('summary', {});
  const box = h('div', { class: 'table' });
  const details = h('details', {}, summary, box);
  const table = createScoreTable(details, box, open);
  let shown: GraphModel | null = null;
  let drawing: ScoreGraphDrawing | null = null;
  return {
    elements: [graph, notes, h('p', { class: 'buttons' }, answers), details],
    update({ course, view }: GraphModel): void {
      if (shown?.course === course && shown.view === view) return;
      shown = { course, view };
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
      setText(summary, courseSpeech.words.table({ count: view.points.length }));
      table.show({ ...model, canOpen: true });
    },
  };
}

/** Shows the whole course of one instrument: graph, table, requests, and what can be changed. */
export function createCourseDetail(context: ViewContext, formId: string): PanelPart<PanelCourse> {
  const { store, speech } = context;
  const element = h('div', { class: 'detail' });
  const title = h('p', { class: 'full', dir: 'auto' });
  const series = h('fieldset', { class: 'series' });
  series.addEventListener('change', ({ target }) => {
    store.chooseSeries(formId, (target as HTMLInputElement).value);
  });
  const graph = createGraphParts(context, formId);
  const requests = createRequests(context);
  const applications = createApplications(context, formId);
  // It comes late, so it stands last, with room for its sentences: no button moves under a pointer.
  const analysis = h('p', { class: 'small analysis', 'aria-live': 'polite' });
  let analysed: PanelCourse | null = null;
  return {
    element,
    update(course) {
      const chosen = store.state.series.get(formId);
      const view = chosen === undefined ? course.view : course.viewOf(chosen);
      const hasGraph = view !== null && view.points.length > 0;
      setText(title, course.title === course.name ? '' : course.title);
      renderSeriesChoice(series, speech.course, course.series, chosen ?? view?.seriesId, `series-${formId}`);
      if (hasGraph) graph.update({ course, view });
      setText(analysis, sayAnalysis(speech.course, store.state.analyses.get(formId) ?? null));
      setChildren(element, [
        title,
        series,
        ...(hasGraph ? graph.elements : []),
        requests.element,
        applications.element,
        hasGraph && analysis,
      ]);
      requests.update(course);
      applications.update(course);
      // Read again with each reading of the course, since an answer makes an analysis stale.
      if (hasGraph && course !== analysed) void store.readAnalysis(formId);
      analysed = course;
    },
  };
}
