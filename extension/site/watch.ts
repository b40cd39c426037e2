import { grow, spend, wait } from './budget.ts';
import type { SiteRules } from './facts.ts';
import { isOwn } from './own.ts';
import { onEnter } from './select.ts';
import { forget } from './sight.ts';

/** Attributes that hide and show. */
const HIDING = ['class', 'style', 'hidden', 'open'];
/** What can change what is seen without a change of the document, or its address. */
const EVENTS = [
  'click',
  'change',
  'input',
  'toggle',
  'transitionend',
  'animationend',
  'load',
  'resize',
  'popstate',
  'hashchange',
  'visibilitychange',
];
/** Milliseconds until a look where no frame is drawn: hidden tabs, frames out of view. */
const UNDRAWN = 100;
/** Milliseconds between two looks at most, where there is time: a field's value changes without any event. */
const IDLE = 500;

/** Every attribute that sources and selectors of a profile speak of. */
const attributesOf = (rules: SiteRules): string[] => [
  ...HIDING,
  'id',
  ...Array.from(
    JSON.stringify(rules.pages).matchAll(/\[ *([\w-]+)|"attribute":"([^"]+)"/g),
    ([, selected, read]) => selected ?? read ?? 'id',
  ),
];

/**
 * Watches a frame: `check` runs in the observer's callback, before anything is painted, and reads no layout; `look`
 * runs before the next frame is drawn. On a page that changes without end both keep to their share of the main
 * thread. Gives what ends it.
 */
export function watch(rules: SiteRules, check: () => void, look: () => void): () => void {
  const attributeFilter = attributesOf(rules);
  const options = { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter };
  const { navigation } = globalThis as { navigation?: EventTarget };
  const ended = new AbortController();
  const { signal } = ended;
  let isAwaited = false;

  const now = (): void => {
    if (!isAwaited) return;
    isAwaited = false;
    spend(look);
    listen();
  };
  const soon = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    const delay = wait();
    setTimeout(now, delay || UNDRAWN);
    if (!delay) requestAnimationFrame(now);
  };
  const changed = (): void => {
    spend(check);
    soon();
  };
  const observer = new MutationObserver((records) => {
    if (records.every(({ target }) => isOwn(target))) return;
    grow();
    if (wait() === 0) {
      for (const { type, target } of records) if (type === 'attributes') forget(target);
      changed();
    } else soon();
  });
  // What `document.open` takes away is there again at the next look; to listen twice does nothing.
  const listen = (): void => {
    for (const type of EVENTS) addEventListener(type, soon, { capture: true, passive: true, signal });
    navigation?.addEventListener('currententrychange', changed, { signal });
  };
  const observe = (root: Node): void => {
    observer.observe(root, options);
  };
  onEnter(observe);
  observe(document);
  listen();
  const idle = setInterval(soon, IDLE);
  return () => {
    ended.abort();
    observer.disconnect();
    clearInterval(idle);
  };
}
