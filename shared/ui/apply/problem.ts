import { isServiceError, toProblemKind } from '@instrument-panel/client';
import { APPLY_PROBLEMS, type ApplyMessages, type ApplyProblem } from '../../words/apply.ts';

/** A failure of the form itself; `message` is for the developer, the sentence for the user is in the locale. */
export class ApplyError extends Error {
  override readonly name = 'ApplyError';
  /** Stable, and the key of the user's sentence. */
  readonly code: ApplyProblem;
  /** The attribute concerned, for the user's sentence. */
  readonly about: string;

  constructor(code: ApplyProblem, message: string, about = '') {
    super(message);
    this.code = code;
    this.about = about;
  }
}

/** Returns what a failure means for the user. */
export function toApplyProblem(error: unknown): ApplyProblem {
  if (error instanceof ApplyError) return error.code;
  return isServiceError(error) ? toProblemKind(error, APPLY_PROBLEMS) : 'service';
}

/** The user's sentences about a failure: what it is, what to do, and what the service itself says of it. */
export function sayProblem(words: ApplyMessages, error: unknown): string {
  const problem = toApplyProblem(error);
  const wait = isServiceError(error) ? error.retryAfterMs : undefined;
  const facts = {
    about: error instanceof ApplyError ? error.about : '',
    seconds: wait === undefined ? null : Math.max(1, Math.ceil(wait / 1_000)),
  };
  const message = words.problems[problem];
  const said = typeof message === 'function' ? message(facts) : message;
  const isTold = problem === 'state' || problem === 'refused';
  // Their own sentence may speak of the patient: it is shown to the person who asked, and goes nowhere else.
  return isTold && isServiceError(error) && error.detail
    ? `${said} ${words.serviceSays({ sentence: error.detail })}`
    : said;
}
