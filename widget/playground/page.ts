/**
 * The playground: every element in every state, with a control for whatever it can be given. Its controls are made
 * from the elements' JSDoc, so that a new attribute, slot or token is there by itself.
 *
 * @module
 */
import '../define.ts';
import '../apply/define.ts';
import '../caseload/define.ts';
import '../overview/define.ts';
import '../seen-by/define.ts';
import '../sparkline/define.ts';
import { h } from '@instrument-panel/shared/ui/dom';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { matchLanguage } from '@instrument-panel/shared/words/languages';
import { widgetLanguages } from '../words/compiled/languages.js';
import { playgroundMessages } from '../words/compiled/playground/all.js';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';
import { chooseFragment, toFragment } from './address.ts';
import { type Chosen, chooseElement, firstChoice, setIdentifiers } from './chosen.ts';
import { codeViews } from './code.ts';
import {
  attributeControls,
  field,
  radios,
  select,
  slotControls,
  tokenControls,
  tokensOfTheme,
} from './controls.ts';
import { type Facts, readFacts } from './facts.ts';
import { samplesOf } from './samples/states.ts';
import { readSandbox, type SandboxLists } from './sandbox.ts';
import { fillSlot, putOn } from './stage.ts';
import { eventLog, statusLine } from './status.ts';

let facts: Facts;
let first: Chosen;
let chosen: Chosen;
let sandbox: SandboxLists | null = null;
let words: PlaygroundMessages;
let view: ReturnType<typeof createView>;

/** Makes the parts of the page that change, in one language. */
const createView = () => ({
  stage: h('div', { id: 'stage' }),
  element: h('div') as HTMLElement,
  status: statusLine(words.status),
  log: eventLog(words),
  code: codeViews(words),
  state: h('div', { class: 'fields' }),
  attributes: h('div', { class: 'fields', id: 'attributes' }),
  slots: h('div', { class: 'fields', id: 'slots' }),
  tokens: h('div', { class: 'fields', id: 'tokens' }),
});

/** Puts the page in place of what the document shows; another language builds it anew, with everything that was chosen. */
function show(): void {
  words = selectMessages(playgroundMessages, chosen.lang);
  view = createView();
  document.documentElement.lang = words.lang;
  document.title = words.title;
  for (const type of new Set(facts.elements.flatMap(({ events }) => events)))
    view.stage.addEventListener(type, view.log.add);
  document.body.replaceChildren(h('header', {}, h('h1', {}, words.title), h('p', {}, words.about)), layOut());
  showElement();
}

/** Shows the element that was chosen, and its controls. */
function showElement(): void {
  view.state.replaceChildren(...stateChoices());
  showState();
  showTokens();
}

/** Shows the sample that was chosen, or whom and what of the sandbox. */
function showState(): void {
  const { element, attributes, slots } = chosen;
  view.attributes.replaceChildren(
    ...attributeControls(element, words, attributes, (name, value) => {
      attributes.set(name, value);
      if (value === '') view.element.removeAttribute(name);
      else view.element.setAttribute(name, value);
      showCode();
    }),
  );
  view.slots.replaceChildren(
    ...slotControls(element, slots, (name, text) => {
      slots.set(name, text);
      fillSlot(view.element, name, text);
      showCode();
    }),
  );
  put();
}

/** Puts the element on the stage anew. */
function put(): void {
  view.element = putOn(view.stage, chosen, put);
  view.status.watch(view.element);
  surround();
}

/** Sets the surroundings of the element: language, direction, colour scheme, width and tokens. */
function surround(): void {
  const { lang, dir, scheme, width, tokens } = chosen;
  const { stage } = view;
  Object.assign(stage, { lang, dir });
  stage.style.colorScheme = scheme;
  stage.style.inlineSize = `${width}px`;
  for (const { name } of facts.elements.flatMap((one) => one.tokens))
    stage.style.setProperty(name, tokens.get(name) ?? '');
  showCode();
}

function showTokens(): void {
  const { element, tokens } = chosen;
  const changed = (name: string, value: string): void => {
    if (value === '') tokens.delete(name);
    else tokens.set(name, value);
    surround();
  };
  view.tokens.replaceChildren(...tokenControls(element, words, tokens, view.stage, changed));
}

/** Shows the code, and keeps what is chosen in the address, so that it can be shared. */
function showCode(): void {
  view.code.show(view.element, chosen);
  history.replaceState(null, '', toFragment(chosen, first));
}

async function chooseSource(source: string): Promise<void> {
  chosen.source = source === 'sandbox' ? 'sandbox' : 'sample';
  if (chosen.source === 'sandbox') {
    sandbox ??= await readSandbox(facts.professionalId).catch(() => null);
    const instruments = sandbox?.instruments ?? [];
    chosen.patientId ||= sandbox?.patients[0]?.[0] ?? '';
    chosen.formId ||= instruments.find(([, name]) => name === 'PHQ-9')?.[0] ?? instruments[0]?.[0] ?? '';
  }
  view.state.replaceChildren(...stateChoices());
  chooseState({});
}

function chooseState(choice: Partial<Chosen>): void {
  Object.assign(chosen, choice);
  setIdentifiers(chosen, facts.professionalId);
  showState();
}

function chooseTheme(name: string): void {
  chosen.theme = name;
  chosen.tokens.clear();
  const theme = facts.themes.find((one) => one.name === name);
  for (const [token, value] of theme ? tokensOfTheme(theme.css) : []) chosen.tokens.set(token, value);
  surround();
  showTokens();
}

/** Which element, and where its data are from. */
const elementChoices = (): HTMLElement[] => [
  radios(
    words.element,
    facts.elements.map(({ tagName }) => [tagName, `<${tagName}>`]),
    chosen.element.tagName,
    (tagName) => {
      const next = facts.elements.find((one) => one.tagName === tagName);
      if (next) chooseElement(chosen, next, facts.professionalId);
      showElement();
    },
  ),
  radios(
    words.source,
    (['sample', 'sandbox'] as const).map((source) => [source, words.sources[source]]),
    chosen.source,
    chooseSource,
  ),
];

/** Which sample, or whom and what of the sandbox. */
function stateChoices(): HTMLElement[] {
  const { source, element, sample, patientId, formId } = chosen;
  const hint = h('p', { class: 'hint' }, words.sourceHints[source]);
  if (source === 'sample') {
    const samples = samplesOf(element.tagName);
    const options = samples.map(({ state }) => [state, words.states[state]] as const);
    const control = select(options, sample.state, (state) =>
      chooseState({ sample: samples.find((one) => one.state === state) ?? sample }),
    );
    return [field(words.state, control), hint];
  }
  if (!sandbox) return [h('p', { class: 'hint', role: 'alert' }, words.sandboxFails)];
  return [
    field(
      words.patient,
      select(sandbox.patients, patientId, (id) => chooseState({ patientId: id })),
    ),
    field(
      words.instrument,
      select(sandbox.instruments, formId, (id) => chooseState({ formId: id })),
    ),
    hint,
  ];
}

/** The surroundings of the element in a host's page. */
function surroundings(): HTMLElement[] {
  const { schemes, directions } = words;
  const attributes = { type: 'range', min: '360', max: '1280', step: '10', value: String(chosen.width) };
  const width = h('input', attributes);
  const said = h('output', {}, `${chosen.width} px`);
  const choose = (choice: Partial<Chosen>): void => {
    Object.assign(chosen, choice);
    surround();
  };
  width.addEventListener('input', () => {
    said.textContent = `${width.value} px`;
    choose({ width: Number(width.value) });
  });
  const scheme = select(
    [
      ['light dark', schemes.system],
      ['light', schemes.light],
      ['dark', schemes.dark],
    ],
    chosen.scheme,
    (value) => choose({ scheme: value }),
  );
  const direction = select(
    [
      ['ltr', directions.ltr],
      ['rtl', directions.rtl],
    ],
    chosen.dir,
    (dir) => choose({ dir }),
  );
  const language = select(Object.entries(widgetLanguages), chosen.lang, (lang) => {
    chosen.lang = lang;
    show();
    document.querySelector<HTMLElement>('[data-choice=language]')?.focus();
  });
  language.dataset.choice = 'language';
  return [
    field(words.scheme, scheme),
    field(words.direction, direction),
    field(words.language, language),
    field(words.width, width, '', said),
  ];
}

function layOut(): HTMLElement {
  const { stage, status, code, log } = view;
  const themes = select(
    [['', words.noTheme], ...facts.themes.map(({ name }) => [name, name] as const)],
    chosen.theme,
    chooseTheme,
  );
  const group = (title: string, ...children: Node[]): HTMLElement =>
    h('section', {}, h('h2', {}, title), ...children);
  const scroller = { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': words.stage };
  const around = { class: 'around fields', role: 'group', 'aria-label': words.surroundings };
  const shown = group(words.stage, status.view, h('div', scroller, stage));
  shown.className = 'stage';
  return h(
    'main',
    {},
    h('div', { class: 'choices' }, ...elementChoices(), view.state),
    h('div', around, ...surroundings()),
    shown,
    h(
      'div',
      { class: 'columns' },
      h('div', {}, group(words.code, ...code.views), log.view),
      h(
        'div',
        {},
        group(words.attributes, view.attributes),
        group(words.slots, h('p', { class: 'hint' }, words.slotHint), view.slots),
        group(words.theme, field(words.themes, themes), view.tokens),
      ),
    ),
  );
}

const [lang = 'en'] = navigator.languages
  .map((tag) => matchLanguage(Object.keys(playgroundMessages), tag))
  .filter((tag) => tag !== null);
try {
  facts = await readFacts();
  first = firstChoice(facts, lang);
  chosen = firstChoice(facts, lang);
  chooseFragment(chosen, facts, location.hash);
  show();
  if (chosen.source === 'sandbox') await chooseSource('sandbox');
} catch (error) {
  console.error(error);
  document.body.replaceChildren(h('p', { role: 'alert' }, selectMessages(playgroundMessages, lang).failed));
}
