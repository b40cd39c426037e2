import { type Readable, toProblemKind } from '@instrument-panel/client';
import { type LostAnswer, toLostAnswers } from '@instrument-panel/shared/score/latest';
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

/** Something read, and what of it could not be. */
export interface Part<T> {
  readonly data: T;
  /** How many fields could not be read. */
  readonly unreadable: number;
  /** Their paths in the answer. */
  readonly paths: readonly string[];
  /** What could be read of answers that were left out. */
  readonly lost: readonly LostAnswer[];
}

/** Makes the part of what was read of a reply. */
export const toPart = <T>({ data, unreadable, lostRows }: Readable<T>): Part<T> => ({
  data,
  unreadable: unreadable.length,
  paths: unreadable.map(({ path }) => path),
  lost: toLostAnswers(lostRows),
});

/** The right patient or nothing: a reply about anyone or anything else is refused whole. */
export function mustBe(isRight: boolean): void {
  if (!isRight) throw new PanelError('mismatch', 'a reply is about another patient or instrument.');
}

/** The failure of an attribute that holds what it does not take; what it takes is said on the console. */
export const invalidAttribute = (name: string): PanelError =>
  new PanelError('invalid', `${name} is invalid`, name);

/** The kinds of failures of the client for which the panel has a sentence. */
const KNOWN = [
  'signed-out',
  'token',
  'address',
  'forbidden',
  'not-found',
  'busy',
  'unreadable',
  'network',
] as const;

/** Returns what a failure means for the user. */
export const toPanelProblem = (error: unknown): Problem =>
  error instanceof PanelError ? error.code : toProblemKind(error, KNOWN);
