import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';

/** One piece of code with a button that copies it, whole and as it is shown. */
export interface CodeView {
  readonly view: HTMLElement;
  show(code: string): void;
}

/** @param name of the language: HTML, CSS, JavaScript */
export function codeView(name: string, words: PlaygroundMessages): CodeView {
  const code = h('code');
  const block = h('pre', { tabindex: '0', role: 'region', 'aria-label': name }, code);
  block.dataset.code = name;
  const said = h('span', { role: 'status' });
  const button = h('button', { type: 'button' }, words.copy({ what: name }));
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
      said.textContent = words.copied;
    } catch {
      getSelection()?.selectAllChildren(code);
      said.textContent = words.copyByHand;
    }
  });
  return {
    view: h('div', { class: 'code' }, h('div', { class: 'bar' }, h('h3', {}, name), button, said), block),
    show(text) {
      code.textContent = text;
      said.textContent = '';
    },
  };
}
