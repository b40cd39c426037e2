import { adopt } from './adopt.ts';
import { keepEvents } from './events.ts';
import { resetOf } from './reset.ts';

/** An element of ours in the page, with nothing in it that the page can read. */
export interface Host {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
}

/** How our shadow roots are attached: tests look into them, pages do not. */
export const SHADOW: ShadowRootInit = { mode: import.meta.env?.MODE === 'e2e' ? 'open' : 'closed' };

/**
 * Makes a host. It is a `span`, which may stand in any text; never an element whose name a page could define as its
 * own, whose internals would give it the root.
 *
 * @param css sheets of the root
 */
export function createHost(display: 'block' | 'inline-block', ...css: readonly string[]): Host {
  const element = document.createElement('span');
  const root = element.attachShadow(SHADOW);
  for (const text of [resetOf(display), ...css]) adopt(root, text);
  keepEvents(root);
  return { element, root };
}
