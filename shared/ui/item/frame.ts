import type { ItemMessages } from '../../words/compiled/item/en.js';
import { h } from '../h.ts';

/** The places of the dialog. */
export interface ItemFrame {
  readonly dialog: HTMLDialogElement;
  /** What is shown of the submission, or why nothing is. */
  readonly body: HTMLElement;
  /** What can be done with it. */
  readonly tools: HTMLElement;
  /** What came of that, for who sees it and who listens. */
  say(text: string): void;
}

/** Builds the dialog, closed and empty. */
export function itemFrame(words: ItemMessages, lang: string, title: string): ItemFrame {
  const heading = h(
    'div',
    { id: 'item-title', role: 'heading', 'aria-level': '2' },
    words.title({ instrument: title }),
  );
  const close = h('button', { type: 'button' }, words.close);
  // The answers may be more than fit: who has no pointer scrolls them by the keyboard.
  const body = h('div', { class: 'body', tabindex: '0', role: 'group', 'aria-labelledby': 'item-title' });
  const tools = h('div', { class: 'tools', role: 'group', 'aria-label': words.tools, hidden: '' });
  const said = h('p', { class: 'said', role: 'status' });
  const dialog = h(
    'dialog',
    { id: 'item', part: 'item', 'aria-labelledby': 'item-title', lang },
    h('div', { class: 'top' }, heading, close),
    body,
    tools,
    said,
  );
  close.addEventListener('click', () => dialog.close());
  return {
    dialog,
    body,
    tools,
    say(text) {
      said.textContent = text;
    },
  };
}
