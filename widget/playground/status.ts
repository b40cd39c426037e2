import { h } from '@instrument-panel/shared/ui/dom';

/** Tells of an element's state, and of its error by name and code: what a host's page can ask it for. */
export interface StatusLine {
  readonly view: HTMLElement;
  watch(element: HTMLElement): void;
}

export function statusLine(label: string): StatusLine {
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
    watch(next) {
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
