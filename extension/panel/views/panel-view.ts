import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import { sayKeys } from '@instrument-panel/shared/ui/overview/say';
import { findSuggestions } from '../course.ts';
import type { OpenedPart } from '../frame/opened.ts';
import { createLine } from './line.ts';
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

/** @param saysLost the page says nowhere else what of the lists could not be read */
function createFoot({ store, speech }: ViewContext, saysLost: boolean): PanelPart {
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
      const left = saysLost && [
        unlisted > 0 ? words.unlisted({ count: unlisted }) : '',
        known && known.unreadable > 0 ? words.unreadable({ count: known.unreadable }) : '',
      ];
      setText(unreadable, left ? left.filter(Boolean).join(' ') : '');
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
      const isRefused = !store.canApply && store.state.phase !== 'checking';
      setChildren(element, [isRefused && refusal, isShown && section]);
      element.hidden = !isRefused && !isShown;
    },
  };
}

/** Shows the whole panel: the line, and what opens over the page. */
export function createPanelView(context: ViewContext, over: Pick<OpenedPart, 'show'>) {
  const { store, speech, actions } = context;
  const line = createLine(context);
  const apply = createApplySection(context);
  const axis = createAxisButton(context);
  const graphs = createTimeAxis(context);
  const instruments = createInstrumentRows(context);
  const foot = createFoot(context, false);
  const side = createButton(speech.chart.side, () => actions.side('overview'), { class: 'link' });
  foot.element.append(side, axis.element);
  const noticeLine = createNoticeLine(context);
  const announcement = h('p', { class: 'visually-hidden', role: 'status' });
  const body = h('div', { id: 'sheet', popover: 'manual', tabindex: '-1' });
  const element = h('section', { class: 'panel', lang: speech.lang, 'aria-labelledby': 'title' });
  return drawLive(context, {
    element,
    update() {
      const { phase, isOpen, isReading, announcement: said } = store.state;
      const { isShown } = store;
      element.ariaBusy = String(isReading);
      element.dataset.phase = phase;
      const notice = noticeLine();
      const isWhole = isOpen && isShown;
      setChildren(body, [
        ...[apply, graphs, instruments, foot].map((part) => isShown && part.element),
        isWhole && notice,
      ]);
      setChildren(element, [line.element, body, !isWhole && notice, announcement]);
      line.update();
      axis.update(isShown);
      for (const view of [apply, graphs, instruments, foot]) view.update();
      if (announcement.textContent !== said) announcement.textContent = said;
      over.show(line.element, body, { isOpen, isWhole });
    },
  });
}

/** Shows the patient's courses as the panel does, for a page of the extension's own. */
export function createOverviewView(context: ViewContext) {
  const axis = createAxisButton(context);
  const views = [
    createRiskBox(context, false),
    createTimeAxis(context),
    createInstrumentRows(context),
    createFoot(context, true),
  ];
  const elements = [h('p', { class: 'buttons' }, axis.element), ...views.map((view) => view.element)];
  const update = (): void => {
    axis.update(true);
    for (const view of views) view.update();
  };
  return drawLive(context, {
    element: h('section', { class: 'panel whole', lang: context.speech.lang }, ...elements),
    update,
  });
}
