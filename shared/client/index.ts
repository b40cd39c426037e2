/**
 * The typed client of the service and its contract: `createClient` for calls, `pages` for the paged lists,
 * `createTokenSource` for what runs in a browser, one error class for each way in which a call can fail, and every
 * endpoint, resource and webhook of the service.
 *
 * @module
 */
export { sleep } from './abort.ts';
export type { Credentials, TokenReason, TokenSource } from './auth.ts';
export { authorised } from './auth.ts';
export type { CallArguments, CallInput, Client, FileReply, Reader, Reply } from './call.ts';
export { type ClientOptions, createClient } from './client.ts';
export * from './contract/index.ts';
export * from './errors.ts';
export * from './events/index.ts';
export { createSingleFlight } from './flight.ts';
export { type Page, type PagedList, type PageItem, type PagesInput, pages } from './paging.ts';
export { type Readable, readTolerantly, type Unreadable } from './read.ts';
export { readLazily } from './read-lazily.ts';
export { createReader, type ReaderOptions } from './reader.ts';
export { refusal } from './refusal.ts';
export * from './refusals.ts';
export { retryAfter } from './retry-after.ts';
export { createTokenSource, type FetchToken, type ScopedTokenSource, type Token } from './token.ts';
