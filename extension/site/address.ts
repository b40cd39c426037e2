import type { Source } from '../profile/profile.ts';
import { compilePattern } from './pattern.ts';
import { MOST } from './text.ts';

/** Parts of an address, as a link, a location and a URL have them. */
export type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;
type Part = 'path' | 'query' | 'fragment';

const decoded = (text: string): string => {
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
    compilePattern(wanted[part] ?? '').test(decoded(partOf(address, part)).slice(0, MOST)),
  );

/** What a source finds in an address: the part of it, or every value of its parameter. */
export function inAddress({ part, name }: Extract<Source, { from: 'url' }>, address: Address): string[] {
  const text = partOf(address, part);
  // A fragment may be written as an address of its own: `#/chart?patient=7`.
  return name ? new URLSearchParams(text.replace(/^.*\?/, '')).getAll(name) : [decoded(text)];
}
