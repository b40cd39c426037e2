/** Finds a place of the template by its id; its tree is our own, so a missing one is a fault of this code. */
export function place(root: ShadowRoot, id: string): HTMLElement {
  const found = root.getElementById(id);
  if (!found) throw new Error(`instrument-panel: no place ${id}`);
  return found;
}

/** Writes text into a place, and hides the place where there is none. Text is never markup. */
export function write(root: ShadowRoot, id: string, text: string): void {
  const found = place(root, id);
  if (found.textContent !== text) found.textContent = text;
  found.hidden = text === '';
}
