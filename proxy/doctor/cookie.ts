import { type Finding, findFailed, findOk, findSkipped, findWarning } from './finding.ts';

const HOP = 'cookie';

/** The part of a host name that people register: two labels, or three below such as `com.br` and `co.uk`. */
function toSite(host: string): string {
  const labels = host.split('.');
  if (/^[\d.]+$|^\[/.test(host)) return host;
  const isBelow = (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 9) <= 3;
  return labels.slice(isBelow ? -3 : -2).join('.');
}

/** The attributes of a `Set-Cookie` line, names in lower case; its value is not looked at. */
function parseSetCookie(line: string) {
  const [pair = '', ...rest] = line.replace(/^set-cookie:/i, '').split(';');
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim().toLowerCase(), value.trim()] as const;
    }),
  );
  return { name: (pair.split('=')[0] ?? '').trim(), attributes };
}

/** Whether a cookie that a page's server sets reaches `POST /session` of the proxy. */
function judgeCookie(line: string, page: URL, proxy: URL): Finding {
  const { name, attributes } = parseSetCookie(line);
  const [domain, path = '/'] = [attributes.get('domain')?.replace(/^\./, ''), attributes.get('path')];
  const sameSite = (attributes.get('samesite') ?? 'lax').toLowerCase();
  const site = toSite(page.hostname);
  // The same site over another protocol is another site, unless the cookie is for every site.
  const isSent = site === toSite(proxy.hostname) && (page.protocol === proxy.protocol || sameSite === 'none');
  const ends = (host: string): boolean => host === domain || host.endsWith(`.${domain}`);
  const isOfBoth =
    domain === undefined ? page.hostname === proxy.hostname : ends(page.hostname) && ends(proxy.hostname);
  const fail = (found: string, remedy: string) => findFailed(HOP, `${name} of ${page.host} ${found}`, remedy);
  if (name.startsWith('__Host-') && domain !== undefined)
    return fail('is dropped by browsers: __Host- bears no Domain.', 'Name it __Secure-… instead.');
  if (sameSite === 'none' && !attributes.has('secure'))
    return fail('is dropped by browsers: SameSite=None needs Secure.', 'Add Secure.');
  if (!isSent)
    return fail(
      `is not sent to another site, ${proxy.origin}.`,
      `Publish the proxy beside the EHR, such as https://panel.${site}; or send the session hook an Authorization header.`,
    );
  if (!isOfBoth)
    return fail(
      `does not reach ${proxy.host}: ${domain ? `Domain=${domain}` : 'it has no Domain'}.`,
      `Set Domain=${site} on it, or publish the proxy at ${page.host} itself, below a path.`,
    );
  if (!`${proxy.pathname.replace(/\/$/, '')}/session`.startsWith(path))
    return fail(`has Path=${path}, which keeps it from /session.`, 'Set Path=/.');
  if (!attributes.has('httponly'))
    return findWarning(HOP, `${name} of ${page.host} can be read by scripts.`, 'Add HttpOnly.');
  return findOk(HOP, `${name} of ${page.host} reaches ${proxy.origin}/session`);
}

/** Judges the session cookie of each page; without its line, says which of them need more than a plain one. */
export function tryCookies(
  origins: readonly string[],
  publicUrl: string,
  line: string | undefined,
): Finding[] {
  const proxy = new URL(publicUrl);
  const pages = origins.filter((origin) => /^https?:/.test(origin)).map((origin) => new URL(origin));
  if (line !== undefined) return pages.map((page) => judgeCookie(line, page, proxy));
  return [findSkipped(HOP, "Give --cookie 'NAME=x; Path=/; …', the Set-Cookie line of your session.")];
}
