/** Sets attributes and appends children. Nothing is parsed, so that Trusted Types have nothing to refuse. */
export function furnish<E extends Element>(
  element: E,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Node | string)[],
): E {
  for (const name in attributes) element.setAttribute(name, `${attributes[name]}`);
  element.append(...children);
  return element;
}

/** Makes an HTML element with attributes and children. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => furnish(document.createElement(tag), attributes, children);
