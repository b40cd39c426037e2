import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';

/** Entries that are kept; older ones go. */
const MOST = 50;

/** The list of events as they fire. */
export interface EventLog {
  readonly view: HTMLElement;
  add(event: Event): void;
}

export function eventLog(words: PlaygroundMessages): EventLog {
  const list = h('ol');
  const log = h('div', { id: 'log', role: 'log', 'aria-label': words.events, tabindex: '0' }, list);
  const none = h('p', { class: 'hint' }, words.noEvents);
  const clear = h('button', { type: 'button' }, words.clear);
  clear.addEventListener('click', () => {
    list.replaceChildren();
    none.hidden = false;
  });
  return {
    view: h(
      'section',
      { class: 'events' },
      h('div', { class: 'bar' }, h('h2', {}, words.events), clear),
      none,
      log,
    ),
    add(event) {
      const detail: unknown =
        event instanceof CustomEvent || 'detail' in event ? Reflect.get(event, 'detail') : null;
      none.hidden = true;
      list.prepend(
        h(
          'li',
          {},
          h('b', {}, event.type),
          ' ',
          h('time', {}, new Date().toLocaleTimeString(words.lang)),
          h('code', {}, JSON.stringify(detail)),
        ),
      );
      while (list.children.length > MOST) list.lastElementChild?.remove();
    },
  };
}
