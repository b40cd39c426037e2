import { drawScoreGraph } from '@instrument-panel/shared/chart/score-graph';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import { sayGraph } from '@instrument-panel/shared/words/say-details';
import type { KnownChart } from '../chart-store.ts';
import type { PanelCourse } from '../course.ts';
import type { PanelSpeech } from '../speech.ts';
import { sayFailure } from './course-detail.ts';
import type { PanelPart, ViewContext } from './view.ts';

/** The scores of an instrument that can be drawn: of the whole, and of each subscale. */
const listViews = ({ series, viewOf }: PanelCourse): readonly ScoreView[] =>
  series.flatMap(({ seriesId }) => viewOf(seriesId) ?? []).filter(({ points }) => points.length > 0);

/** Makes the button that shows the time axis, and hides it again. */
export function createAxisButton({ store, speech }: ViewContext): PanelPart<boolean> {
  const toggle = (): void => store.set({ isOnAxis: !store.state.isOnAxis });
  const element = createButton(speech.course.words.timeAxis, toggle, { class: 'quiet' });
  return {
    element,
    update(isShown) {
      const { isOnAxis, known } = store.state;
      element.hidden = !isShown || !known?.courses.some((course) => listViews(course).length > 0);
      element.ariaExpanded = String(isOnAxis);
    },
  };
}

const createNote = (text: string): HTMLElement => h('p', { class: 'small amber' }, text);

const sayUnreadable = ({ course: { words } }: PanelSpeech, known: KnownChart | null): string =>
  known && known.unreadable > 0 ? words.unreadable({ count: known.unreadable }) : '';

/** Draws all scores of the patient on one time axis, one above the other, each on its own scale. */
export function createTimeAxis({ store, speech }: ViewContext): PanelPart {
  const { chart, course: own } = speech;
  const element = h('section', { id: 'axis', 'aria-label': own.words.timeAxisTitle });
  let drawn: readonly PanelCourse[] = [];
  return {
    element,
    update() {
      const { isOnAxis, known } = store.state;
      const courses = isOnAxis && known ? known.courses : [];
      if (courses === drawn) return;
      drawn = courses;
      // In the order of the rows.
      const ordered = (known?.overview.rows ?? []).flatMap((row) =>
        courses.filter(({ formId }) => formId === row.formId),
      );
      const named = ordered.map((course) => ({ course, title: course.name || own.words.untitled }));
      const all = named.flatMap((one) => listViews(one.course).map((view) => ({ ...one, view })));
      const from = Math.min(...all.map(({ view }) => view.from));
      const to = Math.max(...all.map(({ view }) => view.to));
      const graphs = all.map(({ view }) => drawScoreGraph({ ...view, from, to }, own.words).element);
      // The same room at both sides, so that a day is at one place in all.
      for (const name of ['--_digits', '--_letters']) {
        const room = Math.max(0, ...graphs.map(({ style }) => Number(style.getPropertyValue(name))));
        for (const { style } of graphs) style.setProperty(name, `${room}`);
      }
      const figures = all.map(({ title, view }, at) => {
        const caption = view.seriesName === null ? title : `${title} · ${view.seriesName}`;
        const picture = h('div', { role: 'img', 'aria-label': sayGraph(own, view, title) }, graphs[at] ?? '');
        const doubt = view.domainSource === 'disputed' ? `${own.words.scaleDisputed}.` : null;
        const note = doubt ? [createNote(doubt)] : [];
        return h('figure', {}, h('figcaption', { dir: 'auto' }, caption), ...note, picture);
      });
      const failed = named.flatMap(({ course, title }) => {
        const sentence = sayFailure(speech, course);
        return sentence ? [createNote(chart.of({ instrument: title, sentence }))] : [];
      });
      // A request that could not be read has no mark.
      const unread = courses.length > 0 && sayUnreadable(speech, known);
      element.replaceChildren(...figures, ...failed, ...(unread ? [createNote(unread)] : []));
    },
  };
}
