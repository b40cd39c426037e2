import {
  createChanges,
  latestColor,
  RISK_SIGNS,
  type RiskKind,
  sayNoChange,
  sayRiskOf,
} from '@instrument-panel/shared/panel/headline';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import { h } from '@instrument-panel/shared/ui/dom';
import { joinParts, sayDate, sayMax, sayRange } from '@instrument-panel/shared/words/say';
import { findDue, type PanelCourse } from '../course.ts';
import { createCourseDetail } from './course-detail.ts';
import { createRedraw, drawPicture, type PanelPart, setChildren, type ViewContext } from './view.ts';

/** The gravest first. */
const KINDS: readonly RiskKind[] = ['flagged', 'unavailable', 'none', 'unanswered'];

const sayRiskOfCourse = ({ speech }: ViewContext, course: PanelCourse) =>
  sayRiskOf(speech.course, course, !course.isAnswered);

/** Makes the sign of risk beside a course; its sentence stands above everything. */
const createRiskSign = (kind: RiskKind, title: string): HTMLElement =>
  h('i', { class: 'mark', 'data-risk': kind, title, 'aria-hidden': 'true' }, RISK_SIGNS[kind]);

/** Shows what is known of risk, instrument by instrument, the gravest kind first. Never silent. */
export function createRiskBox(context: ViewContext): PanelPart {
  const { store, speech } = context;
  const { words } = speech.course;
  const element = h('div', { class: 'risks' });
  const redraw = createRedraw((said: readonly { readonly kind: RiskKind; readonly text: string }[]) => {
    const lists = KINDS.flatMap((kind) => {
      const items = said
        .filter((one) => one.kind === kind)
        .map(({ text }) =>
          h('li', { dir: 'auto' }, ...(RISK_SIGNS[kind] ? [createRiskSign(kind, '')] : []), `${text}.`),
        );
      const attributes = { class: 'risk', 'data-risk': kind, 'aria-label': speech.chart.riskTitle };
      return items.length > 0 ? [h('ul', attributes, ...items)] : [];
    });
    const note = h('p', { class: 'small' }, words.riskNote);
    element.replaceChildren(...(said.length > 0 ? [...lists, note] : []));
  });
  return {
    element,
    update() {
      const said = (store.state.known?.courses ?? []).map((course) => {
        const { kind, text } = sayRiskOfCourse(context, course);
        return { kind, text: speech.chart.of({ instrument: course.name || words.untitled, sentence: text }) };
      });
      element.hidden = said.length === 0;
      redraw(said);
    },
  };
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

function walkRows(event: KeyboardEvent): void {
  const list = event.currentTarget;
  const from = event.target;
  if (!(list instanceof HTMLElement) || !(from instanceof HTMLElement) || !from.matches('.row')) return;
  const rows = [...list.querySelectorAll<HTMLElement>('.row')];
  const to = STEPS[event.key]?.(rows.indexOf(from), rows.length - 1);
  if (to === undefined) return;
  event.preventDefault();
  rows[to]?.focus();
}

function createLatest({ speech: { course: speech } }: ViewContext, view: ScoreView): Element[] {
  const last = view.points.at(-1);
  if (!last) return [];
  const color = latestColor(view);
  const swatch = h('i', { class: 'swatch', 'aria-hidden': 'true' });
  swatch.style.background = color ?? '';
  const changes = createChanges(speech, view, 1);
  const series = view.seriesName === null ? '' : `${view.seriesName} `;
  const score = h('b', {}, speech.format.number(last.score));
  return [
    h('span', { class: 'score' }, series, score, ` ${sayMax(speech, view)}`),
    h('span', { class: 'range', dir: 'auto' }, ...(color === null ? [] : [swatch]), sayRange(speech, last)),
    h('span', { class: 'change' }, ...(changes.length > 0 ? changes : [sayNoChange(speech, view)])),
    h(
      'span',
      { class: 'date' },
      view.isLatestKnown ? speech.format.day(last.at) : sayDate(speech, view, last.at),
    ),
  ];
}

/** Makes the other subscales of an instrument without a score for all: one of them alone would be read as the whole. */
function createOtherScales(
  { speech: { course: speech } }: ViewContext,
  course: PanelCourse,
  view: ScoreView,
): Element[] {
  if (view.seriesName === null) return [];
  return course.series.flatMap(({ seriesId }) => {
    const one = course.viewOf(seriesId);
    const last = one?.points.at(-1);
    if (!one || !last || one.seriesId === view.seriesId) return [];
    const date = last.at === view.points.at(-1)?.at ? '' : `, ${speech.format.day(last.at)}`;
    const score = h('b', {}, speech.format.number(last.score));
    const rest = ` ${sayMax(speech, one)}, ${sayRange(speech, last)}${date}`;
    return [h('span', { class: 'other', dir: 'auto' }, `${one.seriesName} `, score, rest)];
  });
}

function createDueLine({ speech: { chart, course: speech } }: ViewContext, course: PanelCourse): Element[] {
  const { late, waiting, next } = findDue(course, Date.now());
  const said = joinParts(
    waiting > 0 ? chart.waiting({ count: waiting }) : '',
    next === null ? '' : chart.next({ date: speech.format.day(next) }),
  );
  if (late === 0 && !said) return [];
  const warning = late > 0 ? [h('b', { class: 'late' }, chart.late({ count: late })), said && ', '] : [];
  return [h('span', { class: 'due' }, ...warning, said)];
}

function sayNoScore({ speech: { chart } }: ViewContext, course: PanelCourse): string {
  if (course.failure !== null && course.submissions.length > 0)
    return chart.unread({ reason: course.failure });
  return course.isAnswered ? chart.noScore : chart.noAnswers;
}

function createRowContent(context: ViewContext, course: PanelCourse): Element[] {
  const { view } = course;
  const { kind, text } = sayRiskOfCourse(context, course);
  const hasScore = view !== null && view.points.length > 0;
  return [
    h('i', { class: 'caret', 'aria-hidden': 'true' }),
    h('span', { class: 'instrument', dir: 'auto' }, course.name || context.speech.course.words.untitled),
    createRiskSign(kind, text),
    h('span', { class: 'visually-hidden' }, `${text}. `),
    ...(hasScore
      ? [drawPicture(view), ...createLatest(context, view), ...createOtherScales(context, course, view)]
      : [h('span', { class: 'none' }, sayNoScore(context, course))]),
    ...createDueLine(context, course),
  ];
}

/** Shows one instrument: a row that says where the patient stands, and opens to the whole course. */
function createCourseRow(context: ViewContext, formId: string): PanelPart<PanelCourse> {
  const { store } = context;
  const id = `course-${formId}`;
  const row = h('button', { type: 'button', class: 'row', 'aria-controls': id });
  row.addEventListener('click', () => store.toggleCourse(formId));
  const place = h('div', { id });
  let shown: PanelCourse | null = null;
  let detail: PanelPart<PanelCourse> | null = null;
  return {
    element: h('li', { class: 'course' }, row, place),
    update(course) {
      const isOpen = store.state.opened === formId;
      row.ariaExpanded = String(isOpen);
      if (course !== shown) row.replaceChildren(...createRowContent(context, course));
      shown = course;
      place.hidden = !isOpen;
      detail = isOpen ? (detail ?? createCourseDetail(context, formId)) : null;
      setChildren(place, [detail?.element ?? null]);
      // In its place by then, since it may take the focus.
      detail?.update(course);
    },
  };
}

export function createCourseList(context: ViewContext): PanelPart {
  const { chart } = context.speech;
  const empty = h('div', { class: 'empty' }, h('b', {}, chart.emptyTitle), h('p', {}, chart.emptyHint));
  const list = h('ul', { class: 'courses' });
  list.addEventListener('keydown', walkRows);
  const element = h('div');
  let rows = new Map<string, PanelPart<PanelCourse>>();
  return {
    element,
    update() {
      const courses = context.store.state.known?.courses ?? [];
      rows = new Map(
        courses.map(({ formId }) => [formId, rows.get(formId) ?? createCourseRow(context, formId)]),
      );
      const elements = [...rows.values()].map((row) => row.element);
      setChildren(list, elements);
      setChildren(element, [courses.length > 0 ? list : empty]);
      for (const course of courses) rows.get(course.formId)?.update(course);
    },
  };
}
