import { sparklineStyles } from '@instrument-panel/shared/chart/sparkline';
import { nowBy } from '@instrument-panel/shared/panel/clock';
import { RISK_SIGNS } from '@instrument-panel/shared/panel/risk-signs';
import { h } from '@instrument-panel/shared/ui/dom';
import { colorTokens } from '@instrument-panel/shared/ui/tokens';
import { createHost } from '../panel/frame/host.ts';
import { type Lift, lifts } from '../panel/frame/lift.ts';
import { putAt } from '../panel/frame/mount.ts';
import { schemeAt } from '../panel/frame/scheme.ts';
import { drawPicture, pictureStyles } from '../panel/views/picture.ts';
import type { Spot } from '../site/handle.ts';
import { lineStyles, ROOM } from './line.ts';
import {
  findLastChange,
  type ListSpeech,
  type RowView,
  type Summary,
  sayAge,
  sayClass,
  sayMissedSince,
  sayShortAge,
  sayView,
} from './summary.ts';

/** One sheet for all marks of a page. Nothing can be selected, as in a panel. */
const markStyles = `${sparklineStyles}${pictureStyles}${lineStyles}
.wrap{block-size:100%;${colorTokens};font:12px/16px system-ui,sans-serif;color:var(--_ink);user-select:none;-webkit-user-select:none}
*{box-sizing:border-box;margin:0}
button{display:inline-flex;flex-wrap:wrap;gap:40px 4px;align-items:center;align-content:flex-start;min-inline-size:24px;max-inline-size:100%;block-size:100%;padding:0 4px;overflow:hidden;vertical-align:top;border:1px solid transparent;border-radius:6px;background:none;color:inherit;font:inherit;text-align:start;white-space:nowrap;cursor:default}
button:hover{border-color:var(--_line)}
button:focus-visible{outline:2px solid var(--_accent);outline-offset:1px}
.mark{flex:none;inline-size:14px;font-style:normal;font-weight:700;line-height:14px;text-align:center}
.mark:empty::before{content:"\\200b"}
[data-risk=flagged] .mark{color:var(--_risk)}
[data-risk=unavailable] .mark{color:var(--_stale)}
.sparkline{flex:none;inline-size:72px;block-size:16px}
.of{flex:none;inline-size:17ch;overflow:hidden;text-overflow:ellipsis}
.of small{font-size:inherit;margin-inline-start:3px}
.score{flex:none;inline-size:3ch;font-weight:600;font-variant-numeric:tabular-nums;text-align:end}
.class{flex:none;inline-size:24ch;overflow:hidden;text-overflow:ellipsis}
.range{white-space:nowrap}
.word{min-inline-size:0;overflow:hidden;text-overflow:ellipsis}
.age{flex:none;inline-size:13ch;overflow:hidden;text-overflow:ellipsis}
.change{flex:none;inline-size:4ch;text-align:end}
.word,.of,.change,.more,.age{color:var(--_quiet);font-variant-numeric:tabular-nums}
.partial,.missed{color:var(--_stale)}
.others{flex:none;display:flex;flex-wrap:wrap;gap:40px 4px;align-content:flex-start;inline-size:var(--_more,0);block-size:16px;overflow:hidden}
.more{padding-inline-start:6px}
[data-state=signedOut]{cursor:pointer}
[data-state=signedOut] .word{color:var(--_accent);text-decoration:underline;text-underline-offset:2px}
@media (max-width:640px){
:is(.of,.class,.age){inline-size:auto}
.age{order:1}
.age::before{content:attr(data-short)}
.age span{display:none}
:is(.class,.sparkline,.change,.others,.missed){order:2}
}
.bone{inline-size:64px;block-size:12px;border-radius:2px;background:var(--_line);opacity:.6}
.tip{position:fixed;inset:auto;margin:0;max-inline-size:min(360px,calc(100vw - 12px));padding:8px 12px;border:1px solid var(--_line);border-radius:10px;color:var(--_ink);background:var(--_surface);box-shadow:0 4px 16px #0004;font:13px/1.4 system-ui,sans-serif;overflow-wrap:anywhere;white-space:normal;text-align:start;pointer-events:none}
.tip p+p{color:var(--_quiet)}
.tip p+.first{margin-block-start:6px;color:var(--_ink)}
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
  let parts: readonly (readonly string[])[] = [];
  const hide = (): void => {
    clearTimeout(timer);
    if (box.isConnected) box.hidePopover();
    box.remove();
    box.replaceChildren();
  };
  const show = (): void => {
    clearTimeout(timer);
    if (parts.length === 0 || box.isConnected || !button.isConnected) return;
    const toLine = (line: string, at: number) =>
      h('p', { dir: 'auto', class: at === 0 ? 'first' : '' }, line);
    box.replaceChildren(...parts.flatMap((lines) => lines.map(toLine)));
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
    /** Says something else from now on, also where it is being read: some lines for each instrument. */
    say(next: readonly (readonly string[])[]): void {
      parts = next;
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
  readonly #lift: Lift = () => {
    this.element.toggleAttribute('data-lifted', true);
    return () => this.element.removeAttribute('data-lifted');
  };
  #outer: HTMLElement | null = null;
  #shown: MarkModel | null = null;

  /** @param signIn called by a person's click while signed out */
  constructor(speech: ListSpeech, signIn: () => void) {
    const { element, root } = createHost('inline-block', markStyles, (event) => this.#isOfRow(event));
    this.element = element;
    this.#speech = speech;
    this.#wrap = h('div', { class: 'wrap', dir: 'ltr', lang: speech.course.words.lang }, this.button);
    root.append(this.#wrap);
    this.#tip = createTip(this.#wrap, this.button);
    this.button.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted && this.#shown?.state === 'signedOut') signIn();
    });
  }

  /** A click of the pointer is the row's, which opens the chart nearly everywhere, unless the mark does something itself. */
  #isOfRow(event: Event): boolean {
    const isPressed = event instanceof MouseEvent && /click$|down$|up$/.test(event.type);
    const isByKey = event.type === 'click' && (event as MouseEvent).detail === 0;
    return isPressed && event.isTrusted && !isByKey && this.#shown?.state !== 'signedOut';
  }

  put(spot: Spot): HTMLElement {
    this.#outer = putAt(spot, this.element);
    lifts().add(this.#lift);
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
    this.#name([[said]]);
  }

  remove(): void {
    this.#tip.hide();
    lifts().delete(this.#lift);
    this.#outer?.remove();
    this.element.remove();
    this.button.replaceChildren();
    this.#tip.say([]);
    this.#wrap.remove();
  }

  /** Names the button by what is said of the instrument of greatest concern; the others are its description. */
  #name(said: readonly (readonly string[])[]): void {
    const [main = [], ...others] = said.map((lines) => lines.map((line) => line.replace(/\.?$/, '.')));
    this.button.setAttribute('aria-label', `${this.#speech.list.mark}. ${main.join(' ')}`);
    this.button.setAttribute('aria-description', others.flat().join(' '));
    this.#tip.say(said);
  }

  #course({ views, risk, isPartial, clock }: Summary): void {
    const { list, course } = this.#speech;
    const [main, ...others] = views;
    const now = nowBy(clock);
    const lost = isPartial && !main ? list.lost : course.words.noAnswers;
    const said = views.map((view) => sayView(this.#speech, view, now));
    this.button.dataset.risk = risk;
    this.button.replaceChildren(
      h('i', { class: 'mark', 'aria-hidden': 'true' }, RISK_SIGNS[risk]),
      ...(main ? this.#instrument(main, others.length, now) : [h('span', { class: 'word' }, lost)]),
      h(
        'span',
        { class: 'others' },
        ...others.map((view) => h('span', { class: 'more', dir: 'auto' }, this.#short(view))),
      ),
    );
    this.#name(said.length > 0 ? said : [[lost]]);
  }

  /**
   * The columns of a mark, what matters most first, the score before its instrument: where a cell has no room for all, it is the last that do not show.
   * Each has the same width in all rows.
   */
  #instrument(view: RowView, others: number, now: number | null): readonly Element[] {
    const { list, course } = this.#speech;
    const last = view.points.at(-1);
    const change = findLastChange(view);
    const count = others > 0 ? [h('small', {}, list.more({ count: others }))] : [];
    const name = h('span', { class: 'of' }, view.title || course.words.untitled, ...count);
    const unread = view.isLatestKnown ? [] : [h('span', { class: 'partial' }, list.short.partial)];
    const sentence = sayMissedSince(this.#speech, view);
    const missed = sentence ? [h('span', { class: 'missed' }, sentence)] : [];
    if (!last) {
      const word = view.unscored > 0 ? list.short.unscored : course.words.noAnswers;
      return [...(unread.length > 0 ? unread : [h('span', { class: 'word' }, word)]), name, ...missed];
    }
    const [, title = '', range = ''] = /^(.*?)(?: (\([^()]*\)))?$/u.exec(sayClass(this.#speech, view)) ?? [];
    return [
      h('span', { class: 'score' }, course.format.number(last.score)),
      ...unread,
      name,
      h('span', { class: 'class', dir: 'auto' }, `${title} `, h('span', { class: 'range' }, range)),
      h(
        'span',
        { class: 'age', 'data-short': sayShortAge(this.#speech, view, now) },
        h('span', {}, sayAge(this.#speech, view, now)),
      ),
      drawPicture(view),
      h('span', { class: 'change' }, change === null ? '' : course.format.signed(change)),
      ...missed,
    ];
  }

  /** One more instrument in a few letters: `GAD-7 8 Mild (5–9)`. */
  #short(view: RowView): string {
    const { list, course } = this.#speech;
    const last = view.points.at(-1);
    const score = last ? `${course.format.number(last.score)} ${sayClass(this.#speech, view)}` : '';
    const rest = view.isLatestKnown
      ? score || (view.unscored > 0 ? list.short.unscored : '')
      : list.short.partial;
    return [view.title || course.words.untitled, rest, sayMissedSince(this.#speech, view)]
      .filter(Boolean)
      .join(' ');
  }

  /** Takes back what {@link alignMarks} has set: the mark is as wide as what it says. */
  loosen(): void {
    this.element.style.inlineSize = '';
    this.#wrap.style.marginInlineStart = '';
    this.#wrap.style.setProperty('--_more', '0px');
    this.element.style.removeProperty(ROOM);
  }

  /** Measures, in pixels, where the mark begins in its cell, how wide it is, and the free space after it. */
  measure(): {
    readonly from: number;
    readonly start: number;
    readonly width: number;
    readonly room: number;
    /** It has no room behind what its cell says, and stands beneath. */
    readonly isBelow: boolean;
  } | null {
    const parent = this.element.parentElement;
    if (!parent) return null;
    const { direction, paddingRight } = getComputedStyle(parent);
    if (direction === 'rtl') return null;
    const [line, own] = [parent.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const before = document.createRange();
    before.setStart(parent, 0);
    before.setEndBefore(this.element);
    const said = before.getBoundingClientRect();
    return {
      from: Math.round(line.left),
      start: own.left - line.left,
      width: own.width,
      room: line.right - (Number.parseFloat(paddingRight) || 0) - own.right,
      isBelow: said.height > 0 && own.top >= said.bottom - 1,
    };
  }

  /** @param more room for the other instruments, pixels */
  indent(pixels: number, more: number): void {
    this.#wrap.style.marginInlineStart = `${pixels}px`;
    this.#wrap.style.setProperty('--_more', `${more}px`);
  }

  /** Is no wider than this: what has no room in its cell is left out from the end, not cut in the middle. */
  limit(pixels: number): void {
    this.element.style.setProperty(ROOM, `${pixels}px`, 'important');
  }

  /** Stands in a line of its own, from its beginning on. */
  drop(): void {
    this.element.style.inlineSize = '100%';
  }
}

/**
 * Lets the marks of a column begin below each other, behind what their cells say if most of them have room there, or else
 * beneath. The page is laid out once for all of them.
 */
export function alignMarks(marks: readonly Mark[]): void {
  for (const mark of marks) mark.loosen();
  const placed = marks.flatMap((mark) => {
    const place = mark.measure();
    return place ? [{ mark, ...place }] : [];
  });
  // What would be cut in the middle.
  for (const { mark, room, width } of placed.filter((one) => one.room < 0))
    mark.limit(Math.max(0, width + room));
  for (const column of Map.groupBy(placed, ({ from }) => from).values()) {
    const width = Math.max(...column.map((one) => one.width));
    // Behind a name that is too long for it, no mark has room for all that it says.
    const fitting = column.filter(
      ({ isBelow, start, room, width: own }) => !isBelow && room + own >= width && start >= 0,
    );
    const isBeside = 2 * fitting.length > column.length;
    const start = isBeside ? Math.max(...fitting.map((one) => one.start)) : 0;
    for (const one of column) {
      const indent = start - one.start;
      if (isBeside && fitting.includes(one))
        one.mark.indent(Math.min(indent, one.room), Math.max(0, one.room - indent));
      else if (one.isBelow || !isBeside) one.mark.drop();
    }
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
