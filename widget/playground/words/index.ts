import { en } from './en.ts';
import { es } from './es.ts';
import { ptBR } from './pt-BR.ts';
import type { PlaygroundWords } from './words.ts';

export type { PlaygroundState, PlaygroundWords } from './words.ts';

/** The languages of the playground, which are those of the elements, by their BCP 47 tags. */
export const PLAYGROUND_LANGUAGES: Readonly<Record<string, { name: string; words: PlaygroundWords }>> = {
  en: { name: 'English', words: en },
  'pt-BR': { name: 'Português (Brasil)', words: ptBR },
  es: { name: 'Español', words: es },
};

/** The words for a tag of {@link PLAYGROUND_LANGUAGES}; English for any other. */
export const playgroundWords = (lang: string): PlaygroundWords => PLAYGROUND_LANGUAGES[lang]?.words ?? en;
