import type { PanelMessages, Problem } from '../../shared/locale/panel/index.ts';

/** A failure of the panel itself; `message` is for the developer, the sentence for the user is in the locale. */
export class PanelError extends Error {
  override readonly name = 'PanelError';
  /** Stable, and the key of the user's sentence. */
  readonly code: Problem;
  /** The attribute concerned, for the user's sentence. */
  readonly about: string;

  constructor(code: Problem, message: string, about = '') {
    super(message);
    this.code = code;
    this.about = about;
  }
}

/** The client's kinds of error by what the user can do; a name holds for every copy of the client. */
const BY_NAME: Readonly<Record<string, Problem>> = {
  AuthenticationError: 'signed-out',
  TokenError: 'signed-out',
  ForbiddenError: 'forbidden',
  NotFoundError: 'not-found',
  ContractError: 'unreadable',
  NetworkError: 'network',
  TimeoutError: 'network',
  RateLimitedError: 'busy',
};

/** What a failure means for the user. */
export const problemOf = (error: unknown): Problem =>
  error instanceof PanelError ? error.code : (error instanceof Error && BY_NAME[error.name]) || 'service';

/** The user's sentence about a failure: what it is, and what to do. Empty without one. */
export const sayProblem = (words: PanelMessages, error: Error | null): string =>
  error ? words.problems[problemOf(error)](error instanceof PanelError ? error.about : '') : '';
