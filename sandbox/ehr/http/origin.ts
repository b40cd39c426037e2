const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/**
 * The origin of this EHR as the caller's browser sees it, or null where the request was meant for another host:
 * a name that an attacker has pointed at this machine must not be answered (DNS rebinding).
 */
export function ownOrigin(request: Request, publicUrl: string | undefined): string | null {
  const url = new URL(request.url);
  const wanted = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (wanted && !isLoopback(wanted.hostname)) return url.host === wanted.host ? wanted.origin : null;
  return isLoopback(url.hostname) ? url.origin : null;
}

/**
 * The proxy under the same loopback name as the page. A cookie belongs to a host name, whatever the port: a page
 * opened at 127.0.0.1 would not send its cookie to localhost.
 */
export function besideHost(address: string, origin: string): string {
  const target = new URL(address);
  const { hostname } = new URL(origin);
  if (isLoopback(target.hostname) && isLoopback(hostname)) target.hostname = hostname;
  return target.origin;
}

/**
 * The same EHR under its other loopback name, which is another origin to a browser; null for any other host. ::1
 * has no partner, since the EHR listens on one address.
 */
export function otherLoopback(origin: string): string | null {
  const url = new URL(origin);
  const partner = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[url.hostname];
  if (partner === undefined) return null;
  url.hostname = partner;
  return url.origin;
}

/** True for a POST that a page of this EHR sent. Browsers send `Origin` with every POST, so its lack is a no. */
export const isOwnPost = (request: Request, origin: string): boolean =>
  request.headers.get('origin') === origin &&
  (request.headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin';
