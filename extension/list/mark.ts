import { drawSparkline } from '@instrument-panel/shared/chart/sparkline';
import { RISK_SIGNS } from '@instrument-panel/shared/panel/headline';
import { h } from '@instrument-panel/shared/ui/dom';
import { createHost } from '../panel/frame/host.ts';
import { putAt } from '../panel/frame/mount.ts';
import { schemeAt } from '../panel/frame/scheme.ts';
import type { Spot } from '../site/handle.ts';
import { markStyles } from './styles.ts';
import { type ListSpeech, type Summary, sayView } from './summary.ts';

/** How long a pointer rests on a mark before the tip is shown: it crosses many on its way. */
const TIP_DELAY_MS = 150;
/** Space between mark and tip, and from the window's edge. */
const AIR_PX = 6;

/** A tip with the words of a mark, above everything that would cut it off. */
interface Tip {
  /** Says something else from now on, also where it is being read. */
  say(lines: readonly string[]): void;
  hide(): void;
}

/** Makes a tip for a button: shown by pointer, focus and click, hidden by Escape. The words are the button's own name. */
function createTip(wrap: HTMLElement, button: HTMLElement): Tip {
  const box = h('div', { class: 'tip', popover: 'manual', 'aria-hidden': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lines: readonly string[] = [];
  const tip: Tip = {
    say(next) {
      lines = next;
      if (!box.isConnected) return;
      tip.hide();
      show();
    },
    hide() {
      clearTimeout(timer);
      if (box.isConnected) box.hidePopover();
      box.remove();
      box.replaceChildren();
    },
  };
  const show = (): void => {
    clearTimeout(timer);
    if (lines.length === 0 || box.isConnected || !button.isConnected) return;
    box.replaceChildren(...lines.map((line) => h('p', { dir: 'auto' }, line)));
    wrap.append(box);
    box.showPopover();
    const at = button.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const left = Math.min(Math.max(AIR_PX, at.left), innerWidth - width - AIR_PX);
    const below = at.bottom + AIR_PX;
    const top = below + height > innerHeight - AIR_PX ? Math.max(AIR_PX, at.top - height - AIR_PX) : below;
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
  };
  button.addEventListener('pointerenter', () => {
    timer = setTimeout(show, TIP_DELAY_MS);
  });
  button.addEventListener('pointerleave', () => {
    if (!button.matches(':focus-visible')) tip.hide();
  });
  button.addEventListener('focus', () => {
    if (button.matches(':focus-visible')) show();
  });
  button.addEventListener('blur', tip.hide);
  button.addEventListener('click', show);
  button.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tip.hide();
  });
  return tip;
}

/** The state of a mark: the courses of the row's patient, or why there are none. */
export type MarkModel =
  | { readonly state: 'reading' }
  | { readonly state: 'course'; readonly summary: Summary }
  | { readonly state: 'unlinked' | 'disagrees' | 'unread' | 'failed' | 'signedOut'; readonly said: string };

/** The mark in one row: of one patient, and gone the moment that the row is not theirs. */
export class Mark {
  readonly element: HTMLElement;
  /** Takes the focus; the marks of a list are one stop of the Tab key. */
  readonly button = h('button', { type: 'button', tabindex: '-1' });
  readonly #speech: ListSpeech;
  readonly #wrap: HTMLElement;
  readonly #tip: Tip;
  #outer: HTMLElement | null = null;
  #shown: MarkModel | null = null;

  /** @param signIn called by a click of a person's where nobody is signed in */
  constructor(speech: ListSpeech, signIn: () => void) {
    const { element, root } = createHost('inline-block', markStyles);
    this.element = element;
    this.#speech = speech;
    this.#wrap = h('div', { class: 'wrap', dir: 'ltr', lang: speech.course.words.lang }, this.button);
    root.append(this.#wrap);
    this.#tip = createTip(this.#wrap, this.button);
    this.button.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted && this.#shown?.state === 'signedOut') signIn();
    });
  }

  put(spot: Spot): HTMLElement {
    this.#outer = putAt(spot, this.element);
    this.shade();
    return this.#outer;
  }

  /** Light or dark, as what is behind it is now. */
  shade(): void {
    const { parentElement } = this.element;
    if (parentElement) this.#wrap.style.colorScheme = schemeAt(parentElement);
  }

  show(shown: MarkModel): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { list } = this.#speech;
    this.button.dataset.state = shown.state;
    if (shown.state === 'course') this.#course(shown.summary);
    else {
      const said = shown.state === 'reading' ? list.reading : shown.said;
      const short = shown.state === 'reading' ? '' : list.short[shown.state];
      delete this.button.dataset.risk;
      this.button.replaceChildren(
        h('span', { class: shown.state === 'reading' ? 'bone' : 'word', 'aria-hidden': 'true' }, short),
      );
      this.button.ariaLabel = `${list.mark}: ${said}`;
      this.#tip.say([said]);
    }
  }

  /** Out of the page, with nothing left in it. */
  remove(): void {
    this.#tip.hide();
    this.#outer?.remove();
    this.element.remove();
    this.button.replaceChildren();
    this.button.ariaLabel = null;
    this.#tip.say([]);
    this.#wrap.remove();
  }

  #course({ main, views, risk }: Summary): void {
    const { list, course } = this.#speech;
    const said = views.map((view) => sayView(this.#speech, view));
    const last = main?.points.at(-1);
    const picture = main && last ? [drawSparkline(main, '')] : [];
    for (const one of picture) {
      one.setAttribute('aria-hidden', 'true');
      one.removeAttribute('role');
      one.removeAttribute('aria-label');
    }
    const sign = RISK_SIGNS[risk];
    const text = last
      ? [
          h('span', { class: 'score' }, course.format.number(last.score)),
          // A number alone does not say of which scale it is.
          h('span', { class: 'of' }, main?.title ?? ''),
        ]
      : [
          h(
            'span',
            { class: 'word' },
            main ? list.short.unscored({ title: main.title }).trim() : course.words.noAnswers,
          ),
        ];
    this.button.dataset.risk = risk;
    this.button.replaceChildren(
      ...(sign ? [h('i', { class: 'mark', 'aria-hidden': 'true' }, sign)] : []),
      ...picture,
      ...text,
    );
    const lines = said.flatMap(({ score, risk: riskText }) => [score, riskText]);
    const whole = lines.length > 0 ? lines : [course.words.noAnswers];
    this.button.ariaLabel = `${list.mark}: ${whole.join(' ')}`;
    this.#tip.say(whole);
  }
}

const inOrder = (one: Mark, other: Mark): number =>
  one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** Lets the Tab key reach one of the marks, where the one that it reached is gone. */
export function ensureTabStop(marks: readonly Mark[]): void {
  const [first] = marks;
  if (first && !marks.some(({ button }) => button.tabIndex === 0)) first.button.tabIndex = 0;
}

/**
 * Makes the marks of a list one stop of the Tab key: the arrow keys go from row to row, and Tab comes back to where
 * one was.
 */
export function walkByArrows(button: HTMLElement, marks: () => readonly Mark[]): void {
  const all = (): HTMLElement[] =>
    marks()
      .toSorted(inOrder)
      .map((mark) => mark.button);
  const stopAt = (here: HTMLElement): void => {
    for (const one of all()) one.tabIndex = one === here ? 0 : -1;
  };
  if (!all().some((one) => one !== button && one.tabIndex === 0)) button.tabIndex = 0;
  button.addEventListener('focus', () => stopAt(button));
  button.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const order = all();
    event.preventDefault();
    order[order.indexOf(button) + step]?.focus();
  });
}
