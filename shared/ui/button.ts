import { h } from './dom.ts';

/** Makes a button that calls `act`. */
export function createButton(
  content: string | readonly (Node | string)[],
  act: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const button = h('button', { type: 'button', ...attributes }, ...[content].flat());
  button.addEventListener('click', act);
  return button;
}
