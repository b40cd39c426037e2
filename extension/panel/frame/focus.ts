type Field = HTMLInputElement | HTMLTextAreaElement;

/** The element with the focus within a root, in roots of ours below it too. */
function deepest(
  root: ShadowRoot | Document,
  inner: (element: Element) => ShadowRoot | null,
): Element | null {
  const active = root.activeElement;
  const below = active && inner(active);
  return (below && deepest(below, inner)) ?? active;
}

/**
 * Remembers where somebody is, to bring them back there after the element was taken out of the page and put in again.
 *
 * @param inner gives the root of one of our own elements, which is closed to everybody else
 * @returns null where the focus is elsewhere
 */
export function keepFocus(
  root: ShadowRoot,
  inner: (element: Element) => ShadowRoot | null,
): (() => void) | null {
  const element = deepest(root, inner);
  if (!(element instanceof HTMLElement)) return null;
  const { selectionStart, selectionEnd } = element as Partial<Field>;
  return () => {
    if (!element.isConnected) return;
    element.focus({ preventScroll: true });
    if (selectionStart != null && selectionEnd != null)
      (element as Field).setSelectionRange(selectionStart, selectionEnd);
  };
}
