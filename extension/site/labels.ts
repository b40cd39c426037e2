import { changeCount, mayWalk } from './budget.ts';
import { isOwn, readVisibility } from './elements.ts';
import { compilePattern, isInline, readText, tidy } from './text.ts';

/** Pieces of text that are looked through for labels. */
const TEXTS_MAX = 20_000;
/** `NodeFilter.SHOW_TEXT` */
const TEXTS = 4;
const LABELS = /^(?:th|dt|label)$/;
const IN_WORD = '[\\p{L}\\d]';

interface Walk {
  readonly at: number;
  readonly texts: readonly Text[];
}
/** Texts that hold a label, by where they were looked for. */
const walks = new WeakMap<Node, Map<string, Walk>>();

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
  const known = walks.get(root) ?? new Map<string, Walk>();
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
  known.set(label, { at: changeCount(), texts });
  return texts;
}

const isLabel = (element: Element, pattern: RegExp): boolean => {
  const text = tidy(element.textContent ?? '');
  return pattern.exec(text)?.[0] === text;
};

/** The element beside the one whose whole text is the label. */
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
export function labelled(root: Node, from: 'after' | 'beside', label: string): string[] {
  const pattern = labelPattern(label);
  const found: string[] = [];
  for (const { parentElement: parent } of textsWith(root, label)) {
    if (!parent?.isConnected) continue;
    const element = from === 'beside' ? beside(parent, pattern) : parent;
    const sight = element ? readVisibility(element) : false;
    if (!element || sight === false) continue;
    const text = from === 'beside' ? readText(element) : after(element, pattern);
    // A label with nothing after it is a heading, or one that is not filled yet: a later one does not stand in for it.
    found.push(text);
    if (sight) break;
  }
  return found;
}
