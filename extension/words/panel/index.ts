/**
 * The words of the panel in a chart, in the extension's languages.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { ChartWords } from './words.ts';

export {
  CHANGES,
  type ChangeKind,
  type ChangeWords,
  type ChartWords,
  TROUBLES,
  type TroubleName,
} from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const chartWords = (tag: string): ChartWords => (matchLanguage(tag) === 'pt-BR' ? ptBR : en);
