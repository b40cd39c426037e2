/** The option `origins`: whose pages may ask. @module */
import { requireOption } from './options.ts';
import { isLoopback } from './storage/settings.ts';

/** An extension's origin: Chromium names it by its id, Firefox and Safari by a UUID. */
const EXTENSION = /^(?:chrome-extension:\/\/[a-p]{32}|(?:moz|safari-web)-extension:\/\/[0-9a-fA-F-]{36})$/;

/** True for `http(s)://host[:port]` and nothing more, written as a browser writes it. */
export function isOrigin(text: unknown): text is string {
  // A browser takes `*` for a part of a name, and nobody's page has it.
  if (typeof text !== 'string' || !/^https?:\/\/[^*]*$/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

const EXAMPLE = 'https://ehr.example';

/** What is wrong with an entry that is written with http or https, the first that applies. */
function findFault(text: string, { origin, pathname, search, hash, username, password }: URL): string {
  // Neither name nor password is repeated.
  if (username !== '' || password !== '') return 'has a name or password before the host';
  if (pathname !== '/' || search !== '' || hash !== '') return 'has a path';
  if (/[/\\?#]$/.test(text)) return 'has a slash or another mark at its end';
  if (text.toLowerCase() === origin) return 'has letters in upper case';
  if (/:(80|443)$/.test(text)) return 'has the default port, which browsers leave out';
  return 'is written otherwise by browsers';
}

/** Says what is wrong with an entry, and what to write. */
function sayFault(text: unknown): string {
  if (typeof text !== 'string') return `is no text. Write one such as ${EXAMPLE}.`;
  if (/^(?:chrome|moz|safari-web)-extension:/i.test(text))
    return 'is not of an extension: write chrome-extension:// and the 32 letters of its id, or moz-extension:// or safari-web-extension:// and its UUID.';
  if (text.includes('*'))
    return `has a wildcard, which counts for nothing. List each origin, such as ${EXAMPLE}.`;
  if (text === 'null')
    return `is null, which pages of every origin can have in a sandboxed frame. Write that of the page, such as ${EXAMPLE}.`;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    return `does not begin with https:// and a host. Write it whole, such as ${EXAMPLE}.`;
  const url = new URL(text);
  return `${findFault(text, url)}. Write ${url.origin}.`;
}

/** Throws a ProxyOptionError that names the entry, what is wrong with it, and what to write. */
export function checkOrigins(origins: readonly string[]): ReadonlySet<string> {
  requireOption(
    'origins',
    Array.isArray(origins) && origins.length > 0,
    `must list the exact origins of the pages that may ask, such as ${EXAMPLE}.`,
  );
  for (const [index, origin] of origins.entries()) {
    const holds = isOrigin(origin) || (typeof origin === 'string' && EXTENSION.test(origin));
    requireOption(
      `origins[${index}]`,
      holds,
      holds ? '' : `must be an exact origin, and ${sayFault(origin)}`,
    );
  }
  return new Set(origins);
}

/** Origins of other machines whose pages come in plain text: who is on the way can change the page, and act for who is in front of it. */
export const listPlainOrigins = (origins: Iterable<string>): string[] =>
  [...origins].filter((origin) => {
    if (!origin.startsWith('http://')) return false;
    const { hostname } = new URL(origin);
    return !isLoopback(hostname) && !hostname.endsWith('.localhost');
  });
