import { sharedMonths } from '@instrument-panel/shared/words/compiled/languages';
import { escaped } from '../profile/patterns.ts';
import type {
  ChartPage,
  GivenProfile,
  IdentifierKind,
  IdentifierSource,
  ProfilePage,
} from '../profile/profile.ts';
import { birthdayIn, readMonths } from '../site/day.ts';
import { type Address, decoded, readText, tidy } from '../site/text.ts';
import { pointMessages } from '../words/compiled/point/all.js';
import { selectorOf } from './selector.ts';

// What is pointed at is read in the languages of the panel: of the site's own nothing is known yet.
readMonths(sharedMonths.source);

/** A part of a path that belongs to one patient or one moment, not to the page. */
const isPassing = (segment: string, secrets: readonly string[]): boolean =>
  /\d/u.test(segment) || segment.length > 30 || secrets.some((secret) => segment.includes(secret));

/** A pattern of a path with `[^/]+` where it belongs to one patient; `keep` gives the group of one segment. */
function compilePattern(path: string, secrets: readonly string[], keep = ''): string {
  const segments = path.split('/').map((segment) => {
    const text = decoded(segment);
    if (keep !== '' && text === keep) return '([^/]+)';
    return isPassing(text, secrets) ? '[^/]+' : escaped(text);
  });
  return `^${segments.join('/')}`;
}

/** Finds the part of an address that holds the key: a segment, a parameter, a part of the fragment; null if none does. */
export function addressSource(key: string, { pathname, search, hash }: Address): IdentifierSource | null {
  const common = { kind: 'key', from: 'url' } as const;
  const has = (path: string): boolean => path.split('/').some((segment) => decoded(segment) === key);
  if (has(pathname)) return { ...common, part: 'path', pattern: compilePattern(pathname, [], key) };
  for (const [name, value] of new URLSearchParams(search))
    if (value === key) return { ...common, part: 'query', name };
  const fragment = hash.slice(1);
  const [path = '', query = ''] = fragment.split('?', 2);
  for (const [name, value] of new URLSearchParams(fragment.includes('?') ? query : fragment))
    if (value === key) return { ...common, part: 'fragment', name };
  return has(path) ? { ...common, part: 'fragment', pattern: compilePattern(path, [], key) } : null;
}

/** The address of a page without what belongs to one patient; nothing where it says nothing. */
export function addressOf(
  { pathname, hash }: Address,
  secrets: readonly string[],
): { url?: { path?: string; fragment?: string } } {
  const [fragment = ''] = hash.slice(1).split('?', 1);
  const url = {
    ...(pathname === '/' ? {} : { path: compilePattern(pathname, secrets) }),
    ...(fragment.startsWith('/') ? { fragment: compilePattern(fragment, secrets) } : {}),
  };
  return Object.keys(url).length > 0 ? { url } : {};
}

/** Labels are looked for in this order: "patient" names a number as well as a name. */
const LABELLED = ['birthday', 'email', 'phone', 'key', 'name'] as const;

/** A label as it is compared: lower case, without accents and dots. */
const comparable = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/\p{M}|\./gu, '')
    .toLowerCase();

/** The kind that a label names in any language; undefined where it names none. */
function kindLabelled(label: string): IdentifierKind | undefined {
  const text = comparable(label);
  const begins = (words: string): boolean =>
    words
      .split(', ')
      .some((word) => new RegExp(`(?<!\\p{L})${word.replace('*', '\\p{L}*')}(?!\\p{L})`, 'u').test(text));
  return LABELLED.find((kind) => Object.values(pointMessages).some(({ labels }) => begins(labels[kind])));
}

/** The order of day and month in a birthday in figures; null where its own figures leave both open. */
export function orderOf(text: string): 'ymd' | 'dmy' | 'mdy' | null {
  const orders = (['ymd', 'dmy', 'mdy'] as const).filter((order) => birthdayIn(text, order) !== null);
  // With the month's name, or the year first, every order reads it.
  return orders.length === 3 ? 'ymd' : orders.length === 1 ? (orders[0] ?? null) : null;
}

export function kindOf(text: string, label: string | null): IdentifierKind {
  const named = label === null ? undefined : kindLabelled(label);
  if (/\S@\S+\.\S/.test(text)) return 'email';
  if (named) return named;
  if (birthdayIn(text, 'dmy') ?? birthdayIn(text, 'mdy')) return 'birthday';
  // A number in parts is as well a record's, unless it is written as only phones are.
  if (/^[+(][\d ()./-]{8,20}$/.test(text)) return 'phone';
  return /\d/.test(text) ? 'key' : 'name';
}

const isLabel = (text: string): boolean =>
  /^[\p{L}][\p{L}\s./ºª°()#-]{0,40}\s*[:：#]?$/u.test(text) && text.split(' ').length <= 5;
const bare = (text: string): string => text.replace(/\s*[:：]\s*$/u, '');

/** The label of an element: in the one before it, or in the one before those that hold nothing else. */
function labelBeside(element: Element): string | null {
  const own = tidy(readText(element));
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (tidy(readText(at)) !== own) return null;
    const before = at.previousElementSibling;
    const text = before ? tidy(readText(before)) : '';
    if (text) return isLabel(text) ? bare(text) : null;
  }
  return null;
}

/** The label at the start of an element's own text: `MRN: 1234`, and what follows it. */
function labelWithin(element: Element): { readonly label: string; readonly rest: string } | null {
  const [, label = '', rest = ''] = /^([^:：\d]{2,40})[:：]\s*(.+)$/u.exec(tidy(readText(element))) ?? [];
  return label && isLabel(label) ? { label: bare(label), rest } : null;
}

export type Pointed = IdentifierKind | 'place' | 'any';

const KEY = /[A-Za-z]{0,4}[-.]?\d[\w./-]*/u;

const identifierOf = (kind: IdentifierKind, text: string): string =>
  kind === 'key' ? (KEY.exec(text)?.[0] ?? text) : text;

/** The source that reads what was pointed at: by its label where it has one, which outlasts the page's looks. */
function sourceOf(element: Element, what: Pointed): { source: IdentifierSource; value: string } {
  const beside = labelBeside(element);
  const within = labelWithin(element);
  const label = within?.label ?? beside;
  const text = within?.rest ?? tidy(readText(element));
  const kind = what === 'any' || what === 'place' ? kindOf(text, label) : what;
  const order = kind === 'birthday' ? orderOf(text) : null;
  const value = identifierOf(kind, text);
  const common = {
    kind,
    ...(value === text ? {} : { pattern: '([A-Za-z]{0,4}[-.]?\\d[\\w./-]*)' }),
    ...(order && order !== 'ymd' ? { order } : {}),
  };
  if (label) return { value, source: { ...common, from: within ? 'after' : 'beside', label } };
  const secrets = [value, ...value.split(' ')].filter((one) => one.length > 2);
  return { value, source: { ...common, from: 'text', select: selectorOf(element, secrets) } };
}

/** Drafts a profile of one chart page. It holds selectors only, no patient data and no proxy. */
export function draftOf(element: Element, what: Pointed): GivenProfile {
  const { source, value } = sourceOf(element, what);
  const secrets = [value, ...value.split(/[\s,]+/u)].filter((one) => one.length > 2);
  const select = selectorOf(element, secrets);
  const isPlace = what === 'place';
  const inAddress = !isPlace && source.kind === 'key' ? addressSource(value, location) : null;
  const isTop = globalThis.top === globalThis.self;
  const page: ProfilePage = {
    type: 'chart',
    ...(isTop ? {} : { frame: 'child' }),
    ...addressOf(location, secrets),
    element: select,
    ...(isPlace ? {} : { patient: inAddress ? [inAddress, source] : [source] }),
    ...(isTop || isPlace ? { places: [{ select, at: 'after' }] } : {}),
  };
  const { hostname } = location;
  const id = hostname
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-/u, '')
    .slice(0, 60);
  return {
    id: id || 'site',
    name: hostname,
    version: 1,
    proxy: '',
    match: [`${location.protocol}//${location.host}/*`],
    pages: [page],
  };
}

const isSamePlace = (one: IdentifierSource, other: IdentifierSource): boolean =>
  one.kind === other.kind && one.from === other.from;

function mergePages(earlier: ChartPage, later: ChartPage): ChartPage {
  const added = later.patient ?? [];
  const kept = (earlier.patient ?? []).filter((one) => !added.some((other) => isSamePlace(one, other)));
  const patient = [...kept, ...added];
  // The key first: by it the patient is asked for.
  patient.sort((one, other) => Number(other.kind === 'key') - Number(one.kind === 'key'));
  const isPlace = added.length === 0;
  const places = isPlace ? later.places : (earlier.places ?? later.places);
  return {
    ...earlier,
    ...(patient.length > 0 ? { patient } : {}),
    ...(places ? { places } : {}),
  };
}

/** Adds to the draft's page of the same address and frame, else a further page; another site begins again. */
export function mergeDrafts(earlier: GivenProfile | null, later: GivenProfile): GivenProfile {
  if (earlier === null || earlier.match[0] !== later.match[0]) return later;
  const [page] = later.pages;
  if (page?.type !== 'chart') return earlier;
  const isSame = (one: GivenProfile['pages'][number]): one is ChartPage =>
    one.type === 'chart' && one.frame === page.frame && JSON.stringify(one.url) === JSON.stringify(page.url);
  return earlier.pages.some(isSame)
    ? { ...earlier, pages: earlier.pages.map((one) => (isSame(one) ? mergePages(one, page) : one)) }
    : { ...earlier, pages: [...earlier.pages, page] };
}
