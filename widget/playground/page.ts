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
import { type Choosing, elementChoices, stateChoices, surroundings } from './choices.ts';
import { type Chosen, chooseElement, firstChoice, identify } from './chosen.ts';
import { cssOf, htmlOf, scriptOf } from './code.ts';
import { codeView } from './code-view.ts';
import { attributeControls, slotControls } from './controls/attributes.ts';
import { field, select } from './controls/field.ts';
import { tokenControls, tokensOfTheme } from './controls/tokens.ts';
import { type Facts, readFacts } from './facts.ts';
import { eventLog } from './log.ts';
import { readSandbox, type SandboxLists } from './sandbox.ts';
import { fillSlot, putOn } from './stage.ts';
import { statusLine } from './status.ts';

let sandbox: SandboxLists | null = null;

/** Builds the page in one language; another language builds it anew, with everything that was chosen. */
function build(facts: Facts, chosen: Chosen): void {
  const words = selectMessages(playgroundMessages, chosen.lang);
  document.documentElement.lang = words.lang;
  document.title = words.title;

  const frame = h('div', { id: 'stage' });
  const status = statusLine(words.status);
  const log = eventLog(words);
  const [html, css, script] = (['HTML', 'CSS', 'JavaScript'] as const).map((name) => codeView(name, words));
  const regions = {
    state: h('div', { class: 'fields' }),
    attributes: h('div', { class: 'fields', id: 'attributes' }),
    slots: h('div', { class: 'fields', id: 'slots' }),
    tokens: h('div', { class: 'fields', id: 'tokens' }),
  };
  let element: HTMLElement = frame;
  for (const type of new Set(facts.elements.flatMap(({ events }) => events)))
    frame.addEventListener(type, log.add);

  const showCode = (): void => {
    html?.show(htmlOf(element, chosen));
    css?.show(cssOf(chosen.tokens, chosen.scheme));
    script?.show(
      scriptOf(chosen.element.tagName, chosen.source === 'sample' ? chosen.sample.data : undefined),
    );
  };
  const surround = (): void => {
    frame.lang = chosen.lang;
    frame.dir = chosen.dir;
    frame.style.colorScheme = chosen.scheme;
    frame.style.inlineSize = `${chosen.width}px`;
    const known = new Set(facts.elements.flatMap(({ tokens }) => tokens.map(({ name }) => name)));
    for (const name of known) frame.style.setProperty(name, chosen.tokens.get(name) ?? '');
    showCode();
  };
  const show = (): void => {
    const { attributes, slots, sample, source } = chosen;
    const { tagName } = chosen.element;
    const shown = { tagName, attributes, slots, sample: source === 'sample' ? sample : null };
    element = putOn(frame, shown, show);
    status.watch(element);
    surround();
  };
  const attributesShown = (): void => {
    regions.attributes.replaceChildren(
      ...attributeControls(chosen.element, words, chosen.attributes, (name, value) => {
        chosen.attributes.set(name, value);
        if (value === '') element.removeAttribute(name);
        else element.setAttribute(name, value);
        showCode();
      }),
    );
    regions.slots.replaceChildren(
      ...slotControls(chosen.element, chosen.slots, (name, text) => {
        chosen.slots.set(name, text);
        fillSlot(element, name, text);
        showCode();
      }),
    );
  };
  const tokensShown = (): void => {
    const changed = (name: string, value: string): void => {
      if (value === '') chosen.tokens.delete(name);
      else chosen.tokens.set(name, value);
      surround();
    };
    regions.tokens.replaceChildren(...tokenControls(chosen.element, words, chosen.tokens, frame, changed));
  };
  const choosing: Choosing = {
    element(tagName) {
      const next = facts.elements.find((one) => one.tagName === tagName);
      if (next) chooseElement(chosen, next, facts.professionalId);
      stateShown();
      attributesShown();
      tokensShown();
      show();
    },
    async source(source) {
      chosen.source = source === 'sandbox' ? 'sandbox' : 'sample';
      if (chosen.source === 'sandbox') {
        sandbox ??= await readSandbox(facts.professionalId).catch(() => null);
        chosen.patientId ||= sandbox?.patients[0]?.[0] ?? '';
        chosen.formId ||=
          sandbox?.instruments.find(([, name]) => name === 'PHQ-9')?.[0] ??
          sandbox?.instruments[0]?.[0] ??
          '';
      }
      stateShown();
      choosing.state();
    },
    state() {
      identify(chosen, facts.professionalId);
      attributesShown();
      show();
    },
    surroundings: surround,
    language(lang) {
      chosen.lang = lang;
      build(facts, chosen);
      document.querySelector<HTMLElement>('[data-choice=language]')?.focus();
    },
  };
  const stateShown = (): void =>
    regions.state.replaceChildren(...stateChoices(chosen, words, sandbox, choosing));
  const themes = select(
    [['', words.noTheme], ...facts.themes.map(({ name }) => [name, name] as const)],
    chosen.theme,
    (name) => {
      chosen.theme = name;
      chosen.tokens.clear();
      const theme = facts.themes.find((one) => one.name === name);
      for (const [token, value] of theme ? tokensOfTheme(theme.css) : []) chosen.tokens.set(token, value);
      surround();
      tokensShown();
    },
  );

  const group = (title: string, ...children: Node[]): HTMLElement =>
    h('section', {}, h('h2', {}, title), ...children);
  document.body.replaceChildren(
    h('header', {}, h('h1', {}, words.title), h('p', {}, words.about)),
    h(
      'main',
      {},
      h('div', { class: 'choices' }, ...elementChoices(facts, chosen, words, choosing), regions.state),
      h(
        'div',
        { class: 'around fields', role: 'group', 'aria-label': words.surroundings },
        ...surroundings(chosen, words, choosing),
      ),
      h(
        'section',
        { class: 'stage' },
        h('h2', {}, words.stage),
        status.view,
        h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.stage }, frame),
      ),
      h(
        'div',
        { class: 'columns' },
        h(
          'div',
          {},
          group(words.code, ...[html, css, script].flatMap((one) => (one ? [one.view] : []))),
          log.view,
        ),
        h(
          'div',
          {},
          group(words.attributes, regions.attributes),
          group(words.slots, h('p', { class: 'hint' }, words.slotHint), regions.slots),
          group(words.theme, field(words.themes, themes), regions.tokens),
        ),
      ),
    ),
  );
  stateShown();
  attributesShown();
  show();
  tokensShown();
}

const [lang] = navigator.languages
  .map((tag) => matchLanguage(Object.keys(playgroundMessages), tag))
  .filter((tag) => tag !== null);
try {
  const facts = await readFacts();
  build(facts, firstChoice(facts, lang ?? 'en'));
} catch (error) {
  console.error(error);
  document.body.replaceChildren(
    h('p', { role: 'alert' }, selectMessages(playgroundMessages, lang ?? 'en').failed),
  );
}
