import { h } from '@instrument-panel/shared/ui/dom';
import type { ApplyFormView } from '../apply-form.ts';
import type { ChangeStore } from '../change-store.ts';
import type { ChartStore } from '../chart-store.ts';
import type { PanelSpeech } from '../speech.ts';

/** The actions of a panel that are not the stores' own. */
export interface ChartPanelActions {
  /** Opens the answers of a submission over the page. */
  item(formId: string, submissionId: number): void;
  /** Opens the side panel at one of its sections. */
  side(at: 'link' | 'history' | 'sign-in'): void;
  toggle(): void;
  apply(): void;
  leaveForm(): void;
}

/** The dependencies of every view. The views are made again for another language. */
export interface ViewContext {
  readonly store: ChartStore;
  readonly changes: ChangeStore;
  readonly form: ApplyFormView;
  readonly speech: PanelSpeech;
  readonly actions: ChartPanelActions;
  /** Instruments that were applied lately from this browser: UUIDs in lower case. */
  readonly recent: () => readonly string[];
}

/** A part of the panel: made once, then updated in place, so that focus and scroll positions stay. */
export interface PanelPart<Model = void> {
  readonly element: HTMLElement;
  update(model: Model): void;
}

/** Makes a button. */
export function createButton(
  text: string,
  act: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const button = h('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', act);
  return button;
}

/** Writes a text that may have changed, and hides its element if it is empty. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === '';
}

/** Gives an element exactly these children. Those that it has already are not moved, so that they keep the focus. */
export function setChildren(parent: Element, children: readonly (Element | null | false)[]): void {
  const wanted = children.filter((child) => child instanceof Element);
  const kept = new Set(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  for (const [index, child] of wanted.entries()) {
    const present = parent.children[index];
    if (present !== child) parent.insertBefore(child, present ?? null);
  }
}

/** Says how a list keeps and makes its elements. */
interface KeyedListOptions<Item> {
  readonly key: (item: Item) => string | number;
  /** An element is made again only when this text has changed. */
  readonly signature: (item: Item) => string;
  readonly make: (item: Item) => HTMLElement;
}

/** Shows items in a list, and keeps the element of each for as long as it would be made the same. */
export function createKeyedList<Item>(list: Element, { key, signature, make }: KeyedListOptions<Item>) {
  let kept = new Map<string | number, { readonly signature: string; readonly element: HTMLElement }>();
  return (items: readonly Item[]): void => {
    const next: typeof kept = new Map();
    for (const item of items) {
      const now = signature(item);
      const before = kept.get(key(item));
      next.set(key(item), before?.signature === now ? before : { signature: now, element: make(item) });
    }
    kept = next;
    setChildren(
      list,
      [...next.values()].map(({ element }) => element),
    );
  };
}
