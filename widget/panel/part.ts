import { PanelError } from './problem.ts';

/** Something read, and how many items of it could not be. */
export interface Part<T> {
  readonly data: T;
  readonly unreadable: number;
}

/** The right patient or nothing: a reply about anyone or anything else is refused whole. */
export function mustBe(isRight: boolean): void {
  if (!isRight) throw new PanelError('mismatch', 'a reply is about another patient or instrument.');
}
