import { createFormat } from '../../shared/locale/panel/format.ts';
import { loadMessages, whole } from '../../shared/locale/panel/index.ts';
import { sayProblem } from '../panel/say-problem.ts';

/** What a failure means for the user, and what to do: fetched when something failed. */
export async function reasonOf(language: string, error: Error): Promise<string> {
  const words = await loadMessages(language);
  return sayProblem(whole({ words, format: createFormat(words) }).words, error);
}
