import { type AuthorizeClient, type AuthorizeOptions, requireKnown, requireOption } from '../options.ts';

/**
 * As the `origin` of a client: the origin of its add-on in Firefox, `moz-extension://` with a UUID that
 * each installation draws by itself, so that it cannot be listed beforehand.
 */
export const ANY_FIREFOX_ORIGIN = 'moz-extension://*';

const FIREFOX_ORIGIN = /^moz-extension:\/\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export const isFirefoxOrigin = (origin: string | undefined): origin is string =>
  origin !== undefined && FIREFOX_ORIGIN.test(origin);

/**
 * Whether an address is one that Firefox hands to a single add-on, named by the SHA-1 of its id
 * (`identity.getRedirectURL`). It is what tells that add-on from all others, whose origins look alike.
 */
const isFirefoxRedirect = (address: string): boolean =>
  /^https:\/\/[\da-f]{40}\.extensions\.allizom\.org\//.test(address);

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** An address without user, fragment, wildcard or anything that a browser would write differently. */
function plainUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || /[#*]/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}

/** https, or http to this very machine (RFC 8252, section 7.3). */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));

function isRedirect(text: unknown): boolean {
  const url = plainUrl(text);
  return url !== null && isSafe(url) && url.href === text;
}

/** Checks `publicUrl`: the proxy's own address as browsers write it, without a slash at its end. */
export function checkPublicUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = plainUrl(text);
  const isPlain = url !== null && isSafe(url) && url.search === '' && !text.endsWith('/');
  const holds = isPlain && (url.href === text || url.href === `${text}/`);
  const sentence =
    'must be the https address of this proxy, such as https://panel.example, without / at its end.';
  requireOption('publicUrl', holds, sentence);
  return text;
}

function checkClient(
  { id, name, redirects, origin }: AuthorizeClient,
  at: string,
  origins: ReadonlySet<string>,
): void {
  const isId = /^[\w.-]{1,100}$/.test(id);
  requireOption(`${at}.id`, isId, 'must have 1 to 100 letters, digits, dots and dashes.');
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= 100;
  requireOption(`${at}.name`, isNamed, 'must say what people call it.');
  requireOption(
    `${at}.redirects`,
    Array.isArray(redirects) && redirects.length > 0 && redirects.every(isRedirect),
    'must list exact addresses: https, or http on 127.0.0.1, written as a browser writes them and without #.',
  );
  const isFirefox = origin === ANY_FIREFOX_ORIGIN;
  requireOption(
    `${at}.origin`,
    origin === undefined || isFirefox || origins.has(origin),
    `must be among origins; for an add-on of Firefox it is ${ANY_FIREFOX_ORIGIN}.`,
  );
  requireOption(
    `${at}.redirects`,
    !isFirefox || redirects.every(isFirefoxRedirect),
    `must be what identity.getRedirectURL() gives in Firefox where the origin is ${ANY_FIREFOX_ORIGIN}.`,
  );
}

export function checkAuthorize(
  given: AuthorizeOptions | undefined,
  publicUrl: string | null,
  origins: ReadonlySet<string>,
) {
  if (given === undefined) return null;
  requireOption('publicUrl', publicUrl !== null, 'is needed for authorize: the https address of this proxy.');
  requireKnown('authorize', given, ['clients', 'loginUrl']);
  const { clients: list, loginUrl = null } = given;
  requireOption(
    'authorize.clients',
    Array.isArray(list) && list.length > 0,
    'must list at least one client.',
  );
  const clients = new Map<string, AuthorizeClient>();
  for (const [index, client] of list.entries()) {
    const at = `authorize.clients[${index}]`;
    requireKnown(at, client, ['id', 'name', 'redirects', 'origin']);
    requireOption(`${at}.id`, !clients.has(client.id), 'is the id of another client.');
    checkClient(client, at, origins);
    clients.set(client.id, client);
  }
  const login = plainUrl(loginUrl);
  const isReachable = loginUrl === null || (login !== null && isSafe(login));
  requireOption('authorize.loginUrl', isReachable, 'must be the https address of your sign-in page.');
  /** Some client is an add-on of Firefox, whose origin is not known beforehand. */
  const takesFirefox = list.some(({ origin }) => origin === ANY_FIREFOX_ORIGIN);
  return { clients, takesFirefox, loginUrl };
}

export type AuthorizeSettings = NonNullable<ReturnType<typeof checkAuthorize>>;

export const toClientOrigin = (client: AuthorizeClient, redirect: string): string =>
  client.origin ?? new URL(redirect).origin;

/** Gives the origin that a client's token is bound to; in Firefox that of the request itself, or null. */
export function toBoundOrigin(
  client: AuthorizeClient,
  redirect: string,
  asking: string | undefined,
): string | null {
  const origin = toClientOrigin(client, redirect);
  if (origin !== ANY_FIREFOX_ORIGIN) return origin;
  return isFirefoxOrigin(asking) ? asking : null;
}
