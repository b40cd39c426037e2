/**
 * The playground: every element in every state, with a control for whatever it can be given. Its controls are made
 * from the elements' JSDoc, so that a new attribute, slot or token is there by itself.
 *
 * @module
 */
import '../define.ts';
import '../apply/define.ts';
import '../sparkline/define.ts';
import { h } from '@instrument-panel/shared/ui/dom';
import { matchLanguage, selectMessages } from '@instrument-panel/shared/words/languages';
import { playgroundMessages } from '../words/compiled/playground/all.js';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';
import { type Choosing, elementChoices, stateChoices, surroundings } from './choices.ts';
import { type Chosen, chooseElement, firstChoice, identify } from './chosen.ts';
import { cssOf, htmlOf, scriptOf } from './code.ts';
import { type CodeView, codeView } from './code-view.ts';
import { attributeControls, slotControls } from './controls/attributes.ts';
import { field, select } from './controls/field.ts';
import { tokenControls, tokensOfTheme } from './controls/tokens.ts';
import { type Facts, readFacts } from './facts.ts';
import { type EventLog, eventLog } from './log.ts';
import { readSandbox, type SandboxLists } from './sandbox.ts';
import { fillSlot, putOn } from './stage.ts';
import { type StatusLine, statusLine } from './status.ts';

let sandbox: SandboxLists | null = null;

/** The page in one language; another language builds it anew, with everything that was chosen. */
class PlaygroundPage {
  readonly #facts: Facts;
  readonly #chosen: Chosen;
  readonly #words: PlaygroundMessages;
  readonly #stage = h('div', { id: 'stage' });
  readonly #status: StatusLine;
  readonly #log: EventLog;
  readonly #html: CodeView;
  readonly #css: CodeView;
  readonly #script: CodeView;
  readonly #regions = {
    state: h('div', { class: 'fields' }),
    attributes: h('div', { class: 'fields', id: 'attributes' }),
    slots: h('div', { class: 'fields', id: 'slots' }),
    tokens: h('div', { class: 'fields', id: 'tokens' }),
  };
  #element: HTMLElement = this.#stage;
  readonly #choosing: Choosing = {
    element: (tagName) => this.#chooseElement(tagName),
    source: (source) => this.#chooseSource(source),
    state: () => this.#chooseState(),
    surroundings: () => this.#surround(),
    language: (lang) => {
      this.#chosen.lang = lang;
      new PlaygroundPage(this.#facts, this.#chosen).show();
      document.querySelector<HTMLElement>('[data-choice=language]')?.focus();
    },
  };

  constructor(facts: Facts, chosen: Chosen) {
    const words = selectMessages(playgroundMessages, chosen.lang);
    this.#facts = facts;
    this.#chosen = chosen;
    this.#words = words;
    this.#status = statusLine(words.status);
    this.#log = eventLog(words);
    this.#html = codeView('HTML', words);
    this.#css = codeView('CSS', words);
    this.#script = codeView('JavaScript', words);
  }

  /** Puts the page in place of what the document shows. */
  show(): void {
    document.documentElement.lang = this.#words.lang;
    document.title = this.#words.title;
    for (const type of new Set(this.#facts.elements.flatMap(({ events }) => events)))
      this.#stage.addEventListener(type, this.#log.add);
    document.body.replaceChildren(...this.#layOut());
    this.#renderState();
    this.#renderAttributes();
    this.#renderElement();
    this.#renderTokens();
  }

  #chooseElement(tagName: string): void {
    const next = this.#facts.elements.find((one) => one.tagName === tagName);
    if (next) chooseElement(this.#chosen, next, this.#facts.professionalId);
    this.#renderState();
    this.#renderAttributes();
    this.#renderTokens();
    this.#renderElement();
  }

  async #chooseSource(source: string): Promise<void> {
    const chosen = this.#chosen;
    chosen.source = source === 'sandbox' ? 'sandbox' : 'sample';
    if (chosen.source === 'sandbox') {
      sandbox ??= await readSandbox(this.#facts.professionalId).catch(() => null);
      const instruments = sandbox?.instruments ?? [];
      chosen.patientId ||= sandbox?.patients[0]?.[0] ?? '';
      chosen.formId ||= instruments.find(([, name]) => name === 'PHQ-9')?.[0] ?? instruments[0]?.[0] ?? '';
    }
    this.#renderState();
    this.#chooseState();
  }

  #chooseState(): void {
    identify(this.#chosen, this.#facts.professionalId);
    this.#renderAttributes();
    this.#renderElement();
  }

  #chooseTheme(name: string): void {
    const { tokens } = this.#chosen;
    this.#chosen.theme = name;
    tokens.clear();
    const theme = this.#facts.themes.find((one) => one.name === name);
    for (const [token, value] of theme ? tokensOfTheme(theme.css) : []) tokens.set(token, value);
    this.#surround();
    this.#renderTokens();
  }

  #renderCode(): void {
    const { element, source, sample, tokens, scheme } = this.#chosen;
    this.#html.show(htmlOf(this.#element, this.#chosen));
    this.#css.show(cssOf(tokens, scheme));
    this.#script.show(scriptOf(element.tagName, source === 'sample' ? sample.data : undefined));
  }

  /** Sets what stands around the element: language, direction, colour scheme, width and tokens. */
  #surround(): void {
    const { lang, dir, scheme, width, tokens } = this.#chosen;
    this.#stage.lang = lang;
    this.#stage.dir = dir;
    this.#stage.style.colorScheme = scheme;
    this.#stage.style.inlineSize = `${width}px`;
    const known = new Set(this.#facts.elements.flatMap((one) => one.tokens.map(({ name }) => name)));
    for (const name of known) this.#stage.style.setProperty(name, tokens.get(name) ?? '');
    this.#renderCode();
  }

  readonly #renderElement = (): void => {
    const { attributes, slots, sample, source, element } = this.#chosen;
    const shown = {
      tagName: element.tagName,
      attributes,
      slots,
      sample: source === 'sample' ? sample : null,
    };
    this.#element = putOn(this.#stage, shown, this.#renderElement);
    this.#status.watch(this.#element);
    this.#surround();
  };

  #renderState(): void {
    this.#regions.state.replaceChildren(...stateChoices(this.#chosen, this.#words, sandbox, this.#choosing));
  }

  #renderAttributes(): void {
    const { element, attributes, slots } = this.#chosen;
    this.#regions.attributes.replaceChildren(
      ...attributeControls(element, this.#words, attributes, (name, value) => {
        attributes.set(name, value);
        if (value === '') this.#element.removeAttribute(name);
        else this.#element.setAttribute(name, value);
        this.#renderCode();
      }),
    );
    this.#regions.slots.replaceChildren(
      ...slotControls(element, slots, (name, text) => {
        slots.set(name, text);
        fillSlot(this.#element, name, text);
        this.#renderCode();
      }),
    );
  }

  #renderTokens(): void {
    const { element, tokens } = this.#chosen;
    const changed = (name: string, value: string): void => {
      if (value === '') tokens.delete(name);
      else tokens.set(name, value);
      this.#surround();
    };
    this.#regions.tokens.replaceChildren(
      ...tokenControls(element, this.#words, tokens, this.#stage, changed),
    );
  }

  #layOut(): Node[] {
    const words = this.#words;
    const regions = this.#regions;
    const themes = select(
      [['', words.noTheme], ...this.#facts.themes.map(({ name }) => [name, name] as const)],
      this.#chosen.theme,
      (name) => this.#chooseTheme(name),
    );
    const group = (title: string, ...children: Node[]): HTMLElement =>
      h('section', {}, h('h2', {}, title), ...children);
    const choices = elementChoices(this.#facts, this.#chosen, words, this.#choosing);
    const around = surroundings(this.#chosen, words, this.#choosing);
    return [
      h('header', {}, h('h1', {}, words.title), h('p', {}, words.about)),
      h(
        'main',
        {},
        h('div', { class: 'choices' }, ...choices, regions.state),
        h('div', { class: 'around fields', role: 'group', 'aria-label': words.surroundings }, ...around),
        h(
          'section',
          { class: 'stage' },
          h('h2', {}, words.stage),
          this.#status.view,
          h(
            'div',
            { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.stage },
            this.#stage,
          ),
        ),
        h(
          'div',
          { class: 'columns' },
          h('div', {}, group(words.code, this.#html.view, this.#css.view, this.#script.view), this.#log.view),
          h(
            'div',
            {},
            group(words.attributes, regions.attributes),
            group(words.slots, h('p', { class: 'hint' }, words.slotHint), regions.slots),
            group(words.theme, field(words.themes, themes), regions.tokens),
          ),
        ),
      ),
    ];
  }
}

const [lang] = navigator.languages
  .map((tag) => matchLanguage(Object.keys(playgroundMessages), tag))
  .filter((tag) => tag !== null);
try {
  const facts = await readFacts();
  new PlaygroundPage(facts, firstChoice(facts, lang ?? 'en')).show();
} catch (error) {
  console.error(error);
  document.body.replaceChildren(
    h('p', { role: 'alert' }, selectMessages(playgroundMessages, lang ?? 'en').failed),
  );
}
