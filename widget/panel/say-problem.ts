import type { PanelMessages } from '../../shared/locale/panel/index.ts';
import { PanelError, problemOf } from './problem.ts';

/** The user's sentence about a failure: what it is, and what to do. */
export const sayProblem = (words: PanelMessages, error: Error): string =>
  words.problems[problemOf(error)](error instanceof PanelError ? error.about : '');
