import type { CheckFault, FoundByCheck } from '../words/faults/words.ts';

/** A match pattern, read. */
interface Pattern {
  readonly scheme: 'http:' | 'https:';
  /** Without `*.`; with it, `isDomain` is true. */
  readonly host: string;
  readonly isDomain: boolean;
  /** `*` for any; empty for the scheme's own. */
  readonly port: string;
  readonly path: RegExp;
}

const SHAPE = /^(https?|\*):\/\/(\*|(?:\*\.)?[^/*:[\]@?#\s]+|\[[\da-f:]+\])(?::(\d{1,5}|\*))?(\/[^#\s]*)$/iu;
const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/u;

/** Whether a host name is this machine's own. */
export const isThisMachine = (host: string): boolean => THIS_MACHINE.test(host);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

/** Reads a pattern; a string names what is wrong with it. */
function read(given: string): Pattern | CheckFault {
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
  return {
    scheme: `${scheme}:` as Pattern['scheme'],
    host: name,
    isDomain,
    port: port ?? '',
    path: new RegExp(`^${glob}$`, 'su'),
  };
}

/** What is wrong with a match pattern; null where nothing is. */
export function matchPatternFault(given: string): FoundByCheck | null {
  const pattern = read(given);
  return typeof pattern === 'string' ? { check: pattern, detail: '' } : null;
}

const DEFAULT_PORT = { 'http:': '80', 'https:': '443' } as const;

/**
 * Whether an address is one of a pattern. As the browser's own match patterns, but stricter with ports, which
 * Firefox does not know at all: without one only the scheme's own port matches, `:*` is any. Path and query are
 * compared, the fragment is not.
 */
export function matchesPattern(given: string, address: string): boolean {
  const pattern = read(given);
  if (typeof pattern === 'string' || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.protocol !== pattern.scheme) return false;
  const isHost =
    url.hostname === pattern.host || (pattern.isDomain && url.hostname.endsWith(`.${pattern.host}`));
  // An address leaves its scheme's own port out.
  const port = pattern.port === DEFAULT_PORT[pattern.scheme] ? '' : pattern.port;
  return isHost && (port === '*' || url.port === port) && pattern.path.test(url.pathname + url.search);
}

/**
 * The whole host of a pattern, without its path: what is asked of the browser, and registered with it.
 *
 * @param hasPort keeps a port that is named, which Firefox's patterns cannot
 */
export function toBrowserPattern(given: string, hasPort = false): string {
  const pattern = read(given);
  if (typeof pattern === 'string') throw new TypeError(`${given} is no match pattern (${pattern}).`);
  // Any port is written as none, which is how a browser gives such a pattern back.
  const port = hasPort && /\d/.test(pattern.port) ? `:${pattern.port}` : '';
  return `${pattern.scheme}//${pattern.isDomain ? '*.' : ''}${pattern.host}${port}/*`;
}
