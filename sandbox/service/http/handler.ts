import type { Endpoint, PathValues, QueryValues } from '@instrument-panel/client/contract';
import type * as declared from '@instrument-panel/client/endpoints';
import type * as z from 'zod/mini';
import type { SandboxLanguage } from '../../words/index.ts';
import type { ServiceContext } from '../service.ts';

type Declared = typeof declared;

type BodyOf<E> = E extends { readonly body: infer B }
  ? B extends z.ZodMiniType
    ? z.output<B>
    : null
  : never;
type ReplyOf<E> = E extends { readonly response: infer R extends z.ZodMiniType } ? z.input<R> : never;

/** A request that has passed every check of its declaration. */
export interface EndpointCall<E> {
  readonly service: ServiceContext;
  readonly partner: string;
  readonly language: SandboxLanguage;
  readonly path: E extends Endpoint<infer P> ? PathValues<P> : never;
  readonly query: E extends { readonly query: infer Q extends Endpoint['query'] } ? QueryValues<Q> : never;
  readonly body: BodyOf<E>;
}

/** A reply in another media type (`binary` of the declaration). */
export interface FileReply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly filename: string;
}

export type Awaitable<T> = T | Promise<T>;

/** Returns the reply's body, with its status if that is not the first of the declaration; or a file. */
type Handler<E> = (
  call: EndpointCall<E>,
) => Awaitable<{ readonly body: ReplyOf<E>; readonly status?: number } | { readonly file: FileReply }>;

/** One handler for each endpoint: one that is missing does not compile. */
export type Handlers = { readonly [Id in keyof Declared]: Handler<Declared[Id]> };
