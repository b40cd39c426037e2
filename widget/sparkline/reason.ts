import { createFormat } from '@instrument-panel/shared/words/format';
import { loadMessages } from '@instrument-panel/shared/words/panel';
import { completeSpeech } from '@instrument-panel/shared/words/say-details';
import { sayProblem } from '../panel/say-problem.ts';

/** What a failure means for the user, and what to do: fetched when something failed. */
export async function reasonOf(language: string, error: Error): Promise<string> {
  const words = await loadMessages(language);
  return sayProblem(completeSpeech({ words, format: createFormat(words) }).words, error);
}
