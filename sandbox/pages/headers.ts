const NOTHING_ELSE = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/**
 * Headers of every page: nothing runs, nothing is loaded but our own stylesheet, nobody frames the page, and
 * neither a cache nor a referrer keeps an address that lets its holder answer.
 */
export const PAGE_HEADERS = {
  ...NOTHING_ELSE,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
} as const;

/** Headers of the stylesheet, which holds nothing of anybody. */
export const STYLESHEET_HEADERS = {
  ...NOTHING_ELSE,
  'Content-Type': 'text/css; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
} as const;
