import type { IdentifierKind, Page, Profile, Source } from '../profile/profile.ts';
import { readText, tidy } from '../site/text.ts';
import { addressOf, addressSource } from './address.ts';
import { kindOf, orderOf } from './kind.ts';
import { labelBeside, labelWithin } from './label.ts';
import { selectorOf } from './selector.ts';

/** What is pointed at: an identifier, where the panel goes, or whatever it looks like. */
export type Pointed = IdentifierKind | 'place' | 'any';

const KEY = /[A-Za-z]{0,4}[-.]?\d[\w./-]*/u;

/** What of a text is the identifier: of a key its number, of anything else all of it. */
const identifierOf = (kind: IdentifierKind, text: string): string =>
  kind === 'key' ? (KEY.exec(text)?.[0] ?? text) : text;

function patternFor(kind: IdentifierKind, text: string): { pattern?: string } {
  if (kind !== 'key' || identifierOf(kind, text) === text) return {};
  return { pattern: '([A-Za-z]{0,4}[-.]?\\d[\\w./-]*)' };
}

/** The source that reads what was pointed at: by its label where it has one, which outlasts the page's looks. */
function sourceOf(element: Element, what: Pointed): { source: Source; value: string } {
  const text = tidy(readText(element));
  const beside = labelBeside(element);
  const within = labelWithin(element);
  const label = within?.label ?? beside;
  const kind = what === 'any' || what === 'place' ? kindOf(within?.rest ?? text, label) : what;
  const read = within?.rest ?? text;
  const order = kind === 'birthday' ? orderOf(read) : null;
  const common = { kind, ...patternFor(kind, read), ...(order && order !== 'ymd' ? { order } : {}) };
  const value = identifierOf(kind, read);
  if (within) return { value, source: { ...common, from: 'after', label: within.label } };
  if (beside) return { value, source: { ...common, from: 'beside', label: beside } };
  return {
    value,
    source: {
      ...common,
      from: 'text',
      select: selectorOf(
        element,
        [value, ...value.split(' ')].filter((one) => one.length > 2),
      ),
    },
  };
}

/**
 * Drafts a profile of one chart page from an element that was pointed at. It holds nothing of whoever the page
 * shows: no name, no number, only where they stand. The proxy is left empty for a person to fill in.
 */
export function draftOf(element: Element, what: Pointed): Profile {
  const { source, value } = sourceOf(element, what);
  const secrets = [value, ...value.split(/[\s,]+/u)].filter((one) => one.length > 2);
  const select = selectorOf(element, secrets);
  const isPlace = what === 'place';
  const inAddress = !isPlace && source.kind === 'key' ? addressSource(value, location) : null;
  const isTop = globalThis.top === globalThis.self;
  const page: Page = {
    type: 'chart',
    ...(isTop ? {} : { frame: 'child' }),
    ...addressOf(location, secrets),
    element: select,
    ...(isPlace ? {} : { patient: inAddress ? [inAddress, source] : [source] }),
    ...(isTop || isPlace ? { places: [{ select, at: 'after' }] } : {}),
  };
  const { hostname } = location;
  return {
    id:
      hostname
        .toLowerCase()
        .replace(/[^a-z0-9]+/gu, '-')
        .replace(/^-/u, '')
        .slice(0, 60) || 'site',
    name: hostname,
    version: 1,
    proxy: '',
    match: [`${location.protocol}//${location.host}/*`],
    pages: [page],
  };
}
