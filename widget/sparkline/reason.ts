import { loadMessages, whole } from '@instrument-panel/shared/locale/panel';
import { createFormat } from '@instrument-panel/shared/locale/panel/format';
import { sayProblem } from '../panel/say-problem.ts';

/** What a failure means for the user, and what to do: fetched when something failed. */
export async function reasonOf(language: string, error: Error): Promise<string> {
  const words = await loadMessages(language);
  return sayProblem(whole({ words, format: createFormat(words) }).words, error);
}
