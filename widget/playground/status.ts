import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';

/** Tells of an element's state, and of its error by name and code: what a host's page can ask it for. */
export function statusLine(label: string) {
  const said = h('output', { id: 'status' });
  let element: HTMLElement | null = null;
  const say = (): void => {
    if (!element) return;
    const status = String(Reflect.get(element, 'status') ?? '');
    const error: unknown = Reflect.get(element, 'error');
    const code = error instanceof Error ? `, ${error.name} ${'code' in error ? String(error.code) : ''}` : '';
    const text = `:state(${status})${code}`;
    if (said.textContent !== text) said.textContent = text;
  };
  const observer = new MutationObserver(say);
  return {
    view: h('p', { class: 'status' }, h('span', {}, `${label}: `), said),
    watch(next: HTMLElement): void {
      element = next;
      observer.disconnect();
      say();
      // An element fills its shadow root when it first needs it, which for one that waits for its turn is later.
      const begin = (): void => {
        if (element !== next || !next.isConnected) return;
        const root = next.shadowRoot;
        if (!root) {
          requestAnimationFrame(begin);
          return;
        }
        observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
        say();
      };
      requestAnimationFrame(begin);
    },
  };
}

/** Older events go. */
const EVENTS_MAX = 50;

/** Lists events as they fire. */
export function eventLog(words: PlaygroundMessages) {
  const list = h('ol');
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
      h('div', { id: 'log', role: 'log', 'aria-label': words.events, tabindex: '0' }, list),
    ),
    add(event: Event): void {
      none.hidden = true;
      const time = h('time', {}, new Date().toLocaleTimeString(words.lang));
      const detail = h('code', {}, JSON.stringify(Reflect.get(event, 'detail') ?? null));
      list.prepend(h('li', {}, h('b', {}, event.type), ' ', time, detail));
      while (list.children.length > EVENTS_MAX) list.lastElementChild?.remove();
    },
  };
}
