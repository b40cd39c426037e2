import type * as z from 'zod/mini';
import { type Call, type Permission, type QueryParams, writerOf } from '../endpoint.ts';

/**
 * Who calls an endpoint of the proxy, and how the proxy knows:
 * - `token`: a caller with a token of this proxy, sent as `Authorization: Bearer`; the permission rules the rest;
 * - `page`: a page of a listed origin, with the partner's own cookie or Authorization, which the session hook judges;
 * - `person`: a person in a window of the browser, known by the partner's cookie;
 * - `administrator`: an administrator in a window of the browser, known by the proxy's own cookie;
 * - `client`: an OAuth client, known by its id and PKCE verifier;
 * - `service`: the service, by the signature over the raw bytes;
 * - `operator`: the operator's monitoring, by the configured token;
 * - `anyone`: no credentials are needed.
 */
export type ProxyCaller =
  | 'token'
  | 'page'
  | 'person'
  | 'administrator'
  | 'client'
  | 'service'
  | 'operator'
  | 'anyone';

/** One endpoint of the proxy itself: its route, its input check and its clients follow from it. */
export interface ProxyEndpoint<
  Path extends string = string,
  Query extends QueryParams = QueryParams,
  Body extends z.ZodMiniType | null = z.ZodMiniType | null,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Caller extends ProxyCaller = ProxyCaller,
> extends Call<Path, Query, Body, Reply> {
  readonly base: '';
  readonly summary: string;
  readonly caller: Caller;
  /** What the token must allow; null for a caller without a token. */
  readonly permission: Caller extends 'token' ? Permission : null;
  /** How the body is written. Default: `json`. */
  readonly bodyType: 'json' | 'form' | 'multipart' | 'bytes';
  /** Media type of a successful answer. Default: `application/json`. */
  readonly media: 'application/json' | 'text/event-stream' | 'text/html' | 'text/plain' | null;
  /** Success statuses, the usual one first. Default: `[200]`. */
  readonly success: readonly number[];
}

type Defaulted =
  | 'id'
  | 'method'
  | 'base'
  | 'query'
  | 'body'
  | 'bodyType'
  | 'media'
  | 'success'
  | 'effect'
  | 'permission'
  | 'writeBody';

/** Declares an endpoint of the proxy. Default: GET, no query, no body, JSON both ways, success 200. */
/* @__NO_SIDE_EFFECTS__ */
export function proxyEndpoint<
  const Path extends string,
  Reply extends z.ZodMiniType,
  const Caller extends ProxyCaller,
  Query extends QueryParams = Record<never, never>,
  Body extends z.ZodMiniType | null = null,
>(
  id: string,
  declared: Omit<ProxyEndpoint<Path, Query, Body, Reply, Caller>, Defaulted> &
    Partial<Omit<ProxyEndpoint<Path, Query, Body, Reply, Caller>, 'id' | 'base' | 'permission'>> &
    (Caller extends 'token' ? { readonly permission: Permission } : { readonly permission?: never }),
): ProxyEndpoint<Path, Query, Body, Reply, Caller> {
  const { method = 'GET' } = declared;
  return {
    query: {},
    body: null,
    bodyType: 'json',
    media: 'application/json',
    success: [200],
    permission: null,
    effect: method === 'GET' ? 'read' : 'write',
    ...declared,
    id,
    method,
    base: '',
    writeBody: writerOf(declared.body),
  } as unknown as ProxyEndpoint<Path, Query, Body, Reply, Caller>;
}
