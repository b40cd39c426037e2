import { h } from '@instrument-panel/shared/ui/dom';
import { drawChanges } from '../observable.ts';
import { createApplySection } from './apply-section.ts';
import { createCourseList } from './course-list.ts';
import { createRiskBox } from './risk-box.ts';
import { createButton, type PanelPart, setChildren, setText, type ViewContext } from './view.ts';

/** A view that draws itself after each change, until it is ended. */
export interface LiveView {
  readonly element: HTMLElement;
  /** Draws nothing any more, and leaves nothing behind. */
  end(): void;
}

function drawLive({ store, changes, form }: ViewContext, { element, update }: PanelPart): LiveView {
  update();
  const end = drawChanges([store, changes, form], update);
  return {
    element,
    end() {
      end();
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

/** Shows title and patient, and the buttons for what can be done from anywhere in the panel. */
function createHead(context: ViewContext): PanelPart {
  const { store, speech, actions } = context;
  const { chart } = speech;
  const title = h('h2', { id: 'title', tabindex: '-1' }, chart.title);
  const patient = h('span', { class: 'who', dir: 'auto' });
  const apply = createButton(chart.apply, actions.apply, { class: 'primary' });
  const side = createButton(chart.side, () => actions.side('history'), { class: 'quiet' });
  const toggle = createButton('', actions.toggle, { class: 'icon' });
  toggle.append(h('i', { class: 'caret', 'aria-hidden': 'true' }));
  return {
    element: h(
      'header',
      { class: 'head' },
      h('div', { class: 'name' }, title, patient),
      h('div', { class: 'buttons' }, apply, side),
      toggle,
    ),
    update() {
      const { isOpen, known, isApplying } = store.state;
      setText(patient, sayPatient(context));
      side.hidden = !isOpen || known === null;
      apply.hidden = side.hidden || isApplying || !store.canApply;
      toggle.ariaExpanded = String(isOpen);
      toggle.ariaLabel = toggle.title = isOpen ? chart.close : chart.open;
    },
  };
}

/** Says why nothing is shown, and what to do about it. */
function createTroubleBox({ store, speech, actions }: ViewContext): PanelPart {
  const { chart } = speech;
  const element = h('div', { class: 'trouble', role: 'alert' });
  let shown = '';
  return {
    element,
    update() {
      const { trouble, problem } = store.state.failure ?? {};
      const now = JSON.stringify([trouble, problem?.traceId]);
      if (now === shown) return;
      shown = now;
      element.replaceChildren();
      if (!trouble) return;
      const words: { title: string; advice: string; action?: string } = chart.troubles[trouble];
      const { title, advice, action } = words;
      const canRetry = trouble !== 'offline' && trouble !== 'not-linked';
      const at = trouble === 'signed-out' ? 'sign-in' : 'link';
      element.append(
        h('p', {}, h('b', {}, title)),
        h('p', {}, advice),
        ...(problem?.traceId ? [h('p', { class: 'small' }, chart.trace({ id: problem.traceId }))] : []),
        h(
          'p',
          { class: 'buttons' },
          ...(action ? [createButton(action, () => actions.side(at), { class: 'primary' })] : []),
          ...(canRetry ? [createButton(chart.again, () => void store.read(true))] : []),
        ),
      );
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
      if (!known || !failure) return setText(sentence, '');
      const { title, advice } = chart.troubles[failure.trouble];
      setText(
        sentence,
        `${course.words.staleSince({ date: course.format.moment(known.at) })} ${title}. ${advice}`,
      );
    },
  };
}

/** Says that nothing is known yet. */
const createWaiting = ({ speech: { chart } }: ViewContext): HTMLElement =>
  h(
    'div',
    { class: 'waiting' },
    h('p', { class: 'visually-hidden' }, chart.loading),
    ...[0, 1, 2].map(() => h('span', { class: 'bone' })),
  );

/**
 * Makes the line with the last notice. It stands at the panel's end, so that nothing above it moves under the pointer,
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

/** Shows when the chart was read, what could not be read, and the button to read it again. */
function createFoot({ store, speech }: ViewContext): PanelPart {
  const { words, format } = speech.course;
  const readAt = h('span');
  const unreadable = h('span', { class: 'amber' });
  const again = createButton(speech.chart.readAgain, () => void store.read(true), { class: 'link' });
  return {
    element: h('footer', { class: 'foot' }, readAt, unreadable, again),
    update() {
      const { known } = store.state;
      setText(readAt, known ? words.readAt({ date: format.moment(known.at) }) : '');
      setText(unreadable, known && known.unreadable > 0 ? words.unreadable({ count: known.unreadable }) : '');
    },
  };
}

/** Shows the whole panel: risk above everything, closed or open. */
export function createPanelView(context: ViewContext): LiveView {
  const { store, speech } = context;
  const risk = createRiskBox(context);
  const head = createHead(context);
  const stale = createStaleMark(context);
  const trouble = createTroubleBox(context);
  const waiting = createWaiting(context);
  const apply = createApplySection(context);
  const courses = createCourseList(context);
  const foot = createFoot(context);
  const noticeLine = createNoticeLine(context);
  const announcement = h('p', { class: 'visually-hidden', role: 'status' });
  const element = h('section', { class: 'panel', lang: speech.lang, 'aria-labelledby': 'title' });
  return drawLive(context, {
    element,
    update() {
      const { phase, isOpen, isReading } = store.state;
      const isShown = phase === 'ready' || phase === 'stale';
      element.ariaBusy = String(isReading);
      element.dataset.phase = phase;
      const isWhole = isOpen && isShown;
      const isFailed = phase === 'failed' && store.state.failure !== null;
      setChildren(element, [
        isShown && risk.element,
        head.element,
        phase === 'stale' && stale.element,
        isFailed && trouble.element,
        isOpen && phase === 'loading' && waiting,
        isWhole && apply.element,
        isWhole && courses.element,
        isWhole && foot.element,
        noticeLine(),
        announcement,
      ]);
      for (const view of [risk, head, stale, trouble, apply, courses, foot]) view.update();
      if (announcement.textContent !== store.state.announcement)
        announcement.textContent = store.state.announcement;
    },
  });
}

/** Shows the patient's courses as the panel does, for a page of the extension's own. */
export function createOverviewView(context: ViewContext): LiveView {
  const views = [createRiskBox(context), createCourseList(context), createFoot(context)];
  const element = h(
    'section',
    { class: 'panel', lang: context.speech.lang },
    ...views.map((view) => view.element),
  );
  return drawLive(context, {
    element,
    update() {
      for (const view of views) view.update();
    },
  });
}
