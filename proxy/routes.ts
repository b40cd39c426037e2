import type { ProxyCaller, ProxyEndpoint } from '@instrument-panel/client/proxy';
import type { Call, ProxyResponse } from './exchange.ts';
import type { LimitName, RateLimiter } from './limit/rate-limiter.ts';

export type Serve = (call: Call) => Promise<ProxyResponse>;

export type Found =
  | {
      readonly kind: 'found';
      readonly route: string;
      readonly serve: Serve;
    }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** The routes under one path. `find` gets the raw path and never decodes it. */
export interface RouteGroup extends RouteRules {
  readonly find: (method: string, rawPath: string) => Found;
}

interface RouteRules {
  /** Pages may send cookies and an Authorization of their own here. */
  readonly withCredentials: boolean;
  /** Also for pages that are not listed; they get no CORS header, so that a script of theirs cannot read it. */
  readonly anyOrigin: boolean;
  /** The limit on requests at once that applies: `all`, or `none` for routes that answer however busy the proxy is. */
  readonly concurrency: 'all' | 'none';
  /** HEAD is answered as GET, without its body; not where a GET does more than read, as the end of a sign-in. */
  readonly allowsHead: boolean;
  readonly allowsPreflight: boolean;
}

interface CallerRules extends RouteRules {
  /** The limit by which its requests are counted per client address; null for a route that a token protects. */
  readonly addressLimit: LimitName | null;
}

export const DEFAULT_RULES: CallerRules = {
  withCredentials: false,
  anyOrigin: false,
  concurrency: 'all',
  allowsHead: true,
  addressLimit: null,
  allowsPreflight: true,
};

const CALLER_RULES: Readonly<Record<ProxyCaller, CallerRules>> = {
  token: DEFAULT_RULES,
  page: { ...DEFAULT_RULES, withCredentials: true, allowsHead: false, addressLimit: 'address' },
  // For people, not for scripts: only the page's own form sends an Origin, and its route checks it.
  person: { ...DEFAULT_RULES, anyOrigin: true, allowsHead: false, addressLimit: 'address' },
  administrator: { ...DEFAULT_RULES, anyOrigin: true, allowsHead: false, addressLimit: 'address' },
  client: { ...DEFAULT_RULES, addressLimit: 'address' },
  // No page may call it, so there is no preflight. The service may not repeat a refused delivery, so deliveries do not
  // compete with the requests of pages: they have limits of their own.
  service: {
    ...DEFAULT_RULES,
    concurrency: 'none',
    addressLimit: 'deliveries',
    allowsPreflight: false,
  },
  operator: { ...DEFAULT_RULES, concurrency: 'none' },
  anyone: DEFAULT_RULES,
};

/** A route of the proxy itself: a declared endpoint and what serves it. */
export interface OwnRoute {
  readonly endpoint: Pick<ProxyEndpoint, 'method' | 'path' | 'caller'>;
  readonly serve: Serve;
  readonly rules?: Partial<RouteRules>;
}

/** The name of a route for logs, metrics and the audit trail, such as `GET /events`. */
export const toRouteName = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;

interface AddressLimit {
  readonly limiter: RateLimiter;
  readonly trustedHops: number;
  /** Is told of a request that came through a proxy which this one was not told to trust. */
  readonly onUntrusted: () => void;
}

/**
 * Limits by the address that asks, until it is known which person does: a hospital has one address for all. Without an
 * address nothing counts, or one caller could lock all out.
 */
function limitByAddress(serve: Serve, limit: LimitName, parts: AddressLimit): Serve {
  const { limiter, trustedHops, onUntrusted } = parts;
  return async (call) => {
    if (trustedHops === 0 && call.request.isForwarded) onUntrusted();
    const address = call.request.address?.(trustedHops) ?? null;
    if (address === null) return serve(call);
    await limiter(limit, address, call);
    const answer = await serve(call);
    if (call.person !== '') {
      await limiter.giveBack(limit, address);
      delete call.rateLimit;
      await limiter('subject', call.person, call);
    }
    return answer;
  };
}

export function createRouteGroups(
  routes: readonly OwnRoute[],
  addressLimit: AddressLimit,
): readonly RouteGroup[] {
  const byPath = Map.groupBy(routes, ({ endpoint }) => endpoint.path);
  return [...byPath].map(([path, group]): RouteGroup => {
    const byMethod = new Map<string, Found>();
    let rules = DEFAULT_RULES;
    for (const { endpoint, serve, rules: exceptions } of group) {
      rules = { ...CALLER_RULES[endpoint.caller], ...exceptions };
      const limit = rules.addressLimit;
      const limited = limit === null ? serve : limitByAddress(serve, limit, addressLimit);
      byMethod.set(endpoint.method, { kind: 'found', route: toRouteName(endpoint), serve: limited });
    }
    const other: Found = { kind: 'method', allowed: [...byMethod.keys()] };
    const nothing: Found = { kind: 'none' };
    return {
      ...rules,
      find(method, rawPath) {
        if (rawPath !== path || (method === 'OPTIONS' && !rules.allowsPreflight)) return nothing;
        return byMethod.get(method === 'HEAD' && rules.allowsHead ? 'GET' : method) ?? other;
      },
    };
  });
}
