import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import { sayKeys } from '@instrument-panel/shared/ui/overview/say';
import { findSuggestions } from '../course.ts';
import { sayProblemKind } from '../problem.ts';
import { createInstrumentRows, createRiskBox } from './overview.ts';
import { createAxisButton, createTimeAxis } from './time-axis.ts';
import { createRedraw, type PanelPart, setChildren, setText, type ViewContext } from './view.ts';

/**
 * Draws a part once a turn, after any of the stores changed; `end` leaves nothing behind. A drawing that fails is
 * replaced by that statement: half of it would say that there is nothing.
 */
function drawLive({ store, changes, form, speech: { chart } }: ViewContext, part: PanelPart) {
  const { element } = part;
  const update = (): void => {
    try {
      part.update();
    } catch (error) {
      const { title, advice } = chart.problems.unreadable;
      const again = createButton(chart.again, () => void store.read(true));
      const texts = [h('p', {}, h('b', {}, title)), h('p', {}, advice), again];
      element.replaceChildren(h('div', { class: 'failure', role: 'alert' }, ...texts));
      console.error(error);
    }
  };
  let isDue = false;
  let isOver = false;
  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (!isOver) update();
    });
  };
  update();
  const endings = [store, changes, form].map((source) => source.subscribe(soon));
  return {
    element,
    end(): void {
      isOver = true;
      for (const end of endings) end();
      element.replaceChildren();
      element.remove();
    },
  };
}

/** Says `Ana Lima, born 4 Mar 1990`, from the service's record, to compare with the page. */
function sayPatient({ store, speech }: ViewContext): string {
  const { person } = store.state.known ?? {};
  if (!person) return '';
  const name = person.name || speech.apply.unnamed;
  return person.birthday === null
    ? `${name}, ${speech.apply.bornUnknown}`
    : speech.chart.born({ name, date: speech.birthday(person.birthday) });
}

function createHead(context: ViewContext): PanelPart {
  const { store, speech, actions } = context;
  const { chart } = speech;
  const title = h('h2', { id: 'title', tabindex: '-1' }, chart.title);
  const patient = h('span', { class: 'who', dir: 'auto' });
  const apply = createButton(chart.apply, actions.apply, { class: 'primary' });
  const axis = createAxisButton(context);
  const toggle = createButton('', actions.toggle, { class: 'icon' });
  toggle.append(h('i', { class: 'caret', 'aria-hidden': 'true' }));
  const name = h('div', { class: 'name' }, title, patient);
  const buttons = h('div', { class: 'buttons' }, apply, axis.element);
  return {
    element: h('header', { class: 'head' }, name, buttons, toggle),
    update() {
      const { isOpen, known, isApplying } = store.state;
      setText(patient, sayPatient(context));
      const isWhole = isOpen && known !== null;
      axis.update(isWhole);
      apply.hidden = !isWhole || isApplying || !store.canApply;
      toggle.ariaExpanded = String(isOpen);
      toggle.ariaLabel = toggle.title = isOpen ? chart.close : chart.open;
    },
  };
}

function createProblemBox({ store, speech: { chart }, actions }: ViewContext): PanelPart {
  const element = h('div', { class: 'failure', role: 'alert' });
  const redraw = createRedraw(() => {
    const { problemKind, problem } = store.state.failure ?? {};
    element.replaceChildren();
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
      h('p', {}, h('b', {}, title)),
      h('p', {}, advice),
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

/** Says that scores are being read, in a word; open, also where they will stand. */
function createWaiting({ store, speech: { chart } }: ViewContext): PanelPart {
  const bones = [0, 1, 2].map(() => h('span', { class: 'bone' }));
  const element = h('div', { class: 'waiting' }, h('p', { class: 'small' }, chart.loading), ...bones);
  return {
    element,
    update() {
      for (const bone of bones) bone.hidden = !store.state.isOpen;
    },
  };
}

/**
 * Makes the line with the last notice. It is at the panel's end, so that nothing above it moves under the pointer,
 * and keeps to the window's edge while that end is out of sight. Each notice is an element of its own, since a live
 * region says again only what changed.
 */
function createNoticeLine({ store }: ViewContext): () => HTMLElement | null {
  let shown: unknown = null;
  let element: HTMLElement | null = null;
  return () => {
    const { notice } = store.state;
    if (notice !== shown) element = notice && h('p', { class: 'notice', role: 'alert' }, notice.text);
    shown = notice;
    return element;
  };
}

function createFoot({ store, speech }: ViewContext): PanelPart {
  const { words, format } = speech.course;
  const keys = h('span');
  const readAt = h('span');
  const unreadable = h('span', { class: 'amber' });
  const again = createButton(speech.chart.readAgain, () => void store.read(true), { class: 'link' });
  return {
    element: h('footer', { class: 'foot' }, keys, readAt, unreadable, again),
    update() {
      const { known } = store.state;
      setText(readAt, known ? words.readAt({ date: format.moment(known.at) }) : '');
      const { rows = [], unlisted = 0 } = known?.overview ?? {};
      setText(keys, sayKeys(speech.course, rows));
      const left = [
        unlisted > 0 ? words.unlisted({ count: unlisted }) : '',
        known && known.unreadable > 0 ? words.unreadable({ count: known.unreadable }) : '',
      ];
      setText(unreadable, left.filter(Boolean).join(' '));
    },
  };
}

function createSuggestions({ form, store, speech: { chart }, recent }: ViewContext): PanelPart {
  const title = h('b', {}, chart.suggested);
  const element = h('section', { class: 'suggested', 'aria-label': chart.suggested }, title);
  const redraw = createRedraw((suggestions: ReturnType<typeof findSuggestions>) => {
    const buttons = suggestions.map(({ id, name, from }) => {
      const suggest = (): void => {
        // The suggestions go with the click, and the confirmation is not there yet.
        form.focus();
        form.suggest(id);
      };
      const reason = from === 'patient' ? chart.usedBefore : chart.appliedLately;
      return createButton(chart.suggest({ instrument: name }), suggest, { title: reason });
    });
    element.replaceChildren(title, ...buttons);
  });
  return {
    element,
    update() {
      const { apply } = form.state;
      const isFresh = apply?.step === 'choosing' && apply.chosen.length === 0 && apply.query === '';
      const suggestions = isFresh ? findSuggestions(apply, store.state.known?.courses ?? [], recent()) : [];
      element.hidden = suggestions.length === 0;
      redraw(suggestions);
    },
  };
}

function createApplySection(context: ViewContext): PanelPart {
  const { store, form, speech, actions } = context;
  const { chart } = speech;
  const refusal = h('p', { class: 'small' }, chart.cannotApply);
  const suggestions = createSuggestions(context);
  const place = h('div');
  const leave = h(
    'p',
    { class: 'buttons' },
    createButton(chart.leaveForm, actions.leaveForm, { class: 'quiet' }),
  );
  const attributes = { id: 'form', class: 'form', 'aria-label': chart.apply, tabindex: '-1' };
  const section = h('section', attributes, suggestions.element, place, leave);
  section.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // One press leaves the form, the next one the panel.
    event.stopPropagation();
    if (form.state.apply?.step !== 'applying') actions.leaveForm();
  });
  const element = h('div');
  return {
    element,
    update() {
      const isShown = store.canApply && store.state.isApplying;
      if (isShown) setChildren(place, [form.element]);
      suggestions.update();
      setChildren(element, [!store.canApply && refusal, isShown && section]);
      element.hidden = store.canApply && !isShown;
    },
  };
}

/** Shows the whole panel: risk above everything, closed or open. */
export function createPanelView(context: ViewContext) {
  const { store, speech } = context;
  const risk = createRiskBox(context);
  const head = createHead(context);
  const stale = createStaleMark(context);
  const problemBox = createProblemBox(context);
  const waiting = createWaiting(context);
  const apply = createApplySection(context);
  const axis = createTimeAxis(context);
  const instruments = createInstrumentRows(context);
  const foot = createFoot(context);
  const side = createButton(speech.chart.side, () => context.actions.side('overview'), { class: 'link' });
  foot.element.append(side);
  const noticeLine = createNoticeLine(context);
  const announcement = h('p', { class: 'visually-hidden', role: 'status' });
  const element = h('section', { class: 'panel', lang: speech.lang, 'aria-labelledby': 'title' });
  return drawLive(context, {
    element,
    update() {
      const { phase, isOpen, isReading, failure, announcement: said } = store.state;
      const isShown = phase === 'ready' || phase === 'stale';
      element.ariaBusy = String(isReading);
      element.dataset.phase = phase;
      const isWhole = isOpen && isShown;
      setChildren(element, [
        isShown && risk.element,
        head.element,
        phase === 'stale' && stale.element,
        phase === 'failed' && failure && problemBox.element,
        phase === 'loading' && waiting.element,
        ...[apply, axis, instruments, foot].map((part) => isWhole && part.element),
        noticeLine(),
        announcement,
      ]);
      for (const view of [risk, head, stale, problemBox, waiting, apply, axis, instruments, foot])
        view.update();
      if (announcement.textContent !== said) announcement.textContent = said;
    },
  });
}

/** Shows the patient's courses as the panel does, for a page of the extension's own. */
export function createOverviewView(context: ViewContext) {
  const axis = createAxisButton(context);
  const views = [
    createRiskBox(context),
    createTimeAxis(context),
    createInstrumentRows(context),
    createFoot(context),
  ];
  const elements = [h('p', { class: 'buttons' }, axis.element), ...views.map((view) => view.element)];
  const update = (): void => {
    axis.update(true);
    for (const view of views) view.update();
  };
  return drawLive(context, {
    element: h('section', { class: 'panel', lang: context.speech.lang }, ...elements),
    update,
  });
}
