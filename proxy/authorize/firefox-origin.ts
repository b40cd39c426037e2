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
export const isFirefoxRedirect = (address: string): boolean =>
  /^https:\/\/[\da-f]{40}\.extensions\.allizom\.org\//.test(address);
