/**
 * The typed client of the service. What checks values by zod is in `./contract`, apart: importing zod takes longer than
 * all of this.
 *
 * @module
 */

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
export { BASE_PATH, type Call, type Endpoint, type Permission } from './contract/endpoint.ts';
export * from './contract/endpoints/index.ts';
export * from './contract/endpoints/later.ts';
export * from './contract/endpoints/summaries.ts';
export {
  CHOSEN_ERROR_CODES,
  type ErrorResponse,
  SERVICE_ERROR_CODES,
  type ServiceErrorCode,
} from './contract/errors.ts';
export * from './contract/limits.ts';
export * from './contract/open-states.ts';
export type { Schema, SentOf, ValueOf } from './contract/plan.ts';
export type { EventHint } from './contract/proxy-api/events.ts';
export type * from './contract/resources/index.ts';
export * from './contract/roles.ts';
export * from './contract/states.ts';
export { unreadFields } from './contract/unread-fields.ts';
export { inCourses } from './courses.ts';
export * from './errors.ts';
export * from './events.ts';
export { type PagedList, type PageItem, type PagesInput, pages, type ResultPage } from './paging.ts';
export { PROBLEM_BY_CODE, toProblemKind } from './problems.ts';
export { createSoundCheck, type LostRow, type Readable, readAnswer, type Unreadable } from './read.ts';
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
