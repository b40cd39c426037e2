import type { PanelMessages } from '@instrument-panel/shared/words/panel';
import { PanelError, toPanelProblem } from './problem.ts';

/** The user's sentence about a failure: what it is, and what to do. */
export function sayProblem(words: PanelMessages, error: Error): string {
  const message = words.problems[toPanelProblem(error)];
  const about = error instanceof PanelError ? error.about : '';
  return typeof message === 'function' ? message({ about }) : message;
}
