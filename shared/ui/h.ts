/** Makes an element with attributes; there is no markup to parse, so Trusted Types have nothing to refuse. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name] ?? '');
  if (children.length) element.append(...children);
  return element;
}
