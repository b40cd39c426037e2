import { sparklineStyles } from '@instrument-panel/shared/chart/sparkline';
import { RISK_SIGNS } from '@instrument-panel/shared/panel/headline';
import { h } from '@instrument-panel/shared/ui/dom';
import { colorTokens } from '@instrument-panel/shared/ui/tokens';
import { createHost } from '../panel/frame/host.ts';
import { putAt } from '../panel/frame/mount.ts';
import { schemeAt } from '../panel/frame/scheme.ts';
import { drawPicture } from '../panel/views/view.ts';
import type { Spot } from '../site/handle.ts';
import { type ListSpeech, type Summary, sayView } from './summary.ts';

/** One sheet for all marks of a page. Nothing can be selected, as in a panel. */
const markStyles = `${sparklineStyles}
.wrap{${colorTokens};font:12px/1.3 system-ui,sans-serif;color:var(--_ink);user-select:none;-webkit-user-select:none}
*{box-sizing:border-box;margin:0}
button{display:inline-flex;gap:5px;align-items:center;min-inline-size:24px;min-block-size:24px;padding:1px 4px;border:1px solid transparent;border-radius:5px;background:none;color:inherit;font:inherit;white-space:nowrap;cursor:default}
button:hover{border-color:var(--_line)}
button:focus-visible{outline:2px solid var(--_accent);outline-offset:1px}
.mark{display:inline-block;inline-size:16px;border:1px solid;border-radius:3px;font-style:normal;font-weight:700;line-height:14px;text-align:center;color:var(--_quiet)}
[data-risk=flagged] .mark{color:var(--_risk);border-inline-start-width:4px;background:var(--_risk-surface)}
[data-risk=unavailable] .mark{color:var(--_stale);border-style:dashed}
.sparkline{inline-size:64px;block-size:16px}
.score{font-weight:600;font-variant-numeric:tabular-nums;min-inline-size:2ch;text-align:end}
.word,.of{color:var(--_quiet)}
[data-state=signedOut]{cursor:pointer}
[data-state=signedOut] .word{color:var(--_accent);text-decoration:underline;text-underline-offset:2px}
.of{max-inline-size:9ch;overflow:hidden;text-overflow:ellipsis}
@media (max-width:480px){.of{display:none}}
.bone{inline-size:64px;block-size:12px;border-radius:3px;background:var(--_line);opacity:.6}
.tip{position:fixed;inset:auto;margin:0;max-inline-size:min(360px,calc(100vw - 12px));padding:8px 10px;border:1px solid var(--_line);border-radius:8px;color:var(--_ink);background:var(--_surface);box-shadow:0 4px 16px #0004;font:13px/1.4 system-ui,sans-serif;overflow-wrap:anywhere;white-space:normal;text-align:start;pointer-events:none}
.tip p:nth-child(even){margin-block-end:6px;color:var(--_quiet)}
.tip p:last-child{margin-block-end:0}
@media (forced-colors:active){.mark{border-color:CanvasText}[data-risk=flagged] .mark{forced-color-adjust:none;color:HighlightText;background:Highlight}}
@media print{.wrap{color-scheme:light!important}.tip{display:none}}
`;

/** How long a pointer rests on a mark before the tip is shown: it crosses many on its way. */
const TIP_DELAY_MS = 150;
/** Space between mark and tip, and from the window's edge. */
const AIR_PX = 6;

/** Makes a tip for a button: shown by pointer, focus and click, hidden by Escape. The words are the button's own name. */
function createTip(wrap: HTMLElement, button: HTMLElement) {
  const box = h('div', { class: 'tip', popover: 'manual', 'aria-hidden': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lines: readonly string[] = [];
  const hide = (): void => {
    clearTimeout(timer);
    if (box.isConnected) box.hidePopover();
    box.remove();
    box.replaceChildren();
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
    if (!button.matches(':focus-visible')) hide();
  });
  button.addEventListener('focus', () => {
    if (button.matches(':focus-visible')) show();
  });
  button.addEventListener('blur', hide);
  button.addEventListener('click', show);
  button.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
  return {
    hide,
    /** Says something else from now on, also where it is being read. */
    say(next: readonly string[]): void {
      lines = next;
      if (!box.isConnected) return;
      hide();
      show();
    },
  };
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
  readonly #tip: ReturnType<typeof createTip>;
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

  shade(): void {
    const { parentElement } = this.element;
    if (parentElement) this.#wrap.style.colorScheme = schemeAt(parentElement);
  }

  show(shown: MarkModel): void {
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { list } = this.#speech;
    this.button.dataset.state = shown.state;
    if (shown.state === 'course') {
      this.#course(shown.summary);
      return;
    }
    const isReading = shown.state === 'reading';
    const said = isReading ? list.reading : shown.said;
    const short = isReading ? '' : list.short[shown.state];
    delete this.button.dataset.risk;
    this.button.replaceChildren(
      h('span', { class: isReading ? 'bone' : 'word', 'aria-hidden': 'true' }, short),
    );
    this.button.ariaLabel = `${list.mark}: ${said}`;
    this.#tip.say([said]);
  }

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
    const last = main?.points.at(-1);
    const sign = RISK_SIGNS[risk];
    const word = main ? list.short.unscored({ title: main.title }).trim() : course.words.noAnswers;
    // A number alone does not say of which scale it is.
    const text = last
      ? [
          h('span', { class: 'score' }, course.format.number(last.score)),
          h('span', { class: 'of' }, main?.title ?? ''),
        ]
      : [h('span', { class: 'word' }, word)];
    this.button.dataset.risk = risk;
    this.button.replaceChildren(
      ...(sign ? [h('i', { class: 'mark', 'aria-hidden': 'true' }, sign)] : []),
      ...(main && last ? [drawPicture(main)] : []),
      ...text,
    );
    const lines = views.flatMap((view) => sayView(this.#speech, view));
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
  const all = (): HTMLElement[] => {
    const ordered = marks().toSorted(inOrder);
    return ordered.map((mark) => mark.button);
  };
  if (!all().some((one) => one !== button && one.tabIndex === 0)) button.tabIndex = 0;
  button.addEventListener('focus', () => {
    for (const one of all()) one.tabIndex = one === button ? 0 : -1;
  });
  button.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const order = all();
    event.preventDefault();
    order[order.indexOf(button) + step]?.focus();
  });
}
