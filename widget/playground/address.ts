import { widgetLanguages } from '../words/compiled/languages.js';
import { type Chosen, chooseElement } from './chosen.ts';
import type { ElementFacts, Facts } from './facts.ts';
import { samplesOf } from './samples/states.ts';

/** What has a name and is given by hand: its prefix in the address, and the names that an element takes. */
const GIVEN = {
  attribute: ({ attributes }: ElementFacts) => attributes,
  slot: ({ slots }: ElementFacts) => slots,
  token: ({ tokens }: ElementFacts) => tokens,
} as const;
const KINDS = Object.keys(GIVEN) as readonly (keyof typeof GIVEN)[];

const PLAIN = ['lang', 'scheme', 'dir', 'theme', 'patientId', 'formId'] as const;

/**
 * Writes what is chosen as a fragment of the address, which a browser sends to no server.
 *
 * @param first what is chosen when the page opens; what is the same is left out
 */
export function toFragment(chosen: Chosen, first: Chosen): string {
  const { element, source, sample, width } = chosen;
  const fragment = new URLSearchParams({ element: element.tagName, source, state: sample.state });
  if (width !== first.width) fragment.set('width', String(width));
  for (const name of PLAIN) if (chosen[name] !== first[name]) fragment.set(name, chosen[name]);
  const given = { attribute: chosen.attributes, slot: chosen.slots, token: chosen.tokens };
  // The ids of the sandbox are those of patient and instrument above.
  for (const kind of KINDS)
    for (const [name, value] of given[kind])
      if (value !== '' && !(kind === 'attribute' && /-id$/.test(name) && source === 'sandbox'))
        fragment.set(`${kind}.${name}`, value);
  return `#${fragment}`;
}

/** Chooses what a fragment says; what the page does not know is left as it is. */
export function chooseFragment(
  chosen: Chosen,
  { elements, themes, professionalId }: Facts,
  fragment: string,
): void {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const element = elements.find(({ tagName }) => tagName === said.get('element'));
  if (said.get('source') === 'sandbox') chosen.source = 'sandbox';
  for (const name of ['patientId', 'formId'] as const) chosen[name] = said.get(name) ?? chosen[name];
  if (element) chooseElement(chosen, element, professionalId);
  const samples = samplesOf(chosen.element.tagName);
  chosen.sample = samples.find(({ state }) => state === said.get('state')) ?? chosen.sample;
  const pick = (name: 'lang' | 'scheme' | 'dir' | 'theme', known: readonly string[]): void => {
    chosen[name] = known.find((one) => one === said.get(name)) ?? chosen[name];
  };
  pick('lang', Object.keys(widgetLanguages));
  pick('scheme', ['light dark', 'light', 'dark']);
  pick('dir', ['ltr', 'rtl']);
  pick(
    'theme',
    themes.map(({ name }) => name),
  );
  const width = Number(said.get('width'));
  if (width >= 360 && width <= 1280) chosen.width = width;
  const given = { attribute: chosen.attributes, slot: chosen.slots, token: chosen.tokens };
  for (const kind of KINDS)
    for (const { name } of GIVEN[kind](chosen.element)) {
      const value = said.get(`${kind}.${name}`);
      if (value !== null) given[kind].set(name, value);
    }
}
