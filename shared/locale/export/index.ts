import { en } from './en.ts';
import { es } from './es.ts';
import { ptBR } from './pt-BR.ts';
import type { ExportWords } from './words.ts';

export type { ExportWords } from './words.ts';

const WORDS: ReadonlyMap<string, ExportWords> = new Map([
  ['en', en],
  ['es', es],
  ['pt', ptBR],
]);

/** The words of exports for a BCP 47 tag; English for a language that is not there. */
export const exportWords = (lang: string): ExportWords =>
  WORDS.get(lang.split('-', 1)[0]?.toLowerCase() ?? '') ?? en;
