import { type Finding, findFailed, findOk, findSkipped, findWarning } from './finding.ts';

const HOP = 'cookie';

/** What countries have below their own two letters for everybody to register names in. Not the list of them all. */
const SUFFIX_LABELS: ReadonlySet<string> = new Set(
  'ac ad adm co com edu ed go gob gouv gov govt gv health leg med mil ne net nhs nom or org'.split(' '),
);

/** A host's last two labels, if names are probably registered below them, such as `com.br` and `co.uk`. */
function toSuffix(host: string): string | null {
  const [label = '', country = ''] = host.split('.').slice(-2);
  return country.length === 2 && SUFFIX_LABELS.has(label) ? `${label}.${country}` : null;
}

/** The part of a host name that people register: a label and what names are registered below. */
function toSite(host: string): string {
  if (/^[\d.]+$|^\[/.test(host)) return host;
  return host
    .split('.')
    .slice(toSuffix(host) === null ? -2 : -3)
    .join('.');
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

type Attributes = ReadonlyMap<string, string>;
type Fault = readonly [found: string, remedy: string];

const readDomain = (attributes: Attributes): string | undefined =>
  attributes.get('domain')?.replace(/^\./, '').toLowerCase();

/** Why browsers do not store a cookie; null if they do. */
function findDrop(name: string, attributes: Attributes, page: URL): Fault | null {
  const domain = readDomain(attributes);
  const [, prefix] = /^(__(?:Host|Secure)-)/i.exec(name) ?? [];
  const isOfHost = prefix?.toLowerCase() === '__host-';
  if (isOfHost && domain !== undefined)
    return [
      'is dropped by browsers: a __Host- cookie must not have a Domain.',
      'Name it __Secure-… instead.',
    ];
  if (isOfHost && attributes.get('path') !== '/')
    return ['is dropped by browsers: __Host- needs Path=/.', 'Set Path=/.'];
  if (prefix !== undefined && !attributes.has('secure'))
    return [`is dropped by browsers: ${prefix} needs Secure.`, 'Add Secure.'];
  if (attributes.get('samesite')?.toLowerCase() === 'none' && !attributes.has('secure'))
    return ['is dropped by browsers: SameSite=None needs Secure.', 'Add Secure.'];
  if (domain && !domain.includes('.') && domain !== page.hostname)
    return [
      `is dropped by browsers: Domain=${domain} is everybody's.`,
      `Set Domain=${toSite(page.hostname)}.`,
    ];
  return null;
}

/** Why a stored cookie is not sent to `POST /session` of the proxy; null if it is. */
function findMiss(attributes: Attributes, page: URL, proxy: URL): Fault | null {
  const [domain, path] = [readDomain(attributes), attributes.get('path')];
  const site = toSite(page.hostname);
  // Names in common below what is only thought to be a suffix are a doubt, not a fault.
  const isSite = site === toSite(proxy.hostname) || (domain && domain === toSuffix(page.hostname));
  // The same site over another protocol is another site, unless the cookie is for every site.
  const isSent = page.protocol === proxy.protocol || attributes.get('samesite')?.toLowerCase() === 'none';
  if (!isSite || !isSent)
    return [
      `is not sent to another site, ${proxy.origin}.`,
      `Publish the proxy beside the EHR, such as https://panel.${site}; or send the session hook an Authorization header.`,
    ];
  const ends = (host: string): boolean => host === domain || host.endsWith(`.${domain}`);
  if (domain ? !(ends(page.hostname) && ends(proxy.hostname)) : page.hostname !== proxy.hostname)
    return [
      `does not reach ${proxy.host}: ${domain ? `Domain=${domain}` : 'it has no Domain'}.`,
      `Set Domain=${site} on it, or publish the proxy at ${page.host} itself, below a path.`,
    ];
  // A path reaches itself and what is below it (RFC 6265, 5.1.4).
  const asked = `${proxy.pathname.replace(/\/$/, '')}/session/`;
  if (path?.startsWith('/') && (path === asked || !asked.startsWith(path.replace(/\/?$/, '/'))))
    return [`has Path=${path}, which keeps it from /session.`, 'Set Path=/.'];
  return null;
}

/** What may keep a cookie from the proxy, or is unwise. */
function findDoubt(attributes: Attributes, page: URL): Fault | null {
  const domain = readDomain(attributes);
  if (domain && domain === toSuffix(page.hostname))
    return [
      `has Domain=${domain}, which browsers drop if anybody can register names below it.`,
      `Set Domain=${toSite(page.hostname)}, and publish the proxy below it.`,
    ];
  if (!attributes.get('path')?.startsWith('/'))
    return ['has no Path, so it is only sent below the path of the page that sets it.', 'Set Path=/.'];
  return attributes.has('httponly') ? null : ['can be read by scripts.', 'Add HttpOnly.'];
}

/** Whether a cookie that a page's server sets reaches `POST /session` of the proxy. */
function judgeCookie(line: string, page: URL, proxy: URL): Finding {
  const { name, attributes } = parseSetCookie(line);
  const whose = `${name} of ${page.host}`;
  const fault = findDrop(name, attributes, page) ?? findMiss(attributes, page, proxy);
  if (fault) return findFailed(HOP, `${whose} ${fault[0]}`, fault[1]);
  const doubt = findDoubt(attributes, page);
  if (doubt) return findWarning(HOP, `${whose} ${doubt[0]}`, doubt[1]);
  return findOk(HOP, `${whose} reaches ${proxy.origin}/session`);
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
