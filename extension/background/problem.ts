import { isServiceError } from '@instrument-panel/client';
import { ApplyError } from '@instrument-panel/shared/ui/apply/problem';
import type { Problem, ProblemCode } from '../intents/protocol.ts';

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

/** What the proxy's codes mean for the person (proxy/README.md, From the EHR's patient to the service's). */
const BY_CODE: Readonly<Record<string, ProblemCode>> = {
  NOT_LINKED: 'not-linked',
  PATIENT_GONE: 'not-linked',
  IDENTIFIERS_DISAGREE: 'disagrees',
};
const BY_NAME: Readonly<Record<string, ProblemCode>> = {
  TokenError: 'signed-out',
  AuthenticationError: 'signed-out',
  ContractError: 'unreadable',
  ForbiddenError: 'forbidden',
  NotFoundError: 'not-found',
  RateLimitedError: 'busy',
  InternalError: 'service',
};
const NO_ANSWER: ReadonlySet<string> = new Set(['NetworkError', 'TimeoutError']);
const OF_APPLY: Readonly<Partial<Record<string, ProblemCode>>> = { mismatch: 'mismatch' };

/**
 * What a page is told of a failure: a code, a status, a trace. Nothing of an error's message goes out, since it may
 * have been made of what the service says.
 */
export function toProblem(error: unknown, isOnline: boolean): Problem {
  const plain = (code: string, isOutcomeUnknown = false): Problem => ({
    code,
    status: null,
    traceId: null,
    isOutcomeUnknown,
  });
  if (error instanceof Refused) return plain(error.code, error.isOutcomeUnknown);
  if (error instanceof ApplyError) return plain(OF_APPLY[error.code] ?? 'service');
  if (!isServiceError(error)) return plain('service');
  const { name, status, traceId } = error;
  const isOutcomeUnknown = name === 'UnknownOutcomeError' || (name === 'ContractError' && status > 199);
  const code = NO_ANSWER.has(name)
    ? isOnline
      ? 'network'
      : 'offline'
    : (BY_CODE[error.code] ?? BY_NAME[name] ?? error.code);
  return { code, status: status || null, traceId: traceId ?? null, isOutcomeUnknown };
}
