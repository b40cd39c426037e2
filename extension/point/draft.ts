import { sharedMonths } from '@instrument-panel/shared/words/compiled/languages';
import { escaped } from '../profile/patterns.ts';
import type { ChartPage, GivenProfile, IdentifierKind, IdentifierSource } from '../profile/profile.ts';
import { birthdayIn, readMonths } from '../site/day.ts';
import { all, isVisible } from '../site/elements.ts';
import { type Address, decoded, readText, tidy } from '../site/text.ts';
import { pointMessages } from '../words/compiled/point/all.js';
import { selectorOf } from './selector.ts';

// What is pointed at is read in the languages of the panel: of the site's own nothing is known yet.
readMonths(sharedMonths.source);

/** A part of a path that belongs to one patient or one moment, not to the page. */
const isPassing = (segment: string, secrets: readonly string[]): boolean =>
  /\d/u.test(segment) || segment.length > 30 || secrets.some((secret) => segment.includes(secret));

const toSegments = (path: string): string[] => path.split('/').map(decoded);

/** What stands for a part that varies: as narrow as all patients' are likely to be. */
const toAny = (segment: string): string => (/^\d+$/u.test(segment) ? '\\d+' : '[^/]+');

/**
 * A pattern of a path up to the first part that varies, which all tabs of a chart share; without such a part, up to the last
 * one, which is a tab more often than not. `isKey` gives that part a group.
 */
function compilePattern(path: string, isVaried: (segment: string) => boolean, isKey = false): string {
  const segments = toSegments(path);
  const at = segments.findIndex(isVaried);
  const kept = at >= 0 ? segments.slice(0, at) : segments.slice(0, Math.max(2, segments.length - 1));
  const end = at < 0 ? [] : [isKey ? `(${toAny(segments[at] ?? '')})` : toAny(segments[at] ?? '')];
  return `^${[...kept.map(escaped), ...end].join('/')}(?:/|$)`;
}

type UrlSource = Extract<IdentifierSource, { from: 'url' }>;

/** The parts of an address that meet a condition: segments of the path, parameters, parts of the fragment. */
function sourcesIn({ pathname, search, hash }: Address, isVaried: (part: string) => boolean): UrlSource[] {
  const common = { kind: 'key', from: 'url' } as const;
  const fragment = hash.slice(1);
  const [path = '', query = ''] = fragment.split('?', 2);
  const named = (part: 'query' | 'fragment', text: string): UrlSource[] =>
    [...new URLSearchParams(text)].flatMap(([name, value]) =>
      isVaried(value) ? [{ ...common, part, name }] : [],
    );
  const inPath = (part: 'path' | 'fragment', text: string): UrlSource[] =>
    toSegments(text).some(isVaried)
      ? [{ ...common, part, pattern: compilePattern(text, isVaried, true) }]
      : [];
  return [
    ...inPath('path', pathname),
    ...named('query', search),
    ...named('fragment', fragment.includes('?') ? query : fragment),
    ...inPath('fragment', path),
  ];
}

/** Finds the part of an address that holds the key: a segment, a parameter, a part of the fragment; null if none does. */
export const addressSource = (key: string, address: Address): IdentifierSource | null =>
  sourcesIn(address, (part) => part === key)[0] ?? null;

/** A number, a UUID, or letters and figures together: what a patient's number in an address looks like. */
const KEY_PART = /^(?=.*\d)[\w.-]{1,40}$/u;

/** What names the patient beside a key that stands in the address only. */
const CONFIRM = ['name', 'birthday'] as const;

/**
 * The parts of an address that may hold the key, the likeliest first: what follows a word for a patient, then as they stand.
 * A person says which one it is, and whether the other parts vary too.
 */
export function offerAddressKeys(address: Address): readonly IdentifierSource[] {
  const offered = sourcesIn(address, (part) => KEY_PART.test(part));
  const isLikely = ({ name, pattern }: UrlSource): boolean =>
    /pat|pid|mrn|chart|record|pac|pront|histor|dossier/i.test(name ?? pattern ?? '');
  return offered
    .toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)))
    .map((source) => ({ ...source, confirm: [...CONFIRM] }));
}

/** The address of a page without what belongs to one patient, for all tabs of a chart; nothing where it says nothing. */
export function addressOf(
  { pathname, hash }: Address,
  secrets: readonly string[],
): { url?: { path?: string; fragment?: string } } {
  const [fragment = ''] = hash.slice(1).split('?', 1);
  const isVaried = (segment: string): boolean => isPassing(segment, secrets);
  const url = {
    ...(pathname === '/' ? {} : { path: compilePattern(pathname, isVaried) }),
    ...(fragment.startsWith('/') ? { fragment: compilePattern(fragment, isVaried) } : {}),
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

/** Whether a text beside another is its label: it names a kind, ends as labels do, or is marked up as one. */
const isLabelling = (text: string, element: Element): boolean =>
  isLabel(text) &&
  (kindLabelled(text) !== undefined || /[:：]$/u.test(text) || /^(?:dt|th|label)$/.test(element.localName));

/** The label of an element: in the one before it, or in the one before those that hold nothing else. */
function labelBeside(element: Element): string | null {
  const own = tidy(readText(element));
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (tidy(readText(at)) !== own) return null;
    const before = at.previousElementSibling;
    const text = before ? tidy(readText(before)) : '';
    if (before && text) return isLabelling(text, before) ? bare(text) : null;
  }
  return null;
}

/** The label at the start of an element's own text: `MRN: 1234`, and what follows it. */
function labelWithin(element: Element): { readonly label: string; readonly rest: string } | null {
  const [, label = '', rest = ''] = /^([^:：\d]{2,40})[:：]\s*(.+)$/u.exec(tidy(readText(element))) ?? [];
  return label && isLabel(label) ? { label: bare(label), rest } : null;
}

/** What a person points at; `address`: the record number that stands in the page's address, without a click. */
export type Pointed = IdentifierKind | 'place' | 'any' | 'address';

const KEY = /[A-Za-z]{0,4}[-.]?\d[\w./-]*/u;
/** A name ends before an age, a number or a bracket beside it. */
const NAME = /^[^\d(|·•]+/u;
/** Day, month and year without anything between them. */
const RUN_TOGETHER = /(?<day>\d\d?)(?<month>\p{L}{3,})\.?(?<year>\d{4})/u;

/** The identifier in a text, with the pattern that finds it there where the text holds more. */
function identifierOf(kind: IdentifierKind, text: string): { value: string; pattern?: string } {
  const part = kind === 'key' ? KEY : kind === 'name' ? NAME : null;
  const found = part?.exec(text)?.[0];
  if (part && found && found !== text) {
    const { source } = part;
    return { value: found.trim(), pattern: source.startsWith('^') ? `^(${source.slice(1)})` : `(${source})` };
  }
  const isRun = kind === 'birthday' && birthdayIn(text) === null && RUN_TOGETHER.test(text);
  return { value: text, ...(isRun && { pattern: RUN_TOGETHER.source }) };
}

/** The source that reads what was pointed at: by its label where it has one, which outlasts the page's looks. */
function sourceOf(element: Element, what: Pointed): { source: IdentifierSource; value: string } {
  const beside = labelBeside(element);
  const within = labelWithin(element);
  const label = within?.label ?? beside;
  const text = within?.rest ?? tidy(readText(element));
  const kind = what === 'any' || what === 'place' || what === 'address' ? kindOf(text, label) : what;
  const order = kind === 'birthday' ? orderOf(text) : null;
  const { value, pattern } = identifierOf(kind, text);
  const common = { kind, ...(pattern && { pattern }), ...(order && order !== 'ymd' ? { order } : {}) };
  if (label) return { value, source: { ...common, from: within ? 'after' : 'beside', label } };
  return { value, source: { ...common, from: 'text', select: selectorOf(element, toSecrets(value)) } };
}

const toSecrets = (value: string): string[] =>
  [value, ...value.split(/[\s,]+/u)].filter((one) => one.length > 2);

/** The elements of the headers that were drafted before, as far as they are in this frame. */
const findHeader = (headers: readonly string[]): Element | undefined =>
  headers.flatMap((select) => all(document, select).filter(isVisible)).at(0);

/** The smallest element that holds what was pointed at and the header so far; null where only the whole page does. */
function headerOf(element: Element, headers: readonly string[], secrets: readonly string[]): string | null {
  const before = findHeader(headers);
  let around: Element | null = element;
  while (around && before && !around.contains(before)) around = around.parentElement;
  // What is read within a shadow root is named from the document on.
  const isWhole = !around || around === document.body || around === document.documentElement;
  return isWhole || element.getRootNode() !== document ? null : selectorOf(around as Element, secrets);
}

/** A profile with one chart page. It holds selectors only, no patient data and no proxy. */
function profileWith(page: Omit<ChartPage, 'type'>, secrets: readonly string[]): GivenProfile {
  const { hostname } = location;
  const id = hostname
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-/u, '')
    .slice(0, 60);
  const isTop = globalThis.top === globalThis.self;
  const frame = isTop ? {} : ({ frame: 'child' } as const);
  return {
    id: id || 'site',
    name: hostname,
    version: 1,
    proxy: '',
    match: [`${location.protocol}//${location.host}/*`],
    pages: [{ type: 'chart', ...frame, ...addressOf(location, secrets), ...page }],
  };
}

/** Drafts a profile of the page by an element; `headers` are those that were drafted before. */
export function draftOf(element: Element, what: Pointed, headers: readonly string[] = []): GivenProfile {
  const { source, value } = sourceOf(element, what);
  const secrets = toSecrets(value);
  const select = selectorOf(element, secrets);
  if (what === 'place') return profileWith({ element: select, places: [{ select, at: 'after' }] }, secrets);
  const inAddress = source.kind === 'key' ? addressSource(value, location) : null;
  const header = headerOf(element, headers, secrets);
  const confirming = header ?? select;
  const isTop = globalThis.top === globalThis.self;
  return profileWith(
    {
      element: confirming,
      ...(header && { header }),
      patient: inAddress ? [inAddress, source] : [source],
      ...(isTop && { places: [{ select: confirming, at: 'after' }] }),
    },
    secrets,
  );
}

/** Drafts the key of the page's address; null where this frame's address has none, or it is not the patient's frame. */
export function draftOfAddress(headers: readonly string[]): GivenProfile | null {
  const [source] = offerAddressKeys(location);
  const isOurs = globalThis.top === globalThis.self || findHeader(headers) !== undefined;
  return source && isOurs ? profileWith({ element: 'body', patient: [source] }, []) : null;
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
  // Nobody pointed at a place that is only behind the header.
  const isOpen = earlier.places === undefined || earlier.places[0]?.select === earlier.element;
  const places = isPlace || (isOpen && later.places) ? later.places : earlier.places;
  return {
    ...earlier,
    ...(later.header && { header: later.header, element: later.header }),
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
