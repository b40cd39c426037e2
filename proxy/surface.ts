import type { Call, ProxyResponse } from './exchange.ts';

/** What stands behind a path and a method. */
export type Found =
  | {
      readonly kind: 'found';
      /** Method and template, for the log. */
      readonly route: string;
      readonly serve: (call: Call) => Promise<ProxyResponse>;
    }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** One part of what the proxy offers. `find` gets the raw path and never decodes it. */
export interface Surface {
  readonly find: (method: string, rawPath: string) => Found;
  /** Pages may send cookies and an Authorization of their own here. */
  readonly withCredentials: boolean;
  /** Also for pages that are not listed; they get no CORS header, so that a script of theirs cannot read it. */
  readonly anyOrigin?: boolean;
  /**
   * Whose places its requests take: those of all by default, the deliveries' own, which are there however late the
   * event loop is, or none, so that it is answered however busy the proxy is.
   */
  readonly lane?: 'deliveries' | 'none';
}

/** A surface of a single path and method. */
export function singlePath(
  method: string,
  path: string,
  serve: (call: Call) => Promise<ProxyResponse>,
  withCredentials = false,
): Surface {
  return {
    withCredentials,
    find(askedMethod, rawPath) {
      if (rawPath !== path) return { kind: 'none' };
      if (askedMethod !== method) return { kind: 'method', allowed: [method] };
      return { kind: 'found', route: `${method} ${path}`, serve };
    },
  };
}
