import { type AuthorizeClient, type AuthorizeOptions, requireOption } from '../options.ts';
/**
 * Stands, as the `origin` of a client, for the origin of its add-on in Firefox: `moz-extension://` with a UUID that
 * each installation draws by itself, so that it cannot be listed beforehand.
 */
export const ANY_FIREFOX_ORIGIN = 'moz-extension://*';

const FIREFOX_ORIGIN = /^moz-extension:\/\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether an origin is an add-on's of Firefox, as Firefox writes it. */
export const isFirefoxOrigin = (origin: string | undefined): origin is string =>
  origin !== undefined && FIREFOX_ORIGIN.test(origin);

/**
 * Whether an address is one that Firefox hands to a single add-on, named by the SHA-1 of its id
 * (`identity.getRedirectURL`). It is what tells that add-on from all others, whose origins look alike.
 */
const isFirefoxRedirect = (address: string): boolean =>
  /^https:\/\/[\da-f]{40}\.extensions\.allizom\.org\//.test(address);

/** Options of the sign-in that were checked. */
export interface AuthorizeSettings {
  readonly clients: ReadonlyMap<string, AuthorizeClient>;
  /** Some client is an add-on of Firefox, whose origin is not known beforehand. */
  readonly takesFirefox: boolean;
  readonly loginUrl: string | null;
}

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

/**
 * Checks `publicUrl`: the proxy's own address as browsers write it, without a slash at its end.
 */
export function checkPublicUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = plainUrl(text);
  const holds = url !== null && isSafe(url) && url.search === '' && !text.endsWith('/');
  const sentence =
    'must be the https address of this proxy, such as https://panel.example, without / at its end.';
  requireOption('publicUrl', holds && (url?.href === text || url?.href === `${text}/`), sentence);
  return text;
}

/**
 * Checks the sign-in; null if it is not given.
 */
export function checkAuthorize(
  given: AuthorizeOptions | undefined,
  publicUrl: string | null,
  origins: ReadonlySet<string>,
): AuthorizeSettings | null {
  if (given === undefined) return null;
  requireOption('publicUrl', publicUrl !== null, 'is needed for authorize: the https address of this proxy.');
  const { clients, loginUrl } = given;
  requireOption(
    'authorize.clients',
    Array.isArray(clients) && clients.length > 0,
    'must list at least one client.',
  );
  const byId = new Map<string, AuthorizeClient>();
  for (const [index, client] of clients.entries()) {
    const at = `authorize.clients[${index}]`;
    requireOption(
      `${at}.id`,
      /^[\w.-]{1,100}$/.test(client.id),
      'must have 1 to 100 letters, digits, dots and dashes.',
    );
    requireOption(`${at}.id`, !byId.has(client.id), 'is the id of another client.');
    const named = typeof client.name === 'string' && client.name.trim() !== '' && client.name.length <= 100;
    requireOption(`${at}.name`, named, 'must say what people call it.');
    const listed = Array.isArray(client.redirects) && client.redirects.length > 0;
    requireOption(
      `${at}.redirects`,
      listed && client.redirects.every(isRedirect),
      'must list exact addresses: https, or http on 127.0.0.1, written as a browser writes them and without #.',
    );
    const isFirefox = client.origin === ANY_FIREFOX_ORIGIN;
    requireOption(
      `${at}.origin`,
      client.origin === undefined || isFirefox || origins.has(client.origin),
      `must be among origins; for an add-on of Firefox it is ${ANY_FIREFOX_ORIGIN}.`,
    );
    requireOption(
      `${at}.redirects`,
      !isFirefox || client.redirects.every(isFirefoxRedirect),
      `must be what identity.getRedirectURL() gives in Firefox where the origin is ${ANY_FIREFOX_ORIGIN}.`,
    );
    byId.set(client.id, client);
  }
  const login = plainUrl(loginUrl);
  const reachable = loginUrl === undefined || (login !== null && isSafe(login));
  requireOption('authorize.loginUrl', reachable, 'must be the https address of your sign-in page.');
  const takesFirefox = clients.some(({ origin }) => origin === ANY_FIREFOX_ORIGIN);
  return { clients: byId, takesFirefox, loginUrl: loginUrl ?? null };
}

/** Gives the origin that a client is known by. */
export const toClientOrigin = (client: AuthorizeClient, redirect: string): string =>
  client.origin ?? new URL(redirect).origin;

/**
 * Gives the origin that a client's token is bound to; null if it is not known. For an add-on of Firefox it is the one
 * that its request for the token carries: a browser writes it there, and sends it with every POST.
 */
export function toBoundOrigin(
  client: AuthorizeClient,
  redirect: string,
  asking: string | undefined,
): string | null {
  const origin = toClientOrigin(client, redirect);
  if (origin !== ANY_FIREFOX_ORIGIN) return origin;
  return isFirefoxOrigin(asking) ? asking : null;
}
