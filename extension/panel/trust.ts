import { createSight, type Sight } from './sight.ts';

/** What acts when it is clicked: it writes, or shows something of the patient. */
const ACTS = 'button,a[href]';

/** Lets through clicks that a person made on what they saw. */
export interface Guard {
  /** Guards a root, and with it everything that is put into it. */
  watch(root: ShadowRoot): void;
  end(): void;
}

/**
 * The one guard through which every button goes (design.md, The extension: "A click counts only when trusted and
 * visible"). What a script of the page made up is dropped without a word. A click on what is covered or see-through
 * is refused, and said to be. Where it is not known yet whether something is seen, the click waits until it is, and
 * is then made anew.
 *
 * @param refused told that a person's click was not used
 */
export function createGuard(refused: () => void, sight: Sight = createSight()): Guard {
  /** Clicks that we made anew ourselves. */
  const ours = new WeakSet<Event>();
  const acting = (event: Event): HTMLElement | null => {
    const [target] = event.composedPath();
    const found = target instanceof Element ? target.closest(ACTS) : null;
    return found instanceof HTMLElement ? found : null;
  };

  const click = (event: MouseEvent): void => {
    if (ours.has(event)) return;
    const drop = (): void => {
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    if (!event.isTrusted) {
      drop();
      return;
    }
    const element = acting(event);
    if (!element) return;
    const seen = sight.look(element);
    if (seen === true) return;
    drop();
    if (seen === false) {
      refused();
      return;
    }
    void seen.then((isSeen) => {
      if (!isSeen) {
        refused();
        return;
      }
      // Gone meanwhile, as with a change of patient: then it was meant for nothing that is still there.
      if (!element.isConnected) return;
      const again = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true });
      ours.add(again);
      element.dispatchEvent(again);
    });
  };
  /** Who comes near a button is soon to click on it. */
  const near = (event: Event): void => {
    const element = acting(event);
    if (element) sight.expect(element);
  };

  const ended = new AbortController();
  const { signal } = ended;
  return {
    watch(root) {
      root.addEventListener('click', (event) => click(event as MouseEvent), { capture: true, signal });
      for (const type of ['pointerover', 'pointerdown', 'focusin'])
        root.addEventListener(type, near, { capture: true, signal });
    },
    end() {
      ended.abort();
      sight.end();
    },
  };
}
