import type { Source } from '../profile/profile.ts';

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

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

/** Where an address holds the key: a segment of the path, a parameter, a part of the fragment; null where nowhere. */
export function addressSource(key: string, { pathname, search, hash }: Address): Source | null {
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
