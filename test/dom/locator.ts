/**
 * Finds elements and reads their text as Playwright's locators do, in a document without a browser: through open shadow
 * roots, anew at each look.
 *
 * @module
 */
import { inject } from 'vitest';
import { internalsOf } from './window.ts';

type Text = string | RegExp;

// The clock of a test may be one that stands.
const { setTimeout: later } = globalThis;
const LOOK_AGAIN_MS = 10;

const normalize = (text: string): string =>
  text
    .replaceAll(/[\u200b\u00ad]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Text of an element: of its shadow root too, hidden or not, without style sheets. */
export function textOf(node: Element | ShadowRoot): string {
  let text = '';
  for (const child of node.childNodes) {
    if (child.nodeType === 3) text += child.nodeValue ?? '';
    else if (child.nodeType === 1 && !/^(?:STYLE|SCRIPT|TEMPLATE)$/.test((child as Element).tagName))
      text += textOf(child as Element);
  }
  const { shadowRoot } = node as Element;
  return shadowRoot ? text + textOf(shadowRoot) : text;
}

const isMatch = (text: string, wanted: Text, isExact = false): boolean => {
  if (wanted instanceof RegExp) return wanted.test(normalize(text));
  if (isExact) return normalize(text) === normalize(wanted);
  return normalize(text).toLowerCase().includes(normalize(wanted).toLowerCase());
};

/** All elements under a node in the order of the document, those of shadow roots included. */
function* everyElement(node: Document | Element | ShadowRoot): Generator<Element> {
  const { shadowRoot } = node as Element;
  for (const element of [...(shadowRoot?.children ?? []), ...node.children]) {
    yield element;
    yield* everyElement(element);
  }
}

const parentOf = (element: Element): Element | null =>
  element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

/** False of what `hidden`, a closed `details` or a closed dialog keeps out of sight. Style sheets are not looked at. */
export function isVisible(element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at.hasAttribute('hidden') || (at.localName === 'dialog' && !at.hasAttribute('open'))) return false;
    if ((at as HTMLElement).style?.display === 'none') return false;
    const around = at.parentElement;
    const isSummary = at.localName === 'summary' && around?.firstElementChild === at;
    if (around?.localName === 'details' && !around.hasAttribute('open') && !isSummary) return false;
  }
  return element.isConnected;
}

const ROLES: Readonly<Record<string, string>> = {
  button: 'button, [role=button]',
  caption: 'caption',
  checkbox: 'input[type=checkbox]',
  columnheader: 'th:not([scope=row])',
  dialog: 'dialog, [role=dialog]',
  group: 'fieldset, [role=group]',
  heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
  link: 'a[href]',
  listitem: 'li',
  option: 'option, [role=option]',
  radio: 'input[type=radio], [role=radio]',
  region: 'section, [role=region]',
  row: 'tr, [role=row]',
  status: 'output, [role=status]',
  table: 'table',
  textbox: 'input:not([type]), input[type=text], textarea',
};

/** Accessible name: of `aria-labelledby`, `aria-label`, a label, or the content. */
export function nameOf(element: Element): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = ids.map((id) => root.querySelector(`#${id}`)).filter((one) => one !== null);
  if (labels.length > 0) return normalize(labels.map((one) => nameOf(one)).join(' '));
  const label = element.getAttribute('aria-label');
  if (label) return normalize(label);
  const legend = element.localName === 'fieldset' && element.querySelector(':scope > legend');
  if (legend) return normalize(textOf(legend));
  const given = /^(?:input|select|textarea)$/.test(element.localName);
  const around = given && (element.closest('label') ?? root.querySelector(`label[for="${element.id}"]`));
  return normalize(textOf(around || element));
}

/** Splits a selector at its top-level commas or spaces. */
function split(selector: string, at: RegExp): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of selector) {
    if ('[('.includes(letter)) depth += 1;
    if ('])'.includes(letter)) depth -= 1;
    if (depth === 0 && at.test(letter)) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

function matches(element: Element, compound: string): boolean {
  const states = [...compound.matchAll(/:state\(([\w-]+)\)/g)].map(([, state = '']) => state);
  if (!states.every((state) => internalsOf(element)?.states.has(state))) return false;
  return element.matches(compound.replaceAll(/:state\([\w-]+\)/g, '') || '*');
}

/** Elements under these that a selector names, whose parts may lie in several shadow roots. */
function query(under: readonly (Document | Element)[], selector: string): Element[] {
  const found = new Set<Element>();
  for (const one of split(selector, /,/)) {
    let from: readonly (Document | Element)[] = under;
    for (const compound of split(one, /\s/))
      from = [...new Set(from.flatMap((node) => [...everyElement(node)]))].filter((element) =>
        matches(element, compound),
      );
    for (const element of from) found.add(element as Element);
  }
  return [...found];
}

export class Locator {
  readonly #find: () => readonly (Document | Element)[];

  constructor(find: () => readonly (Document | Element)[]) {
    this.#find = find;
  }

  /** The elements that it finds now. */
  now(): Element[] {
    return this.#find() as Element[];
  }

  locator(selector: string, options: { hasText?: Text } = {}): Locator {
    return new Locator(() => query(this.#find(), selector)).filter(options);
  }

  filter({ hasText }: { hasText?: Text }): Locator {
    return hasText === undefined
      ? this
      : new Locator(() => this.now().filter((element) => isMatch(textOf(element), hasText)));
  }

  nth = (index: number): Locator =>
    new Locator(() => {
      const element = this.now().at(index);
      return element ? [element] : [];
    });
  first = (): Locator => this.nth(0);
  last = (): Locator => this.nth(-1);

  getByRole(role: string, { name, exact }: { name?: Text; exact?: boolean } = {}): Locator {
    return new Locator(() =>
      query(this.#find(), ROLES[role] ?? `[role=${role}]`).filter(
        (element) => isVisible(element) && (name === undefined || isMatch(nameOf(element), name, exact)),
      ),
    );
  }

  getByLabel(text: Text, { exact }: { exact?: boolean } = {}): Locator {
    return new Locator(() =>
      query(this.#find(), 'input, select, textarea, [aria-label], [aria-labelledby]').filter((element) =>
        isMatch(nameOf(element), text, exact),
      ),
    );
  }

  /** The innermost elements with this text. */
  getByText(text: Text, { exact }: { exact?: boolean } = {}): Locator {
    return new Locator(() => {
      const all = query(this.#find(), '*').filter((element) => isMatch(textOf(element), text, exact));
      const around = new Set<Element>();
      for (const element of all) for (let at = parentOf(element); at; at = parentOf(at)) around.add(at);
      return all.filter((element) => !around.has(element));
    });
  }

  /** The one element, once it is there and is as wanted. */
  async #wait(isWanted: (element: HTMLElement) => boolean = () => true): Promise<HTMLElement> {
    for (const end = performance.now() + inject('waitTimeoutMs'); ; ) {
      const [element, ...more] = this.now() as HTMLElement[];
      if (element && more.length === 0 && isWanted(element)) return element;
      if (performance.now() > end) throw new Error(`${this.now().length} elements, or none that is wanted.`);
      await new Promise((resolve) => later(resolve, LOOK_AGAIN_MS));
    }
  }

  async click(): Promise<void> {
    const element = await this.#wait((one) => isVisible(one) && !one.matches(':disabled'));
    element.focus();
    element.click();
  }

  /** Presses a key at the element that has the focus then; Enter and the space bar click a button, as in a browser. */
  async press(key: string): Promise<void> {
    const element = await this.#wait(isVisible);
    element.focus();
    const given = { key, bubbles: true, composed: true, cancelable: true };
    const isTaken = !element.dispatchEvent(new KeyboardEvent('keydown', given));
    if (!isTaken && element.matches('button, summary, a[href]') && /^(?:Enter| )$/.test(key)) element.click();
    element.dispatchEvent(new KeyboardEvent('keyup', given));
  }

  async fill(value: string): Promise<void> {
    const element = (await this.#wait(isVisible)) as HTMLInputElement;
    element.focus();
    element.value = value;
    for (const type of ['input', 'change'])
      element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }

  async check(): Promise<void> {
    const element = (await this.#wait()) as HTMLInputElement;
    if (!element.checked) await this.click();
  }

  async uncheck(): Promise<void> {
    const element = (await this.#wait()) as HTMLInputElement;
    if (element.checked) await this.click();
  }

  async evaluate<R, A>(look: (element: HTMLElement, given: A) => R, given?: A): Promise<Awaited<R>> {
    return await look(await this.#wait(), given as A);
  }

  async evaluateAll<R>(look: (elements: HTMLElement[]) => R): Promise<Awaited<R>> {
    return await look(this.now() as HTMLElement[]);
  }

  async count(): Promise<number> {
    return this.now().length;
  }
}
