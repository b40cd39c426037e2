import type { FaultsMessages } from '../words/compiled/faults/en.js';

type CheckFault = keyof FaultsMessages['checks'];

/** Result of a check; `detail` is a number of the rule or the platform's own message, or empty. */
export interface FoundByCheck {
  readonly check: CheckFault;
  readonly detail: string;
}

/** What a repeated part of a pattern takes, by trying it on characters that names, numbers and dates are made of. */
const PROBES = [...'aMz059-/.,:;()#_|"éßя漢'];
/** With more repetitions of one character than these, a text of 500 characters can keep the page waiting. */
const MOST_ANCHORED = 3;
const MOST_FREE = 2;
/** A group may hold one `?` if it is repeated no more often than this: 2 to this power is what it can cost. */
const MOST_CHOICES = 10;

interface Part {
  readonly source: string;
  readonly repeat: { readonly least: number; readonly most: number };
  readonly inside: readonly Part[];
  readonly hasAlternatives: boolean;
}

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/u;

function repeatOf(text: string): { readonly repeat: Part['repeat']; readonly length: number } {
  const [whole = '', sign, least, comma, most] = QUANTIFIER.exec(text) ?? [];
  if (sign) {
    const repeat = { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
    return { repeat, length: whole.length };
  }
  if (!least) return { repeat: { least: 1, most: 1 }, length: 0 };
  const end = comma === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY;
  return { repeat: { least: Number(least), most: end }, length: whole.length };
}

/** Length of the escape, class or character at the start of a text. */
function atomLength(text: string): number {
  const [escaped] = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)/iu.exec(text) ?? [];
  const [set] = /^\[(?:\\.|[^\]\\])*\]/u.exec(text) ?? [];
  return (escaped ?? set ?? String.fromCodePoint(text.codePointAt(0) ?? 0)).length;
}

/** The parts of a pattern that compiles, from `start` to the end of its group. */
function partsOf(pattern: string, start: number): { parts: Part[]; end: number; hasAlternatives: boolean } {
  const parts: Part[] = [];
  let hasAlternatives = false;
  let at = start;
  while (at < pattern.length && pattern[at] !== ')') {
    if (pattern[at] === '|') {
      hasAlternatives = true;
      at++;
      continue;
    }
    const from = at;
    let group: ReturnType<typeof partsOf> | null = null;
    if (pattern[at] === '(') {
      const [opening = '('] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/u.exec(pattern.slice(at)) ?? [];
      group = partsOf(pattern, at + opening.length);
      at = group.end + 1;
    } else at += atomLength(pattern.slice(at));
    const source = pattern.slice(from, at);
    const { repeat, length } = repeatOf(pattern.slice(at));
    at += length;
    const inside = group?.parts ?? [];
    parts.push({ source, repeat, inside, hasAlternatives: group?.hasAlternatives ?? false });
  }
  return { parts, end: at, hasAlternatives };
}

const all = (parts: readonly Part[]): Part[] => parts.flatMap((part) => [part, ...all(part.inside)]);

/** A repeated group whose text can be divided among its repetitions in more than one way. */
function isAmbiguous({ repeat, inside, hasAlternatives }: Part): boolean {
  if (inside.length === 0 || repeat.most <= 1) return false;
  const held = all(inside);
  if (hasAlternatives || held.some((part) => part.hasAlternatives)) return true;
  const varied = held.filter((part) => part.repeat.least !== part.repeat.most);
  return varied.some((part) => part.repeat.most > 1) || varied.length > (repeat.most <= MOST_CHOICES ? 1 : 0);
}

/** How many open repetitions of a pattern take one and the same character, for the worst character. */
function overlap(parts: readonly Part[]): number {
  const open = parts.filter(({ repeat }) => repeat.most > 20);
  const takes = open.map(({ source, inside }) =>
    inside.length > 0 ? () => true : (probe: string) => new RegExp(`^${source}$`, 'u').test(probe),
  );
  return Math.max(0, ...PROBES.map((probe) => takes.filter((take) => take(probe)).length));
}

/** Patterns run in the page's thread on text that the page chose: one that could take seconds is refused. */
export function patternFault(pattern: string): FoundByCheck | null {
  const is = (check: CheckFault, detail = '') => ({ check, detail });
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    return is('regex', error instanceof Error ? error.message.replace(/^.*\/u?: /u, '') : String(error));
  }
  if (/(?:^|[^\\])(?:\\\\)*\\(?:[1-9]|k<)/u.test(pattern)) return is('backReference');
  if (/\(\?[a-z-]+:/u.test(pattern)) return is('flags');
  const parts = all(partsOf(pattern, 0).parts);
  if (parts.some(isAmbiguous)) return is('nested');
  const most = pattern.startsWith('^') ? MOST_ANCHORED : MOST_FREE;
  if (overlap(parts) > most) return is('overlap', `${most}`);
  return null;
}

const SHAPE = /^(https?|\*):\/\/(\*|(?:\*\.)?[^/*:[\]@?#\s]+|\[[\da-f:]+\])(?::(\d{1,5}|\*))?(\/[^#\s]*)$/iu;

export const isThisMachine = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/u.test(host);

/** Escapes a text, so that a pattern matches it literally. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

/** Reads a pattern; a string names what is wrong with it. */
function read(given: string) {
  const [, scheme, host, port, path] = SHAPE.exec(given) ?? [];
  if (scheme === undefined || host === undefined || path === undefined) return 'matchShape';
  if (host === '*') return 'everySite';
  const isDomain = host.startsWith('*.');
  const bare = (isDomain ? host.slice(2) : host).toLowerCase();
  if (isDomain && !bare.includes('.') && !isThisMachine(bare)) return 'topLevel';
  if (!URL.canParse(`https://${bare}/`)) return 'host';
  const name = new URL(`https://${bare}/`).hostname;
  if (scheme !== 'https' && !(scheme === 'http' && isThisMachine(name))) return 'https';
  if (port !== undefined && port !== '*' && Number(port) > 65_535) return 'port';
  const glob = path.split('*').map(escaped).join('.*');
  // `host` is without `*.`; the port is `*` for any, and empty for the scheme's own.
  const isHttps = scheme === 'https';
  return { isHttps, host: name, isDomain, port: port ?? '', path: new RegExp(`^${glob}$`, 'su') };
}

/** A language that the platform does not know would be read as the browser's own. */
export function languageFault(tag: string): FoundByCheck | null {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0) return null;
  } catch {
    // No language tag.
  }
  return { check: 'language', detail: '' };
}

export function matchPatternFault(given: string): FoundByCheck | null {
  const pattern = read(given);
  return typeof pattern === 'string' ? { check: pattern, detail: '' } : null;
}

/** Whether an address matches: without a port only the scheme's own does, `:*` is any; no fragment counts. */
export function matchesPattern(given: string, address: string): boolean {
  const pattern = read(given);
  if (typeof pattern === 'string' || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== (pattern.isHttps ? 'https:' : 'http:')) return false;
  const isHost =
    url.hostname === pattern.host || (pattern.isDomain && url.hostname.endsWith(`.${pattern.host}`));
  // An address leaves its scheme's own port out.
  const port = pattern.port === (pattern.isHttps ? '443' : '80') ? '' : pattern.port;
  return isHost && (port === '*' || url.port === port) && pattern.path.test(url.pathname + url.search);
}

/** The host of a pattern, to ask the browser for. `hasPort` keeps a named port, which Firefox cannot. */
export function toBrowserPattern(given: string, hasPort = false): string {
  const pattern = read(given);
  if (typeof pattern === 'string') throw new TypeError(`${given} is no match pattern (${pattern}).`);
  // Any port is written as none, which is how a browser gives such a pattern back.
  const port = hasPort && /\d/.test(pattern.port) ? `:${pattern.port}` : '';
  return `http${pattern.isHttps ? 's' : ''}://${pattern.isDomain ? '*.' : ''}${pattern.host}${port}/*`;
}
