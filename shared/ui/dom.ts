/**
 * Sets attributes and appends children. Nothing is parsed, so that Trusted Types have nothing to refuse. What an element has
 * already is left: a browser lays it out anew for an attribute that is set, though it is the same.
 */
export function fillElement<E extends Element>(
  element: E,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Node | string)[] = [],
): E {
  for (const name in attributes) {
    const value = `${attributes[name]}`;
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Writes text into an element that does not begin with the same. */
export function changeText(element: Element, text: string): void {
  if (element.firstChild?.nodeValue !== text) element.textContent = text;
}

/** Makes an HTML element with attributes and children. */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => fillElement(document.createElement(tag), attributes, children);

/** Makes a function that gives copies of a tree, which is built once for the page. */
export function createTemplate<E extends Element>(build: () => E): () => E {
  let made: E | undefined;
  return () => {
    made ??= build();
    return document.importNode(made, true);
  };
}

/** What stays on one line: a name such as PHQ-9, a range, a date or a count, with the word after it. */
export const UNBROKEN = /(\S*\d\S*(?: [a-z]\S*(?: \d+)?)?)/i;

/** Makes what an element holds for a text whose names, ranges and dates stay on one line: `bdi` must not wrap there. */
export const unbroken = (text: string): (Node | string)[] =>
  text.split(UNBROKEN).map((part, at) => (at % 2 ? h('bdi', {}, part) : part));

/** Finds an element of a root by an id that our own template gave it. */
export const findPart = (root: DocumentFragment, id: string): HTMLElement =>
  root.getElementById(id) as HTMLElement;

/**
 * Writes text into the element with an id, and hides the element where the text is empty. Text is never markup. Elements
 * that were added after the same text stay.
 */
export function writeText(root: ShadowRoot, id: string, text: string): void {
  const found = findPart(root, id);
  changeText(found, text);
  found.hidden = text === '';
}

/** Lets the browser save a file; the address of it is gone once that has begun. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
