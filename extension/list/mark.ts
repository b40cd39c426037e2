import { drawSparkline } from '@instrument-panel/shared/chart/sparkline';
import { h } from '@instrument-panel/shared/ui/dom';
import { createHost } from '../panel/frame/host.ts';
import { putAt } from '../panel/frame/mount.ts';
import { schemeAt } from '../panel/frame/scheme.ts';
import type { Spot } from '../site/handle.ts';
import { type ListSpeech, sayView } from './speech.ts';
import { markStyles } from './styles.ts';
import type { Summary } from './summary.ts';
import { createTip, type Tip } from './tip.ts';

/** What a mark shows: the courses of its row's patient, or in a word why there are none. */
export type Shown =
  | { readonly state: 'reading' }
  | { readonly state: 'course'; readonly summary: Summary }
  | { readonly state: 'unlinked' | 'disagrees' | 'unread' | 'failed' | 'signedOut'; readonly said: string };

/** Of one who never answered there is nothing to say: a sign would read as one of the others. */
const RISKS = { flagged: '!', unavailable: '?', none: '–', unanswered: null } as const;

/** The mark in one row: of one patient, and gone the moment that the row is not theirs. */
export class Mark {
  readonly element: HTMLElement;
  /** What takes the focus; the marks of a list are one stop of the Tab key. */
  readonly button = h('button', { type: 'button', tabindex: '-1' });
  readonly #speech: ListSpeech;
  readonly #wrap: HTMLElement;
  readonly #tip: Tip;
  #outer: HTMLElement | null = null;
  #shown: Shown | null = null;

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

  show(shown: Shown): void {
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
    const sign = RISKS[risk];
    const text = last
      ? [
          h('span', { class: 'score' }, course.format.number(last.score)),
          // A number alone does not say of which scale it is.
          h('span', { class: 'of' }, main?.title ?? ''),
        ]
      : [h('span', { class: 'word' }, main ? list.short.unscored(main.title) : course.words.noAnswers)];
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
