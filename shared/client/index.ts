/** The typed client of the service, and its contract. */

export {
  type ApplyOnceInput,
  type ApplyOutcome,
  applyOnce,
  LOOKUP_DELAYS_MS,
  type LookUp,
  lookUpApplied,
} from './apply-once.ts';
export { createSingleFlight, sleep } from './async.ts';
export type {
  CallArguments,
  Caller,
  CallInput,
  Client,
  FileReply,
  OnUnreadable,
  RawAnswer,
  Reply,
} from './call.ts';
export { type CallerOptions, createCaller, type SendRequest } from './caller.ts';
export { type ClientOptions, createClient, type SentRequest, type SentResponse } from './client.ts';
export * from './contract/index.ts';
export * from './errors.ts';
export * from './events.ts';
export { type PagedList, type PageItem, type PagesInput, pages, type ResultPage } from './paging.ts';
export { PROBLEM_BY_CODE, toProblemKind } from './problems.ts';
export { type LostRow, type Readable, readAnswer, type Unreadable } from './read.ts';
export { toServiceError } from './refusal.ts';
export { type BackoffBounds, backoffMs, readRetryAfterMs } from './retry.ts';
export {
  authorise,
  type Credentials,
  createTokenSource,
  type FetchToken,
  type ScopedTokenSource,
  type Token,
  type TokenReason,
  type TokenSource,
} from './token.ts';
export { withTraceparent } from './trace.ts';
export { explainUnreachable, type Unreachable } from './unreachable.ts';
