import type { PanelMessages } from '@instrument-panel/shared/locale/panel';
import { PanelError, problemOf } from './problem.ts';

/** The user's sentence about a failure: what it is, and what to do. */
export const sayProblem = (words: PanelMessages, error: Error): string =>
  words.problems[problemOf(error)](error instanceof PanelError ? error.about : '');
