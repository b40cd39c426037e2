const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/**
 * Returns the origin of this EHR as the caller's browser sees it, or null if the request was meant for another
 * host: a name that an attacker has pointed at this machine must not be answered (DNS rebinding).
 */
export function ownOrigin(request: Request, publicUrl: string | undefined): string | null {
  const url = new URL(request.url);
  const wanted = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (wanted && !isLoopback(wanted.hostname)) return url.host === wanted.host ? wanted.origin : null;
  return isLoopback(url.hostname) ? url.origin : null;
}

/**
 * Returns the proxy's origin under the same loopback name as the page. A cookie belongs to a host name, whatever the port: a page
 * opened at 127.0.0.1 would not send its cookie to localhost.
 */
export function besideHost(address: string, origin: string): string {
  const target = new URL(address);
  const { hostname } = new URL(origin);
  if (isLoopback(target.hostname) && isLoopback(hostname)) target.hostname = hostname;
  return target.origin;
}

/**
 * Returns the EHR's origin under its other loopback name, which is another origin to a browser; null for any other
 * host. ::1 has no partner, since the EHR listens on one address.
 */
export function otherLoopback(origin: string): string | null {
  const url = new URL(origin);
  const partner = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[url.hostname];
  if (partner === undefined) return null;
  url.hostname = partner;
  return url.origin;
}

/** Tells whether a page of this EHR sent the POST. Browsers send `Origin` with every POST. */
export const isOwnPost = (request: Request, origin: string): boolean =>
  request.headers.get('origin') === origin &&
  (request.headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin';

/**
 * Returns the headers of an answer. `proxy` is the only other origin that a page may call. `framing` has the EHR's
 * own origins if the page consists of frames, and is null if nothing may be framed.
 */
export function securityHeaders(
  proxy: string,
  framing: readonly string[] | null = null,
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${proxy}`,
    "img-src 'self' data:",
    "form-action 'self'",
    ...(framing === null
      ? ["frame-ancestors 'none'"]
      : [`frame-src ${framing.join(' ')}`, `frame-ancestors ${framing.join(' ')}`]),
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // It knows one origin at most; frame-ancestors says which.
    ...(framing === null ? { 'x-frame-options': 'DENY' } : {}),
    // Not no-referrer: it would turn the Origin of the EHR's own forms into "null".
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
  };
}
