import { isFirefoxOrigin } from './authorize/settings.ts';
import type { ProxyResponse } from './exchange.ts';

const PREFLIGHT_SECONDS = '600';

/** Cross-origin rules: the listed origins, compared exactly, never `null` and never a reflection of others. */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #takesFirefox: boolean;

  /**
   * @param takesFirefox whether add-ons of Firefox may call too, whose origins are known by their form only; only if
   * no cookie counts, since their answer then rests on a token that is bound to one of these origins
   */
  constructor(origins: ReadonlySet<string>, takesFirefox = false) {
    this.#origins = origins;
    this.#takesFirefox = takesFirefox;
  }

  /** True if a page of this origin may call, with cookies or without; also if no page calls (no `Origin`). */
  allows(origin: string | undefined, withCredentials: boolean): boolean {
    return origin === undefined || this.#mayRead(origin, withCredentials);
  }

  /** Adds the headers of every answer, and those that the page of an allowed origin needs to read it. */
  addHeaders(response: ProxyResponse, origin: string | undefined, withCredentials: boolean): ProxyResponse {
    const headers: Record<string, string> = { ...response.headers };
    headers['cache-control'] = 'no-store';
    headers.vary = 'Origin';
    headers['x-content-type-options'] = 'nosniff';
    if (this.#mayRead(origin, withCredentials)) {
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = 'retry-after, instrument-panel-limit';
      if (withCredentials) headers['access-control-allow-credentials'] = 'true';
    }
    return { status: response.status, headers, body: response.body };
  }

  /** Answers a preflight of an allowed origin. */
  preflight(methods: readonly string[]): ProxyResponse {
    const headers = {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, accept-language, last-event-id',
      'access-control-max-age': PREFLIGHT_SECONDS,
    };
    return { status: 204, headers, body: null };
  }

  #mayRead(origin: string | undefined, withCredentials: boolean): origin is string {
    if (origin === undefined) return false;
    if (this.#origins.has(origin)) return true;
    return this.#takesFirefox && !withCredentials && isFirefoxOrigin(origin);
  }
}
