import { h } from './dom.ts';

/** How long the mark stands, milliseconds: it can be found without haste, and does not outlive what it says. */
const STANDS_MS = 10_000;

/** The sheet of the mark; it has no motion, and nothing of it is on paper. */
export const newMarkStyles =
  '.new{padding:0 .5em;border:1px solid;border-radius:999px;color:var(--_accent);font-size:12px;font-weight:600;white-space:nowrap}@media print{.new{display:none}}';

/**
 * Makes the mark of an answer that has just come, at the end of a place. It stands for ten seconds in a row in which the
 * page can be seen, so that who looks at another window meanwhile finds it too.
 */
export function createNewMark(place: HTMLElement) {
  let element: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function clear(): void {
    if (!element) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wait);
    element.remove();
    element = null;
  }

  function wait(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(clear, STANDS_MS);
  }

  return {
    show(word: string): void {
      element?.remove();
      element = h('span', {}, ' ', h('span', { class: 'new' }, word));
      place.append(element);
      document.addEventListener('visibilitychange', wait);
      wait();
    },
    /** Takes it away at once. */
    clear,
  };
}
