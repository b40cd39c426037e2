import type { ApplyFormView } from '../apply-form.ts';
import type { ChangeStore } from '../change-store.ts';
import type { ChartStore } from '../chart-store.ts';
import type { PanelCourse } from '../course.ts';
import type { PanelSpeech } from '../speech.ts';

export interface ChartPanelActions {
  /** Opens the answers of a submission over the page. */
  item(formId: string, submissionId: number): void;
  side(at: 'link' | 'overview' | 'sign-in'): void;
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

/** Gives the function that draws a model, unless it is equal to the one that was drawn last. */
export function createRedraw<Model>(draw: (model: Model) => void): (model: Model) => void {
  let shown = '';
  return (model) => {
    const now = JSON.stringify(model);
    if (now !== shown) draw(model);
    shown = now;
  };
}

/** Shows applications or requests of a course, and keeps the element of each that would be made the same again. */
export function createItemList<Item extends { readonly id: number }>(
  { store }: ViewContext,
  list: Element,
  make: (course: PanelCourse, item: Item) => HTMLElement,
) {
  let kept = new Map<number, { readonly signature: string; readonly element: HTMLElement }>();
  return (course: PanelCourse, items: readonly Item[]): void => {
    const made = items.map((item) => {
      const signature = JSON.stringify([item, store.canApply, course.name, course.title]);
      const before = kept.get(item.id);
      const same = before?.signature === signature ? before : { signature, element: make(course, item) };
      return [item.id, same] as const;
    });
    kept = new Map(made);
    setChildren(
      list,
      made.map(([, { element }]) => element),
    );
  };
}
