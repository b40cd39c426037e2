/**
 * The typed client of the service: `createClient` for calls, `pages` for the paged lists, `createTokenSource` for
 * what runs in a browser, and one error class for each way in which a call can fail.
 *
 * @module
 */
export type { Credentials, TokenReason, TokenSource } from './auth.ts';
export type { CallArguments, CallInput, Client, FileReply, Reader, Reply } from './call.ts';
export { type ClientOptions, createClient } from './client.ts';
export * from './errors.ts';
export { type Page, type PagedList, type PageItem, type PagesInput, pages } from './paging.ts';
export { type Readable, readTolerantly, type Unreadable } from './read.ts';
export { createReader, type ReaderOptions } from './reader.ts';
export * from './refusals.ts';
export { createTokenSource, type FetchToken, type ScopedTokenSource, type Token } from './token.ts';
