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

/** True where the service sent the identifier that was asked for, which is in lower case. */
export const same = (sent: string, asked: string): boolean => sent.toLowerCase() === asked;
