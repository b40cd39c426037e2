import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';
import type { ElementFacts } from './facts.ts';

/** Values with their names. */
type Options = readonly (readonly [value: string, name: string])[];
type Changed = (name: string, value: string) => void;

let made = 0;
/** An id that no other control of the page has. */
const nextId = (): string => `control-${++made}`;

/** A control with its label before it, and what is said of it after it. */
export function field(
  label: string,
  control: HTMLInputElement | HTMLSelectElement,
  description = '',
  ...more: Node[]
): HTMLElement {
  control.id = nextId();
  const whole = h(
    'div',
    { class: 'field' },
    h('label', { for: control.id }, label),
    h('div', { class: 'control' }, control, ...more),
  );
  if (description) {
    const id = nextId();
    control.setAttribute('aria-describedby', id);
    // The elements' own documentation is English, whatever the page speaks; code is between back-ticks.
    const parts = description.split('`').map((part, at) => (at % 2 ? h('code', {}, part) : part));
    whole.append(h('small', { id, lang: 'en' }, ...parts));
  }
  return whole;
}

/** A select that tells what was chosen. */
export function select(options: Options, value: string, changed: (value: string) => void): HTMLSelectElement {
  const control = h('select', {}, ...options.map(([of, name]) => h('option', { value: of }, name)));
  control.value = value;
  control.addEventListener('change', () => changed(control.value));
  return control;
}

/** Radio buttons of one choice, in a group with its name. */
export function radios(
  legend: string,
  options: Options,
  value: string,
  changed: (value: string) => void,
): HTMLElement {
  const name = nextId();
  const choices = options.map(([of, label]) => {
    const input = h('input', { type: 'radio', name, value: of });
    input.checked = of === value;
    input.addEventListener('change', () => changed(of));
    return h('label', {}, input, h('span', {}, label));
  });
  return h('fieldset', { class: 'radios' }, h('legend', {}, legend), h('div', {}, ...choices));
}

/** The values that an attribute's type names; none where it takes any. */
const valuesOf = (type: string): readonly string[] =>
  type.includes('|') ? type.split('|').map((value) => value.trim().replace(/^'(.*)'$/, '$1')) : [];

/** An input for text, or for numbers, that tells what was typed. */
function typed(
  value: string,
  changed: (value: string) => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLInputElement {
  const control = h('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    value,
    ...attributes,
  });
  control.addEventListener('input', () => changed(control.value.trim()));
  return control;
}

/** A control for each attribute of an element, whichever it has; empty means that it is not set. */
export const attributeControls = (
  { attributes }: ElementFacts,
  words: PlaygroundMessages,
  given: ReadonlyMap<string, string>,
  changed: Changed,
): HTMLElement[] =>
  attributes.map(({ name, type, description }) => {
    const value = given.get(name) ?? '';
    const tell = (next: string): void => changed(name, next);
    const values = valuesOf(type);
    const control =
      values.length > 0
        ? select([['', words.notSet], ...values.map((one) => [one, one] as const)], value, tell)
        : typed(value, tell, type === 'number' ? { type, min: '0' } : {});
    control.dataset.attribute = name;
    return field(name, control, description);
  });

/** A field of text for each slot of an element. */
export const slotControls = (
  { slots }: ElementFacts,
  given: ReadonlyMap<string, string>,
  changed: Changed,
): HTMLElement[] =>
  slots.map(({ name, description }) => {
    const control = typed(given.get(name) ?? '', (value) => changed(name, value), { 'data-slot': name });
    return field(name, control, description);
  });

/** Returns the CSS property that takes what a token takes. A token for a length ends with what it measures. */
function propertyOf(token: string): string {
  if (token.endsWith('color-scheme')) return 'color-scheme';
  return /-(font-size|gap|height|padding|radius|width)$/.test(token) ? 'width' : 'color';
}

/** `#rrggbb` of a colour as it comes out at a place of the page, which decides between light and dark. */
function hexAt(place: HTMLElement, color: string): string {
  const probe = h('span');
  probe.style.color = color;
  place.append(probe);
  const parts = getComputedStyle(probe).color.match(/\d+(\.\d+)?/g) ?? [];
  probe.remove();
  const digits = parts.slice(0, 3).map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'));
  return `#${digits.join('')}`;
}

/**
 * A control for each token of an element: text that takes whatever CSS takes, with a picker beside a colour.
 *
 * @param place where the tokens go, so that the picker begins at the colour that is seen
 */
export const tokenControls = (
  { tokens }: ElementFacts,
  words: PlaygroundMessages,
  given: ReadonlyMap<string, string>,
  place: HTMLElement,
  changed: Changed,
): HTMLElement[] =>
  tokens.map(({ name, description }) => {
    const property = propertyOf(name);
    const value = given.get(name) ?? '';
    const fault = h('span', { class: 'fault', id: nextId(), role: 'status' });
    const picker = h('input', { type: 'color', 'aria-label': words.pick({ token: name }) });
    const pick = (color: string): void => {
      if (property === 'color' && color) picker.value = hexAt(place, color);
      // A picker always has a colour: one for "none" is faint.
      picker.toggleAttribute('data-unset', color === '');
    };
    const change = (next: string): void => {
      const isGood = next === '' || CSS.supports(property, next);
      text.setAttribute('aria-invalid', String(!isGood));
      fault.textContent = isGood ? '' : words.wrongValue;
      if (!isGood) return;
      changed(name, next);
      pick(next);
    };
    const text = typed(value, change, { placeholder: words.notSet, 'data-token': name });
    pick(value);
    picker.addEventListener('input', () => {
      text.value = picker.value;
      change(picker.value);
    });
    return field(name, text, description, ...(property === 'color' ? [picker] : []), fault);
  });

/** The tokens that a theme's style sheet sets, parsed by the browser itself. */
export function tokensOfTheme(css: string): ReadonlyMap<string, string> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const styles = [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSStyleRule ? [rule.style] : []));
  return new Map(
    styles.flatMap((style) => [...style].map((name) => [name, style.getPropertyValue(name).trim()] as const)),
  );
}
