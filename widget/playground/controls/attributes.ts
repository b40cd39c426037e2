import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../../words/compiled/playground/en.js';
import type { ElementFacts } from '../facts.ts';
import { field, select } from './field.ts';

/** The values that an attribute's type names; none where it takes any. */
const valuesOf = (type: string): readonly string[] =>
  type.includes('|') ? type.split('|').map((value) => value.trim().replace(/^'(.*)'$/, '$1')) : [];

function typed(type: string, value: string, changed: (value: string) => void): HTMLInputElement {
  const control = h('input', {
    ...(type === 'number' ? { type: 'number', min: '0' } : { type: 'text' }),
    autocomplete: 'off',
    spellcheck: 'false',
    value,
  });
  control.addEventListener('input', () => changed(control.value.trim()));
  return control;
}

/** A control for each attribute of an element, whichever it has; empty means that it is not set. */
export function attributeControls(
  { attributes }: ElementFacts,
  words: PlaygroundMessages,
  given: ReadonlyMap<string, string>,
  changed: (name: string, value: string) => void,
): HTMLElement[] {
  return attributes.map(({ name, type, description }) => {
    const value = given.get(name) ?? '';
    const tell = (next: string): void => changed(name, next);
    const values = valuesOf(type);
    const options = [['', words.notSet], ...values.map((one) => [one, one] as const)] as const;
    const control = values.length > 0 ? select(options, value, tell) : typed(type, value, tell);
    control.dataset.attribute = name;
    return field(name, control, description);
  });
}

/** A field of text for each slot of an element. */
export function slotControls(
  { slots }: ElementFacts,
  given: ReadonlyMap<string, string>,
  changed: (name: string, value: string) => void,
): HTMLElement[] {
  return slots.map(({ name, description }) => {
    const control = typed('string', given.get(name) ?? '', (value) => changed(name, value));
    control.dataset.slot = name;
    return field(name, control, description);
  });
}
