import type { ChartPage, IdentifierSource } from '../profile/profile.ts';
import { birthdayIn } from './day.ts';
import { all, candidates, isOwn, readVisibility } from './elements.ts';
import type { Gap, Identifier } from './facts.ts';
import {
  type Address,
  compilePattern,
  inAddress,
  isInline,
  readText,
  TEXT_LENGTH_MAX,
  tidy,
} from './text.ts';
import { changes, mayWalk } from './watch.ts';

/** Pieces of text that are looked through for labels. */
const TEXTS_MAX = 20_000;
/** `NodeFilter.SHOW_TEXT` */
const TEXTS = 4;
const LABELS = /^(?:th|dt|label)$/;
const IN_WORD = '[\\p{L}\\d]';

/** Texts that hold a label, by where they were looked for. */
const walks = new WeakMap<Node, Map<string, { readonly at: number; readonly texts: readonly Text[] }>>();

/** A label in a text: without case, a colon after it, doubled blanks. */
const labelPattern = (label: string): RegExp =>
  compilePattern(
    `(?<!${IN_WORD})${label
      .replace(/\s*:\s*$/, '')
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replace(/\s+/g, '\\s+')}(?!${IN_WORD})[\\s:]*`,
    'iu',
  );

/** The texts that hold a label, from the last walk as long as nothing changed, or another would cost too much. */
function textsWith(root: Node, label: string): readonly Text[] {
  const known = walks.get(root) ?? new Map();
  walks.set(root, known);
  const before = known.get(label);
  if (before && !mayWalk(before.at)) return before.texts;
  const pattern = labelPattern(label);
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, TEXTS);
  for (let count = 0; count < TEXTS_MAX && walker.nextNode(); count++) {
    const text = walker.currentNode as Text;
    if (pattern.test(text.data)) texts.push(text);
  }
  known.set(label, { at: changes, texts });
  return texts;
}

const isLabel = (element: Element, pattern: RegExp): boolean => {
  const text = tidy(element.textContent ?? '');
  return pattern.exec(text)?.[0] === text;
};

function beside(label: Element, pattern: RegExp): Element | null {
  for (let at: Element | null = label; at && isLabel(at, pattern); at = at.parentElement) {
    let next = at.nextElementSibling;
    while (next && isOwn(next)) next = next.nextElementSibling;
    // The headings of a table's columns are beside each other, and none is another's value.
    if (next) return LABELS.test(next.localName) ? null : next;
  }
  return null;
}

/** The text after a label, within the element that holds it, or the one around it where it only marks the label. */
function after(label: Element, pattern: RegExp): string {
  for (let at: Element | null = label; at; at = at.parentElement) {
    const text = tidy(readText(at));
    const match = pattern.exec(text);
    const rest = match ? text.slice(match.index + match[0].length) : '';
    if (rest || !(isInline(at) || at.localName === 'label')) return rest;
  }
  return '';
}

/** Reads the text after or beside a label: at a look the first visible one, between looks all candidates. */
function labelled(root: Node, from: 'after' | 'beside', label: string): string[] {
  const pattern = labelPattern(label);
  const found: string[] = [];
  for (const { parentElement: parent } of textsWith(root, label)) {
    if (!parent?.isConnected) continue;
    const element = from === 'beside' ? beside(parent, pattern) : parent;
    const sight = element ? readVisibility(element) : false;
    if (!element || sight === false) continue;
    const text = from === 'beside' ? readText(element) : after(element, pattern);
    // A label with nothing after it is a heading, or one that is not filled yet: a later label does not replace it.
    found.push(text);
    if (sight) break;
  }
  return found;
}

const isPage = (root: ParentNode): boolean => root === document;
const IDENTIFIER_LENGTH_MAX = 200;

/** The addresses that a `url` source reads: the frame's or the page's on top; of a row, its links'. */
function addresses(
  { of, select }: Extract<IdentifierSource, { from: 'url' }>,
  root: ParentNode,
  top: string,
): Address[] {
  if (isPage(root)) return [of === 'top' ? new URL(top) : location];
  return (select ? candidates(root, select) : all(root, 'a[href]')) as HTMLAnchorElement[];
}

/** The raw texts of a source; of several it is unknown which is visible. Throws for an invalid selector. */
function readTexts(source: IdentifierSource, root: ParentNode, top: string): string[] {
  switch (source.from) {
    case 'url':
      return addresses(source, root, top).flatMap((address) => inAddress(source, address));
    case 'attribute':
      return candidates(root, source.select).map((one) => one.getAttribute(source.attribute) ?? '');
    case 'text':
      return candidates(root, source.select).map(readText);
    default:
      return (source.select ? candidates(root, source.select) : [root]).flatMap((one) =>
        labelled(one, source.from, source.label),
      );
  }
}

const LOOKS: { readonly [kind in IdentifierSource['kind']]?: RegExp } = {
  email: /^\S+@\S+$/,
  phone: /\d.*\d.*\d/,
};

/** The identifier in a tidy text; null if no part of the text has the expected form. */
export function identifierIn(source: IdentifierSource, text: string): string | null {
  const match = compilePattern(source.pattern ?? '^.*').exec(text.slice(0, TEXT_LENGTH_MAX));
  // A match that ends at the cut may go on behind it.
  if (!match || match.index + match[0].length >= TEXT_LENGTH_MAX) return null;
  const { groups } = match;
  const value = tidy(match.slice(1).find((group) => group !== undefined) ?? match[0]);
  if (source.kind === 'birthday')
    return birthdayIn(groups?.year ? `${groups.year} ${groups.month} ${groups.day}` : value, source.order);
  return value.length <= IDENTIFIER_LENGTH_MAX && (LOOKS[source.kind] ?? /./).test(value) ? value : null;
}

/** The tidy texts of a source of a page: those that are read in elements are within its `header`, where it names one. */
export const readTidy = (
  source: IdentifierSource,
  root: ParentNode,
  top: string,
  { header }: Pick<ChartPage, 'header'>,
): string[] =>
  (header && source.from !== 'url' ? candidates(root, header) : [root])
    .flatMap((one) => readTexts(source, one, top))
    .map(tidy);

/** Normalizes a value for comparison: a key stays as it is, all else loses case, blanks and punctuation. */
const comparable = (kind: IdentifierSource['kind'], value: string): string =>
  kind === 'key' ? value : value.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** Reads every source: all that is not optional has to find something, and two of one kind and system the same. */
export function identify(
  sources: readonly IdentifierSource[],
  root: ParentNode,
  top: string,
  page: Pick<ChartPage, 'header'> = {},
): { readonly found: readonly Identifier[]; readonly gaps: readonly Gap[] } {
  const found = new Map<string, Identifier>();
  const gaps: Gap[] = [];
  for (const [source, given] of sources.entries()) {
    const { kind, system = '', optional, from } = given;
    let why: 'missing' | 'unreadable' | 'selector' | 'disagree' | false | undefined;
    try {
      const texts = readTidy(given, root, top, page);
      // A row has links that lead elsewhere too.
      const values = texts
        .map((text) => identifierIn(given, text))
        .filter((value) => value || from !== 'url' || isPage(root));
      const [value] = values;
      const before = value && found.get(kind + system);
      if (
        values.some((other) => other !== value) ||
        (before && comparable(kind, before.value) !== comparable(kind, value))
      )
        why = 'disagree';
      else if (value) found.set(kind + system, before || { kind, system, value });
      else why = !optional && (value === null && texts.some(Boolean) ? 'unreadable' : 'missing');
    } catch {
      why = 'selector';
    }
    if (why) gaps.push({ why, source });
  }
  return { found: [...found.values()], gaps };
}
