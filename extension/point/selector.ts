import { isVisible } from '../site/elements.ts';

/** Names that a framework makes up again with each build or each page. */
const MADE_UP =
  /\d{3,}|[0-9a-f]{8}|^(?:css|sc|jss|jsx|svelte|emotion|ng|v|ember|react|radix|mui|headlessui)-|^[:_]|__[A-Za-z0-9_-]{5,}$|[a-z][A-Z0-9][a-zA-Z0-9]*\d/;
/** A class that is made of words. Generated ones and those of a utility framework have none, or begin with a short one. */
const WORDS = /^[a-z]{3,}(?:(?:[-_]|__|--)?[A-Z]?[a-z]{2,})*$/;
/** First words of utility classes: they say how an element looks, and any other may look so too. */
const UTILITY =
  /^(?:text|font|bg|flex|grid|row|col|cols|gap|items|justify|self|align|border|rounded|shadow|leading|tracking|space|min|max|top|left|right|bottom|block|inline|hidden|table|float|clear|order|grow|shrink|overflow|relative|absolute|fixed|sticky|static|truncate|uppercase|lowercase|capitalize|italic|bold|underline|cursor|transition|duration|ease|animate|opacity|ring|outline|divide|container|clearfix|pull|offset|margin|padding|width|height|small|large|lead|muted|dark|light|sm|md|lg)(?:[-_:]|$)/;
/** State, which another patient's page may not have. */
const STATE = /^(?:is|has)-|active|selected|open|hover|focus|hidden|visible|current|loading|^(?:ng|v)-/i;
const DATA =
  /^(?:data-(?:test|testid|test-id|qa|cy|role|field|section|component|name|id|label|automation-id)|itemprop|name)$/;

const isStable = (name: string): boolean => name !== '' && name.length < 60 && !MADE_UP.test(name);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/** Whether a value may be part of a selector: it holds nothing that the element shows, which may be of a patient. */
function isOfPage(value: string, element: Element, secrets: readonly string[]): boolean {
  const shown = new Set(wordsOf(element.textContent ?? ''));
  return (
    isStable(value) &&
    secrets.every((secret) => !value.toLowerCase().includes(secret.toLowerCase())) &&
    !wordsOf(value).some((word) => shown.has(word) && !/^(?:patient|pacient|name|nome|nombre)/.test(word))
  );
}

const classesOf = ({ classList }: Element): string[] =>
  [...classList].filter((name) => WORDS.test(name) && !UTILITY.test(name) && !STATE.test(name));

/** Selectors for an element, the most stable first, without any content of the page. */
function namesOf(element: Element, secrets: readonly string[]): string[] {
  const isOpen = (value: string): boolean => isOfPage(value, element, secrets);
  const tag = CSS.escape(element.localName);
  const names: string[] = [];
  if (element.id && isOpen(element.id)) names.push(`#${CSS.escape(element.id)}`);
  const label = element.getAttribute('aria-label');
  if (label && isOpen(label)) names.push(`[aria-label="${CSS.escape(label)}"]`);
  for (const { name, value } of element.attributes) {
    if (DATA.test(name) && isOpen(value)) names.push(`[${name}="${CSS.escape(value)}"]`);
    // Of other attributes the name alone: their values belong to a patient more often than not.
    else if (name.startsWith('data-') && !/^data-(?:v|react|ng|s)\b/.test(name))
      names.push(`${tag}[${name}]`);
  }
  const role = element.getAttribute('role');
  if (role && isStable(role)) names.push(`[role="${CSS.escape(role)}"]`);
  if (/^(?:h1|main|header)$/.test(tag)) names.push(tag);
  return [
    ...names,
    ...classesOf(element)
      .filter(isOpen)
      .map((name) => `${tag}.${CSS.escape(name)}`),
  ];
}

/** Whether a selector's first visible match is the element, as the script of a site takes it. */
function leadsTo(select: string, element: Element): boolean {
  const root = element.getRootNode() as Document | ShadowRoot;
  return [...root.querySelectorAll(select)].find(isVisible) === element;
}

/** By its tag, and where others of the same tag are beside it by its position. */
function step(element: Element): string {
  const tag = CSS.escape(element.localName);
  const same = [...(element.parentElement?.children ?? [])].filter(
    ({ localName }) => localName === element.localName,
  );
  return same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(element) + 1})` : tag;
}

/** A selector of an element within its own root, from the names of it and of what is around it. */
function within(element: Element, secrets: readonly string[]): string {
  const own = namesOf(element, secrets);
  const alone = own.find((name) => leadsTo(name, element));
  if (alone) return alone;
  const tag = CSS.escape(element.localName);
  let path = step(element);
  for (
    let around = element.parentElement;
    around && around !== document.body;
    around = around.parentElement
  ) {
    for (const outer of namesOf(around, secrets)) {
      const inner = [...own, tag].map((name) => `${outer} ${name}`);
      const found = [...inner, `${outer} > ${path}`].find((one) => leadsTo(one, element));
      if (found) return found;
    }
    path = `${step(around)} > ${path}`;
  }
  return element === document.body ? 'body' : path;
}

/**
 * A selector that holds for the next patient's page too: by id, label, data attribute, role or a class made of words, else
 * by what is around, last by position; through open shadow roots. None of the `secrets` (name, number) is in it.
 */
export function selectorOf(element: Element, secrets: readonly string[]): string {
  const root = element.getRootNode();
  const inner = within(element, secrets);
  return root instanceof ShadowRoot ? `${selectorOf(root.host, secrets)} >>> ${inner}` : inner;
}
