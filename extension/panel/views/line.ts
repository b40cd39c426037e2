import { isOutcomeOpen } from '@instrument-panel/shared/ui/apply/flow';
import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import { sayRow } from '@instrument-panel/shared/ui/overview/say';
import { joinParts } from '@instrument-panel/shared/words/say';
import { isUnsent } from '../apply-form.ts';
import { sayProblemKind } from '../problem.ts';
import { sayOutcome } from './applications.ts';
import { createRiskBox } from './overview.ts';
import { createRedraw, type PanelPart, setChildren, setText, type ViewContext } from './view.ts';
import { showWhole } from './whole-name.ts';

/** Says `Ana Lima,` and ` born 4 Mar 1990`, from the service's record, to compare with the page. */
function sayPatient({ store, speech }: ViewContext): readonly [name: string, born: string] {
  const { person } = store.state.known ?? {};
  if (!person) return ['', ''];
  const name = person.name || speech.apply.unnamed;
  const whole =
    person.birthday === null
      ? `${name}, ${speech.apply.bornUnknown}`
      : speech.chart.born({ name, date: speech.birthday(person.birthday) });
  const after = whole.startsWith(name) ? whole.slice(name.length) : '';
  // The comma stays with the name when the line wraps.
  const comma = after.startsWith(',') ? ',' : '';
  return after ? [name + comma, after.slice(comma.length)] : [whole, ''];
}

/** Whose scores these are, in one line: a name that is too long gives way to the birthday, and is said whole in a tip. */
function createPatient(context: ViewContext) {
  const whose = h('span', { class: 'whose' });
  const born = h('span', { class: 'born' });
  const element = h('span', { class: 'who', dir: 'auto' }, whose, born);
  return {
    element,
    whose,
    update() {
      const [name, birthday] = sayPatient(context);
      setText(whose, name);
      setText(born, birthday);
    },
  };
}

function createProblemBox({ store, speech: { chart }, actions }: ViewContext): PanelPart {
  const element = h('div', { class: 'failure', role: 'alert' });
  const redraw = createRedraw(() => {
    const { problemKind, problem } = store.state.failure ?? {};
    element.replaceChildren();
    element.dataset.kind = problemKind ?? '';
    if (!problemKind) return;
    const words: { title: string; advice: string; action?: string } = chart.problems[problemKind];
    const { title, advice, action } = words;
    const canRetry = problemKind !== 'offline' && problemKind !== 'not-linked';
    const at = problemKind === 'signed-out' ? 'sign-in' : 'link';
    const buttons = [
      ...(action ? [createButton(action, () => actions.side(at), { class: 'primary' })] : []),
      ...(canRetry ? [createButton(chart.again, () => void store.read(true))] : []),
    ];
    element.append(
      h('p', { title: `${title}. ${advice}` }, h('b', {}, title)),
      h('p', { title: advice }, advice),
      ...(problem?.traceId ? [h('p', { class: 'small' }, chart.trace({ id: problem.traceId }))] : []),
      h('p', { class: 'buttons' }, ...buttons),
    );
  });
  return {
    element,
    update() {
      const { problemKind, problem } = store.state.failure ?? {};
      redraw([problemKind, problem?.traceId]);
    },
  };
}

/** Says that the last good reading is shown: since when, why there is no newer one, and how to have it. */
function createStaleMark({ store, speech: { chart, course } }: ViewContext): PanelPart {
  const sentence = h('span');
  const again = createButton(chart.again, () => void store.read(true));
  return {
    element: h('div', { class: 'stale', role: 'status' }, sentence, again),
    update() {
      const { known, failure } = store.state;
      const since = known && course.words.staleSince({ date: course.format.moment(known.at) });
      setText(sentence, since && failure ? `${since} ${sayProblemKind(chart, failure.problemKind)}` : '');
    },
  };
}

/** Says of each instrument name, score and class, as far as they have room: the button says how many there are. */
function createScores({ store, speech }: ViewContext): PanelPart {
  const { chart, course } = speech;
  const element = h('div', { class: 'scores' });
  const redraw = createRedraw((texts: readonly (readonly [string, string])[]) => {
    element.replaceChildren(
      ...texts.map(([name, said]) => h('span', { dir: 'auto' }, h('b', {}, name), ` ${said}`)),
    );
  });
  return {
    element,
    update() {
      const { known, phase } = store.state;
      const said = (known?.overview.rows ?? []).map((row) => {
        const { name, score, range, change } = sayRow(course, row, false);
        const last = row.view.points.at(-1);
        const day = last && course.format.day(last.at, row.view.now);
        return [name, day ? joinParts(`${score} ${range}`.trim(), day) : change] as const;
      });
      const isEmpty = known !== null && said.length === 0 && known.unreadable === 0;
      const word = phase === 'loading' ? chart.loading : isEmpty ? chart.emptyTitle : '';
      redraw(word ? [['', word]] : said);
    },
  };
}

/** Says of a form that was left and of what was sent how they stand, for as long as the panel is closed. */
function sayUnderWay(context: ViewContext): string[] {
  const { store, changes, form, speech } = context;
  const { known, isApplying } = store.state;
  const patient = known?.person.name || speech.apply.unnamed;
  const { apply } = form.state;
  const change = changes.state.current;
  const attempts = (apply?.attempts ?? []).filter((one) => isApplying || isOutcomeOpen([one]));
  const isAsking = change?.step === 'asking';
  return [
    isApplying && isUnsent(apply) ? speech.chart.unsent({ what: speech.chart.apply }) : '',
    ...attempts.map(({ standing, name }) =>
      speech.apply.standings[standing]({ name, patient, isLater: false }),
    ),
    isAsking ? speech.chart.unsent({ what: speech.chart.changes[change.kind].ask }) : '',
    change && !isAsking ? sayOutcome(context, change, patient) : '',
  ].filter(Boolean);
}

/** Says what never goes out of sight: requests that were missed, what could not be read, and what is under way. */
function createRemarks(context: ViewContext): PanelPart {
  const { store, speech } = context;
  const { words } = speech.course;
  const element = h('div', { class: 'remarks' });
  const redraw = createRedraw((texts: readonly (readonly [string, string])[]) => {
    element.hidden = texts.length === 0;
    element.replaceChildren(...texts.map(([kind, said]) => h('span', { class: kind, dir: 'auto' }, said)));
  });
  return {
    element,
    update() {
      const { known, isOpen } = store.state;
      const { rows = [], unlisted = 0 } = known?.overview ?? {};
      const unreadable = known?.unreadable ?? 0;
      const said = rows.flatMap((row) => {
        const { name, missed, notes } = sayRow(speech.course, row, false);
        const of = (sentence: string): string => sentence && speech.chart.of({ instrument: name, sentence });
        return [['amber', of(notes)] as const, ['late', of(missed)] as const];
      });
      const left = joinParts(
        unlisted > 0 ? words.unlisted({ count: unlisted }) : '',
        unreadable > 0 ? words.unreadable({ count: unreadable }) : '',
      );
      const underWay = known && !isOpen ? sayUnderWay(context) : [];
      redraw(
        [...underWay.map((text) => ['amber', text] as const), ['amber lists', left] as const, ...said].filter(
          ([, text]) => text !== '',
        ),
      );
    },
  };
}

/** Makes the button that opens the rest, which says how many instruments there are and, to who listens, whose. */
function createToggle({ store, speech, actions }: ViewContext): PanelPart {
  const { chart } = speech;
  const count = h('span');
  const caret = h('i', { class: 'caret', 'aria-hidden': 'true' });
  const element = createButton([count, caret], actions.toggle, { id: 'toggle', 'aria-controls': 'sheet' });
  return {
    element,
    update() {
      const { isOpen, known } = store.state;
      const rows = known?.overview.rows.length ?? 0;
      element.dataset.count = String(rows);
      count.textContent = rows > 0 ? chart.instruments({ count: rows }) : chart.title;
      element.ariaExpanded = String(isOpen);
      const whose = known?.person.name || speech.apply.unnamed;
      element.ariaLabel = joinParts(count.textContent, isOpen ? chart.close : chart.open, whose);
    },
  };
}

/**
 * The line that stands in the page: risk first, whose scores these are, what is late or could not be read, the scores as
 * far as they have room, and the button that opens the rest over the page. What it says makes it higher.
 */
export function createLine(context: ViewContext): PanelPart {
  const { store, speech, actions } = context;
  const { chart } = speech;
  const title = h('h2', { id: 'title', tabindex: '-1' }, chart.title);
  const patient = createPatient(context);
  const checking = h('span', { class: 'amber', role: 'status' });
  const toggle = createToggle(context);
  const apply = createButton(chart.apply, actions.apply, { class: 'primary' });
  const name = h('div', { class: 'name' }, title, patient.element, checking);
  showWhole(patient.element, patient.whose, [title, toggle.element]);
  const buttons = h('div', { class: 'buttons' }, apply, toggle.element);
  const parts = [createRiskBox(context, true), createScores(context), createRemarks(context)] as const;
  const [risk, scores, remarks] = parts;
  const stale = createStaleMark(context);
  const problem = createProblemBox(context);
  const rest = h('div', { class: 'rest' });
  // Beside the buttons there is room for two lines of text.
  const main = h('div', { class: 'main' });
  const element = h('header', { class: 'strip' });
  return {
    element,
    update() {
      const { isOpen, isApplying, phase } = store.state;
      const { isShown } = store;
      setText(checking, phase === 'checking' ? chart.rechecking : '');
      patient.update();
      apply.hidden = !store.canApply || (isOpen && isApplying);
      setChildren(rest, [name, isShown && remarks.element, phase !== 'failed' && scores.element]);
      setChildren(main, [isShown && risk.element, rest]);
      setChildren(element, [
        main,
        isShown && buttons,
        phase === 'stale' && stale.element,
        phase === 'failed' && problem.element,
      ]);
      for (const part of [...parts, toggle, stale, problem]) part.update();
    },
  };
}
