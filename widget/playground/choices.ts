import { h } from '@instrument-panel/shared/ui/dom';
import { widgetLanguages } from '../words/compiled/languages.js';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';
import type { Chosen } from './chosen.ts';
import { field, radios, select } from './controls/field.ts';
import type { Facts } from './facts.ts';
import { samplesOf } from './samples/states.ts';
import type { SandboxLists } from './sandbox.ts';

/** What the page does when something is chosen. */
export interface Choosing {
  element(tagName: string): void;
  source(source: string): void;
  /** The sample, or whom and what of the sandbox. */
  state(): void;
  surroundings(): void;
  language(lang: string): void;
}

/** Which element, and where its data are from. */
export const elementChoices = (
  facts: Facts,
  chosen: Chosen,
  words: PlaygroundMessages,
  choosing: Choosing,
): HTMLElement[] => [
  radios(
    words.element,
    facts.elements.map(({ tagName }) => [tagName, `<${tagName}>`]),
    chosen.element.tagName,
    choosing.element,
  ),
  radios(
    words.source,
    [
      ['sample', words.sources.sample],
      ['sandbox', words.sources.sandbox],
    ],
    chosen.source,
    choosing.source,
  ),
];

/** Which sample, or whom and what of the sandbox. */
export function stateChoices(
  chosen: Chosen,
  words: PlaygroundMessages,
  lists: SandboxLists | null,
  choosing: Choosing,
): HTMLElement[] {
  const hint = h('p', { class: 'hint' }, words.sourceHints[chosen.source]);
  if (chosen.source === 'sample') {
    const samples = samplesOf(chosen.element.tagName);
    const control = select(
      samples.map(({ state }) => [state, words.states[state]]),
      chosen.sample.state,
      (state) => {
        chosen.sample = samples.find((sample) => sample.state === state) ?? chosen.sample;
        choosing.state();
      },
    );
    return [field(words.state, control), hint];
  }
  if (!lists) return [h('p', { class: 'hint', role: 'alert' }, words.sandboxFails)];
  const patients = select(lists.patients, chosen.patientId, (id) => {
    chosen.patientId = id;
    choosing.state();
  });
  const instruments = select(lists.instruments, chosen.formId, (id) => {
    chosen.formId = id;
    choosing.state();
  });
  return [field(words.patient, patients), field(words.instrument, instruments), hint];
}

/** What stands around the element in a host's page. */
export function surroundings(chosen: Chosen, words: PlaygroundMessages, choosing: Choosing): HTMLElement[] {
  const width = h('input', {
    type: 'range',
    min: '360',
    max: '1280',
    step: '10',
    value: String(chosen.width),
  });
  const said = h('output', {}, `${chosen.width} px`);
  width.addEventListener('input', () => {
    chosen.width = Number(width.value);
    said.textContent = `${chosen.width} px`;
    choosing.surroundings();
  });
  const schemes = [
    ['light dark', words.schemes.system],
    ['light', words.schemes.light],
    ['dark', words.schemes.dark],
  ] as const;
  const directions = [
    ['ltr', words.directions.ltr],
    ['rtl', words.directions.rtl],
  ] as const;
  const languages = Object.entries(widgetLanguages);
  const language = select(languages, chosen.lang, choosing.language);
  language.dataset.choice = 'language';
  return [
    field(
      words.scheme,
      select(schemes, chosen.scheme, (scheme) => {
        chosen.scheme = schemes.find(([value]) => value === scheme)?.[0] ?? 'light dark';
        choosing.surroundings();
      }),
    ),
    field(
      words.direction,
      select(directions, chosen.dir, (dir) => {
        chosen.dir = dir === 'rtl' ? 'rtl' : 'ltr';
        choosing.surroundings();
      }),
    ),
    field(words.language, language),
    field(words.width, width, '', said),
  ];
}
