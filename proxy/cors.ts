import type { ProxyResponse } from './exchange.ts';

const PREFLIGHT_SECONDS = '600';

export interface Cors {
  /** True where a page of this origin may ask; true as well where no page asks (no `Origin`). */
  readonly allows: (origin: string | undefined) => boolean;
  /**
   * Adds what every answer carries, whatever it is, and what the page of an allowed origin needs to read it; any other
   * origin gets no such header.
   */
  readonly dress: (
    response: ProxyResponse,
    origin: string | undefined,
    withCredentials: boolean,
  ) => ProxyResponse;
  /** The answer to a preflight of an allowed origin. */
  readonly preflight: (methods: readonly string[]) => ProxyResponse;
}

/** Cross-origin rules: the listed origins, compared exactly, never `null` and never a reflection of others. */
export function createCors(origins: ReadonlySet<string>): Cors {
  const isListed = (origin: string | undefined): origin is string =>
    origin !== undefined && origins.has(origin);
  return {
    allows: (origin) => origin === undefined || isListed(origin),
    dress(response, origin, withCredentials) {
      const headers: Record<string, string> = {
        ...response.headers,
        'cache-control': 'no-store',
        vary: 'Origin',
        'x-content-type-options': 'nosniff',
      };
      if (isListed(origin)) {
        headers['access-control-allow-origin'] = origin;
        headers['access-control-expose-headers'] = 'retry-after, instrument-panel-limit';
        if (withCredentials) headers['access-control-allow-credentials'] = 'true';
      }
      return { ...response, headers };
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
