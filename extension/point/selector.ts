import { isVisible } from '../site/elements.ts';

/** Names that a framework makes up again with each build or each page. */
const MADE_UP =
  /\d{3,}|[0-9a-f]{8}|^(?:css|sc|jss|jsx|svelte|emotion|ng|v|ember|react|radix|mui|headlessui)-|^[:_]|__[A-Za-z0-9_-]{5,}$|[a-z][A-Z0-9][a-zA-Z0-9]*\d/;
/** State, which another patient's page may not have. */
const STATE = /^(?:is|has)-|active|selected|open|hover|focus|hidden|visible|current|loading|^(?:ng|v)-/i;
const DATA = /^data-(?:test|testid|test-id|qa|cy|role|field|section|component|name|id|label|automation-id)$/;

const isStable = (name: string): boolean => name !== '' && name.length < 60 && !MADE_UP.test(name);

/** Selectors for an element, the most stable first, without any content of the page. */
function namesOf(element: Element, secrets: readonly string[]): string[] {
  const isOpen = (name: string): boolean =>
    isStable(name) && secrets.every((secret) => !name.toLowerCase().includes(secret.toLowerCase()));
  const tag = CSS.escape(element.localName);
  const names: string[] = [];
  if (element.id && isOpen(element.id)) names.push(`#${CSS.escape(element.id)}`);
  for (const { name, value } of element.attributes) {
    if (DATA.test(name) && isOpen(value)) names.push(`[${name}="${CSS.escape(value)}"]`);
    // Of other attributes the name alone: their values belong to a patient more often than not.
    else if (name.startsWith('data-') && !/^data-(?:v|react|ng)/.test(name)) names.push(`${tag}[${name}]`);
  }
  const classes = [...element.classList]
    .filter((name) => isOpen(name) && !STATE.test(name))
    .map((name) => `.${CSS.escape(name)}`);
  for (const name of classes) names.push(tag + name);
  if (classes.length > 1) names.push(tag + classes.slice(0, 3).join(''));
  const role = element.getAttribute('role');
  if (role && isStable(role)) names.push(`${tag}[role="${CSS.escape(role)}"]`);
  names.push(tag);
  return names;
}

/** Whether a selector's first visible match is the element, as the script of a site takes it. */
function leadsTo(select: string, element: Element): boolean {
  const root = element.getRootNode() as Document | ShadowRoot;
  return [...root.querySelectorAll(select)].find(isVisible) === element;
}

const nth = (element: Element): string => {
  const same = [...(element.parentElement?.children ?? [])].filter(
    ({ localName }) => localName === element.localName,
  );
  return `${CSS.escape(element.localName)}:nth-of-type(${same.indexOf(element) + 1})`;
};

/** A selector of an element within its own root, from the names of it and of what is around it. */
function within(element: Element, secrets: readonly string[]): string {
  const own = namesOf(element, secrets);
  const alone = own.find((name) => leadsTo(name, element));
  if (alone && (alone !== CSS.escape(element.localName) || /^(?:h1|main|header)$/.test(alone))) return alone;
  for (
    let around = element.parentElement;
    around && around !== document.body;
    around = around.parentElement
  ) {
    for (const outer of namesOf(around, secrets).slice(0, -1)) {
      const found = own.find((name) => leadsTo(`${outer} ${name}`, element));
      if (found) return `${outer} ${found}`;
    }
  }
  const path: string[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    path.unshift(nth(at));
  return path.join(' > ') || 'body';
}

/**
 * A selector that holds for the next patient's page too: by id, data attribute or lasting class, else by what
 * is around, last by position; through open shadow roots. None of the `secrets` (name, number) is in it.
 */
export function selectorOf(element: Element, secrets: readonly string[]): string {
  const root = element.getRootNode();
  const inner = within(element, secrets);
  return root instanceof ShadowRoot ? `${selectorOf(root.host, secrets)} >>> ${inner}` : inner;
}
