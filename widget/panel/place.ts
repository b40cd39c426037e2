/** Finds a place of the template by its id; the tree is our own, so that it is there. */
export const place = (root: ShadowRoot, id: string): HTMLElement => root.getElementById(id) as HTMLElement;

/** Writes text into a place, and hides the place where there is none. Text is never markup. */
export function write(root: ShadowRoot, id: string, text: string): void {
  const found = place(root, id);
  if (found.textContent !== text) found.textContent = text;
  found.hidden = text === '';
}
