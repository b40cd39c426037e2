import { isFirefoxOrigin } from './authorize/settings.ts';
import type { ProxyResponse } from './exchange.ts';

const PREFLIGHT_SECONDS = '600';

export interface Cors {
  /** True if a page of this origin may ask, with cookies or without; true as well if no page asks (no `Origin`). */
  readonly allows: (origin: string | undefined, withCredentials: boolean) => boolean;
  /**
   * Adds what every answer carries, whatever it is, and what the page of an allowed origin needs to read it; any other
   * origin gets no such header.
   */
  readonly addHeaders: (
    response: ProxyResponse,
    origin: string | undefined,
    withCredentials: boolean,
  ) => ProxyResponse;
  /** The answer to a preflight of an allowed origin. */
  readonly preflight: (methods: readonly string[]) => ProxyResponse;
}

/**
 * Cross-origin rules: the listed origins, compared exactly, never `null` and never a reflection of others.
 *
 * @param takesFirefox whether the add-ons of Firefox may ask too, of whose origins only the form is known. Only where
 * no cookie counts: what they get then rests on a token that is bound to one of these origins.
 */
export function createCors(origins: ReadonlySet<string>, takesFirefox = false): Cors {
  const mayRead = (origin: string | undefined, withCredentials: boolean): origin is string =>
    origin !== undefined &&
    (origins.has(origin) || (takesFirefox && !withCredentials && isFirefoxOrigin(origin)));
  return {
    allows: (origin, withCredentials) => origin === undefined || mayRead(origin, withCredentials),
    addHeaders(response, origin, withCredentials) {
      const headers: Record<string, string> = { ...response.headers };
      headers['cache-control'] = 'no-store';
      headers.vary = 'Origin';
      headers['x-content-type-options'] = 'nosniff';
      if (mayRead(origin, withCredentials)) {
        headers['access-control-allow-origin'] = origin;
        headers['access-control-expose-headers'] = 'retry-after, instrument-panel-limit';
        if (withCredentials) headers['access-control-allow-credentials'] = 'true';
      }
      return { status: response.status, headers, body: response.body };
    },
    preflight: (methods) => ({
      status: 204,
      headers: {
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': 'authorization, content-type, accept-language, last-event-id',
        'access-control-max-age': PREFLIGHT_SECONDS,
      },
      body: null,
    }),
  };
}
