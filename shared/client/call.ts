import type { Call, PathValues, QueryValues } from './contract/endpoint.ts';
import type { Schema, SentOf, ValueOf } from './contract/plan.ts';
import type { Readable } from './read.ts';

type Nothing = Record<never, never>;
type Untyped = Readonly<Record<string, unknown>>;

/** A part of the input: forbidden where it has no names, optional where it needs none of them. */
type Part<Name extends string, Values> = keyof Values extends never
  ? { readonly [N in Name]?: undefined }
  : Nothing extends Values
    ? { readonly [N in Name]?: Values | undefined }
    : { readonly [N in Name]: Values };

/**
 * How unreadable fields of an answer are handled: `note` lists them in `unreadable`, `throw` throws a `ContractError`.
 * A write has been carried out in either case.
 */
export type OnUnreadable = 'note' | 'throw';

/** What a call of an endpoint takes; each part is required exactly where the declaration needs it. */
export type CallInput<E extends Call> = (string extends E['path']
  ? { readonly params?: Untyped | undefined }
  : Part<'params', PathValues<E['path']>>) &
  (string extends keyof E['query']
    ? { readonly query?: Untyped | undefined }
    : Part<'query', QueryValues<E['query']>>) &
  (Schema | null extends E['body']
    ? { readonly body?: unknown }
    : E['body'] extends Schema
      ? { readonly body: SentOf<E['body']> }
      : { readonly body?: undefined }) & {
    /** Ends the wait with its own reason. A write that was already sent may still be carried out. */
    readonly signal?: AbortSignal | undefined;
    /** Milliseconds for this call as a whole, retries and waits included. Default: the client's. */
    readonly timeoutMs?: number | undefined;
  };

/** The input as an argument, with `More` of a client's own: left out where nothing is required. */
export type CallArguments<E extends Call, More = unknown> =
  Nothing extends CallInput<E> ? [input?: CallInput<E> & More] : [input: CallInput<E> & More];

/** What a client takes of each call beside the call's own. */
export interface ClientInput {
  /** Default: the client's. */
  readonly onUnreadable?: OnUnreadable | undefined;
}

/** Nothing is stored, no cookie is sent, and a redirect would carry the credentials to an unknown address. */
export const PRIVATE_REQUEST = {
  redirect: 'error',
  cache: 'no-store',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
} as const;

/** An answer that was read. Equal reads made at once share one, so it is not to be changed. */
export interface Reply<T> extends Readable<T> {
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds since the epoch at which the answer had arrived, by the clock of this machine. */
  readonly receivedAt: number;
  /** Milliseconds since the epoch at which the service sent it (its `Date`); null where that is not known. */
  readonly sentAt: number | null;
  /** True of a list that the proxy read to its end: nothing follows the last row. */
  readonly isWhole?: boolean;
}

/** An answer that is a document (`binary` of the endpoint). */
export interface FileReply extends Pick<Reply<never>, 'status' | 'receivedAt'> {
  readonly bytes: ArrayBuffer;
  readonly contentType: string;
}

/** Calls an endpoint by its declaration, which carries all types. */
export type Caller = <E extends Call>(
  endpoint: E,
  ...input: CallArguments<E>
) => Promise<Reply<ValueOf<E['response']>>>;

/** An answer as it came, before anything of it was read. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Blob;
}

/** The client of the service: a function of an endpoint's declaration, which carries all types. */
export interface Client extends Caller {
  /** Calls an endpoint. @throws {ServiceError} of one kind per failure; the reason of `signal` where that aborts */
  <E extends Call>(
    endpoint: E,
    ...input: CallArguments<E, ClientInput>
  ): Promise<Reply<ValueOf<E['response']>>>;
  /** Reads the other media type of an endpoint that declares `binary`, such as an instrument's PDF. */
  file<E extends Call>(endpoint: E, ...input: CallArguments<E>): Promise<FileReply>;
  /** Gives the answer of a success as it came, with its headers, and unread. Everything else is as in a call. */
  raw<E extends Call>(endpoint: E, ...input: CallArguments<E>): Promise<RawAnswer>;
}
