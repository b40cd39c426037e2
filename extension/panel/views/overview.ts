import { isFlagged, type OverviewRow } from '@instrument-panel/shared/score/overview';
import { h } from '@instrument-panel/shared/ui/dom';
import { sayRisks, sayRow } from '@instrument-panel/shared/ui/overview/say';
import { createOverviewRows, writeRisks } from '@instrument-panel/shared/ui/overview/view';
import type { PanelCourse } from '../course.ts';
import { createCourseDetail } from './course-detail.ts';
import { type PanelPart, setChildren, type ViewContext } from './view.ts';

const findCourse = ({ store }: ViewContext, formId: string): PanelCourse | undefined =>
  store.state.known?.courses.find((one) => one.formId === formId);

/** True for an instrument that is known not to ask about suicide or self-harm. */
const createAsksNothing =
  (context: ViewContext) =>
  ({ formId, view }: OverviewRow): boolean =>
    findCourse(context, formId)?.asksNoRisk(view) === true;

/**
 * Says of all instruments what is known of risk. Beside rows, a single one says its own there.
 *
 * @param isAlone rows are not in sight, so that each flag is said whole
 */
export function createRiskBox(context: ViewContext, isAlone: boolean): PanelPart {
  const { course: speech, chart } = context.speech;
  const element = h('div', { id: 'risks', role: 'group', 'aria-label': chart.riskTitle });
  const asksNothing = createAsksNothing(context);
  return {
    element,
    update() {
      const rows = context.store.state.known?.overview.rows ?? [];
      const said = sayRisks(speech, rows, asksNothing);
      if (!isAlone) {
        writeRisks(element, rows.length > 1 ? said : []);
        return;
      }
      const flags = rows.filter(isFlagged).map((row) => {
        const { name, risk } = sayRow(speech, row, false);
        return { group: 'flagged' as const, text: chart.of({ instrument: name, sentence: risk }) };
      });
      writeRisks(element, [...flags, ...said.filter(({ group }) => group !== 'flagged')]);
    },
  };
}

/** Shows a row for each instrument, as `<instrument-overview>` does; a row opens into the course in place. */
export function createInstrumentRows(context: ViewContext): PanelPart {
  const { store, speech, actions } = context;
  const { chart, course } = speech;
  const createEmpty = (title: string, hint: string): HTMLElement =>
    h('div', { class: 'empty' }, h('b', {}, title), h('p', {}, hint));
  const nothing = createEmpty(chart.emptyTitle, chart.emptyHint);
  const { title, advice } = chart.problems.unreadable;
  const unread = createEmpty(title, advice);
  const details = new Map<string, PanelPart<PanelCourse>>();
  const asksNothing = createAsksNothing(context);
  const rows = createOverviewRows({
    open(formId, place) {
      const detail = createCourseDetail(context, formId);
      details.set(formId, detail);
      place.append(detail.element);
      store.setOpened(formId, true);
    },
    close(formId) {
      details.delete(formId);
      store.setOpened(formId, false);
    },
    answers: actions.item,
  });
  const element = h('div');
  let drawn: unknown = null;
  const updateDetails = (): void => {
    // Those that were open before the language changed.
    for (const formId of store.state.opened) if (!details.has(formId)) rows.toggle(formId);
    for (const [formId, detail] of details) {
      const found = findCourse(context, formId);
      if (found) detail.update(found);
    }
  };
  return {
    element,
    update() {
      const { overview, unreadable = 0 } = store.state.known ?? {};
      const shown = overview?.rows ?? [];
      setChildren(element, [shown.length > 0 ? rows.element : unreadable > 0 ? unread : nothing]);
      if (drawn !== overview) rows.show({ speech: course, rows: shown, asksNothing });
      drawn = overview;
      updateDetails();
    },
  };
}
