import { nowBy } from '@instrument-panel/shared/panel/clock';
import {
  latestColor,
  RISK_SIGNS,
  type RiskKind,
  sayNoChange,
  sayRiskOf,
} from '@instrument-panel/shared/panel/headline';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import { sayChanges, sayMax, sayRange, sayUnread } from '@instrument-panel/shared/words/say';
import { findDue, type PanelCourse } from '../course.ts';
import { createCourseDetail } from './course-detail.ts';
import { drawPicture } from './picture.ts';
import { createRedraw, type PanelPart, setChildren, type ViewContext } from './view.ts';

/** Kinds of risk that are shown prominently, the most severe first. The others share one quiet line. */
const LOUD: readonly RiskKind[] = ['flagged', 'unavailable'];

/** Says what is known of a course's risk. `isLoud`: a flag that no later answer speaks against, or risk not known. */
function sayRiskOfCourse({ speech }: ViewContext, course: PanelCourse) {
  const said = sayRiskOf(speech.course, course, course.isUnanswered);
  const { risk, facts, name } = course;
  // It has no flag to miss.
  if (facts.asksAboutRisk === false && risk.kind !== 'flagged' && said.kind !== 'unanswered') {
    const { untitled, asksNothing } = speech.course.words;
    return { kind: 'none' as const, text: asksNothing({ title: name || untitled }), isLoud: false };
  }
  return { ...said, isLoud: risk.kind === 'flagged' ? risk.isCurrent : said.kind === 'unavailable' };
}

/** Makes the sign of risk beside a course; its sentence is at the top of the panel. */
const createRiskSign = (kind: RiskKind, title: string): HTMLElement =>
  h('i', { class: 'mark', 'data-risk': kind, title, 'aria-hidden': 'true' }, RISK_SIGNS[kind]);

/** Shows what is known of the risk of all instruments: what asks for attention, then the rest in one line. */
export function createRiskBox(context: ViewContext): PanelPart {
  const { store, speech, actions } = context;
  const element = h('div', { class: 'risks', role: 'group', 'aria-label': speech.chart.riskTitle });
  interface Said extends ReturnType<typeof sayRiskOfCourse> {
    readonly name: string;
    readonly formId: string;
    readonly flagged: number | null;
    /** Empty where it is not known. */
    readonly severity: string;
  }
  const createView = ({ name, formId, flagged }: Said): Element[] => {
    if (flagged === null) return [];
    const label = speech.chart.viewFlag({ instrument: name });
    const open = (): void => actions.item(formId, flagged);
    return [createButton(speech.course.words.view, open, { class: 'link', 'aria-label': label })];
  };
  const redraw = createRedraw((said: readonly Said[]) => {
    const tell = (name: string, sentence: string) => speech.chart.of({ instrument: name, sentence });
    const lists = LOUD.flatMap((kind) => {
      const loud = said.filter((one) => one.isLoud && one.kind === kind);
      const items = loud.map((one) => {
        const sentence = h('span', { dir: 'auto' }, tell(one.name, one.text));
        return h('li', {}, createRiskSign(kind, ''), sentence, ...createView(one));
      });
      // Quieter only where all are.
      const severity = [...new Set(loud.map((one) => one.severity))].join(' ');
      const attributes = { class: 'risk', 'data-risk': kind, 'data-severity': severity };
      return items.length > 0 ? [h('ul', attributes, ...items)] : [];
    });
    const isFlagged = said.some(({ isLoud, kind }) => isLoud && kind === 'flagged');
    const quiet = [
      ...said
        .filter(({ isLoud, kind }) => !isLoud && kind !== 'unanswered')
        .map(({ name, text }) => (text.startsWith(name) ? text : tell(name, text))),
      ...(isFlagged ? [speech.course.words.riskNote] : []),
    ];
    const line = h('p', { class: 'small', dir: 'auto' }, quiet.join(' · '));
    element.replaceChildren(...lists, ...(quiet.length > 0 ? [line] : []));
  });
  return {
    element,
    update() {
      const said = (store.state.known?.courses ?? []).map((course) => ({
        ...sayRiskOfCourse(context, course),
        name: course.name || speech.course.words.untitled,
        formId: course.formId,
        flagged: course.risk.kind === 'flagged' ? course.risk.submissionId : null,
        severity: (course.risk.kind === 'flagged' && course.risk.item?.severity) || '',
      }));
      element.hidden = !said.some(({ kind }) => kind !== 'unanswered');
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
  const series = view.seriesName === null ? '' : `${view.seriesName} `;
  const age = speech.format.age(last.at, view.now);
  const changes = sayChanges(speech, view, view.points.length - 1, view.now);
  return [
    h(
      'span',
      { class: 'score' },
      series,
      h('b', {}, speech.format.number(last.score)),
      ` ${sayMax(speech, view)}`,
    ),
    h(
      'span',
      { class: 'range', dir: 'auto' },
      ...(color === null ? [] : [swatch]),
      sayRange(speech, last, view.bands),
    ),
    h('span', { class: 'change' }, changes.join(', ') || sayNoChange(speech, view)),
    h('span', { class: 'date' }, view.isLatestKnown ? age : speech.words.lastShown({ date: age })),
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
    const rest = ` ${sayMax(speech, one)}, ${sayRange(speech, last, one.bands)}${date}`;
    return [h('span', { class: 'other', dir: 'auto' }, `${one.seriesName} `, score, rest)];
  });
}

function createDueLine(
  { store, speech: { chart, course: speech } }: ViewContext,
  course: PanelCourse,
): Element[] {
  const { late, waiting, next } = findDue(course, nowBy(store.state.known?.clock));
  const missed = course.view?.missedCount ?? 0;
  const said = [
    missed > 0 ? speech.words.missed({ count: missed }) : '',
    waiting > 0 ? chart.waiting({ count: waiting }) : '',
    next === null ? '' : chart.next({ date: speech.format.day(next) }),
  ].filter(Boolean);
  if (late === 0 && said.length === 0) return [];
  const warning = late > 0 ? [h('b', { class: 'late' }, chart.late({ count: late }))] : [];
  const rest = said.join(' · ');
  return [h('span', { class: 'due' }, ...warning, warning.length > 0 && rest ? ` · ${rest}` : rest)];
}

function sayNoScore({ speech: { chart, course: speech } }: ViewContext, course: PanelCourse): string {
  if (course.failure !== null && course.submissions.length > 0)
    return chart.unread({ reason: course.failure });
  if (course.isUnanswered) return chart.noAnswers;
  return course.view && sayUnread(speech, course.view).length > 0 ? '' : chart.noScore;
}

/** Says before anything else of an instrument which of its answers could not be read. */
const createUnreadLine = ({ speech }: ViewContext, view: ScoreView | null): Element[] => {
  const unread = view ? sayUnread(speech.course, view).join(' · ') : '';
  return unread ? [h('span', { class: 'unread' }, unread)] : [];
};

function createRowContent(context: ViewContext, course: PanelCourse): Element[] {
  const { view } = course;
  const { kind, text, isLoud } = sayRiskOfCourse(context, course);
  const hasScore = view !== null && view.points.length > 0;
  const edges = view?.bands.slice(1).map(({ from }) => from) ?? [];
  const isDated = kind === 'flagged' && !isLoud;
  return [
    h('i', { class: 'caret', 'aria-hidden': 'true' }),
    h('span', { class: 'instrument', dir: 'auto' }, course.name || context.speech.course.words.untitled),
    createRiskSign(isLoud ? kind : 'unanswered', isLoud ? text : ''),
    ...(hasScore
      ? [
          drawPicture({ ...view, edges }),
          ...createLatest(context, view),
          ...createOtherScales(context, course, view),
        ]
      : [h('span', { class: 'none' }, sayNoScore(context, course))]),
    ...createUnreadLine(context, view),
    ...(isDated ? [h('span', { class: 'due' }, text)] : []),
    ...createDueLine(context, course),
    ...(isDated ? [] : [h('span', { class: 'heard visually-hidden' }, text)]),
  ];
}

/**
 * Says all of a row in sentences of a few words: its parts run together would be heard as one of twenty-five. What is
 * seen comes first and in its order, since voice control compares both.
 */
const sayRow = (content: readonly Element[]): string =>
  content
    .filter((part) => part.matches('span'))
    .map((part) => `${part.textContent.trim()}${ENDS[part.className] ?? '.'}`)
    .join(' ');
const ENDS: Readonly<Record<string, string>> = { instrument: ':', score: ',' };

/** Shows one instrument: a row that summarizes the results, and opens to the whole course. */
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
      if (course !== shown) {
        const content = createRowContent(context, course);
        row.replaceChildren(...content.flatMap((part) => [part, ' ']));
        row.ariaLabel = sayRow(content);
      }
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
  const createEmpty = (title: string, hint: string): HTMLElement =>
    h('div', { class: 'empty' }, h('b', {}, title), h('p', {}, hint));
  const nothing = createEmpty(chart.emptyTitle, chart.emptyHint);
  const { title, advice } = chart.problems.unreadable;
  const unread = createEmpty(title, advice);
  const list = h('ul', { class: 'courses' });
  list.addEventListener('keydown', walkRows);
  const element = h('div');
  let rows = new Map<string, PanelPart<PanelCourse>>();
  return {
    element,
    update() {
      const { courses = [], unreadable = 0 } = context.store.state.known ?? {};
      rows = new Map(
        courses.map(({ formId }) => [formId, rows.get(formId) ?? createCourseRow(context, formId)]),
      );
      const elements = [...rows.values()].map((row) => row.element);
      setChildren(list, elements);
      setChildren(element, [courses.length > 0 ? list : unreadable > 0 ? unread : nothing]);
      for (const course of courses) rows.get(course.formId)?.update(course);
    },
  };
}
