import type { Problem } from '@instrument-panel/shared/words/panel';

/** A failure of the panel itself; `message` is for the developer, the sentence for the user is in the locale. */
export class PanelError extends Error {
  override readonly name = 'PanelError';
  /** Stable, and the key of the user's sentence. */
  declare readonly code: Problem;
  /** The attribute concerned, for the user's sentence. */
  declare readonly about: string;

  constructor(code: Problem, message: string, about = '') {
    super(message);
    this.code = code;
    this.about = about;
  }
}

/** The failure of an attribute that holds what it does not take; what it takes is said on the console. */
export const invalid = (name: string): PanelError => new PanelError('invalid', `${name} is invalid`, name);

/**
 * The client's errors by what the user can do: refusals by their status, which is there even where their kind
 * could not be told, others by their name, which holds for every copy of the client.
 */
const KINDS: Readonly<Record<string, Problem>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  429: 'busy',
  TokenError: 'signed-out',
  ContractError: 'unreadable',
  NetworkError: 'network',
  TimeoutError: 'network',
};

/** What a failure means for the user. */
export function problemOf(error: unknown): Problem {
  if (error instanceof PanelError) return error.code;
  if (!(error instanceof Error)) return 'service';
  return KINDS[error.name] ?? ('status' in error ? KINDS[String(error.status)] : undefined) ?? 'service';
}
