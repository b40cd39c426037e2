import { isServiceError } from '@instrument-panel/client';
import { ApplyError } from '@instrument-panel/shared/ui/apply/problem';
import { type Problem, plainProblem } from '../intents/protocol.ts';
import type { ProblemCode } from '../words/problems.ts';

/** Why the background itself does not do something. Its message is for developers, and holds no data. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ProblemCode;
  /** True where a write was sent and may have been carried out. */
  readonly isOutcomeUnknown: boolean;

  constructor(code: ProblemCode, { isOutcomeUnknown = false } = {}) {
    super(`Not done: ${code}.`);
    this.code = code;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** Problem codes for the proxy's own codes (docs/proxy.md), and for the kinds of the client's errors. */
const PROBLEM_CODES: Readonly<Record<string, ProblemCode>> = {
  NOT_LINKED: 'not-linked',
  PATIENT_GONE: 'not-linked',
  IDENTIFIERS_DISAGREE: 'disagrees',
  TokenError: 'signed-out',
  AuthenticationError: 'signed-out',
  ContractError: 'unreadable',
  ForbiddenError: 'forbidden',
  NotFoundError: 'not-found',
  RateLimitedError: 'busy',
  InternalError: 'service',
};

/** Converts a failure to a problem for a page, without its message, which may hold the service's words. */
export function toProblem(error: unknown, isOnline: boolean): Problem {
  if (error instanceof Refused) return plainProblem(error.code, error.isOutcomeUnknown);
  if (error instanceof ApplyError) return plainProblem(error.code === 'mismatch' ? 'mismatch' : 'service');
  if (!isServiceError(error)) return plainProblem('service');
  const { name, status, traceId, thrown } = error;
  // Why there is no token, where the background knows it.
  if (thrown instanceof Refused) return plainProblem(thrown.code);
  const isUnanswered = name === 'NetworkError' || name === 'TimeoutError';
  const unanswered = isOnline ? 'network' : 'offline';
  return {
    code: isUnanswered ? unanswered : (PROBLEM_CODES[error.code] ?? PROBLEM_CODES[name] ?? error.code),
    status: status || null,
    traceId: traceId ?? null,
    isOutcomeUnknown: name === 'UnknownOutcomeError' || (name === 'ContractError' && status > 199),
  };
}

/** Why a message was refused before it was heard. */
export type RefusalReason =
  | 'sender'
  | 'malformed'
  | 'origin'
  | 'unknown-intent'
  | 'invalid-input'
  | 'not-yours'
  | 'stale';

/** Counts for the diagnostics: reasons and codes only, nothing of what was said. */
export class Counters {
  readonly refused: Record<string, number> = {};
  readonly failures: Record<string, number> = {};

  refuse(reason: RefusalReason): void {
    this.refused[reason] = (this.refused[reason] ?? 0) + 1;
  }

  /** A code of the service may be anything: anything that is not spelled like a code is counted as `other`. */
  fail(code: string): void {
    const known = /^[A-Za-z][\w-]{0,60}$/.test(code) ? code : 'other';
    this.failures[known] = (this.failures[known] ?? 0) + 1;
  }
}
