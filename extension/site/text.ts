import type { IdentifierSource } from '../profile/profile.ts';
import { isOwn } from './elements.ts';

const patterns = new Map<string, RegExp>();

/** A profile's pattern, compiled once. Which patterns are taken is decided where a profile is read. */
export function compilePattern(text: string, flags = 'u'): RegExp {
  const pattern = patterns.get(text + flags) ?? new RegExp(text, flags);
  patterns.set(text + flags, pattern);
  return pattern;
}

/** Elements that begin no line of their own; between any others a blank is read. */
const INLINE = /^(?:a|abbr|b|bd[io]|code|em|font|i|mark|s|small|span|strong|su[bp]|time|u|wbr)$/;
const SKIPPED = /^(?:script|style|template|noscript)$/;
const FIELD = /^(?:text|search|tel|email|number|date|textarea|select-one)$/;

/** Characters that a pattern is run on at most. */
export const TEXT_LENGTH_MAX = 500;

export const isInline = (element: Element): boolean => INLINE.test(element.localName);

/** NFC, without characters that are not seen, every run of blanks as one. */
export const tidy = (text: string): string =>
  text
    .normalize()
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The visible text of an element with what fields hold, a little over {@link TEXT_LENGTH_MAX} at most. */
export function readText(element: Element): string {
  const { type, value, selectedOptions } = element as HTMLSelectElement;
  if (type && FIELD.test(type)) return selectedOptions ? (selectedOptions[0]?.text ?? '') : value;
  let text = '';
  for (let node = element.firstChild; node && text.length <= TEXT_LENGTH_MAX; node = node.nextSibling) {
    if (node.nodeType === 3) text += (node as Text).data;
    else if (node.nodeType === 1) {
      const child = node as HTMLElement;
      if (SKIPPED.test(child.localName) || child.hidden || isOwn(child)) continue;
      text += isInline(child) ? readText(child) : ` ${readText(child)} `;
    }
  }
  return text;
}

/** Parts of an address, as a link, a location and a URL have them. */
export type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;
type Part = 'path' | 'query' | 'fragment';

export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const partOf = ({ pathname, search, hash }: Address, part: Part): string =>
  part === 'path' ? pathname : (part === 'query' ? search : hash).slice(1);

/** Whether every part that is named holds its pattern. */
export const isAddress = (
  wanted: { readonly [part in Part]?: string | undefined } = {},
  address: Address,
): boolean =>
  (Object.keys(wanted) as Part[]).every((part) =>
    compilePattern(wanted[part] ?? '').test(decoded(partOf(address, part)).slice(0, TEXT_LENGTH_MAX)),
  );

/** Reads a source from an address: a part of it, or every value of its parameter. */
export function inAddress(
  { part, name }: Extract<IdentifierSource, { from: 'url' }>,
  address: Address,
): string[] {
  const text = partOf(address, part);
  // A fragment may be written as an address of its own: `#/chart?patient=7`.
  return name ? new URLSearchParams(text.replace(/^.*\?/, '')).getAll(name) : [decoded(text)];
}
