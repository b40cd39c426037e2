import { h } from '@instrument-panel/shared/ui/dom';

let made = 0;
/** An id that no other control of the page has. */
export const nextId = (): string => `control-${++made}`;

/** Texts of the elements' own documentation are English, whatever the page speaks; code stands between back-ticks. */
const documented = (text: string, id: string): HTMLElement =>
  h('small', { id, lang: 'en' }, ...text.split('`').map((part, at) => (at % 2 ? h('code', {}, part) : part)));

/** A control with its label before it, and what is said of it after it. */
export function field(
  label: string,
  control: HTMLInputElement | HTMLSelectElement,
  description = '',
  ...more: Node[]
): HTMLElement {
  control.id = nextId();
  const parts: Node[] = [
    h('label', { for: control.id }, label),
    h('div', { class: 'control' }, control, ...more),
  ];
  if (description) {
    const id = nextId();
    control.setAttribute('aria-describedby', id);
    parts.push(documented(description, id));
  }
  return h('div', { class: 'field' }, ...parts);
}

/** A select of values with their names, that tells what was chosen. */
export function select(
  options: readonly (readonly [value: string, name: string])[],
  value: string,
  changed: (value: string) => void,
): HTMLSelectElement {
  const control = h('select', {}, ...options.map(([of, name]) => h('option', { value: of }, name)));
  control.value = value;
  control.addEventListener('change', () => changed(control.value));
  return control;
}

/** Radio buttons of one choice, in a group with its name. */
export function radios(
  legend: string,
  options: readonly (readonly [value: string, name: string])[],
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
