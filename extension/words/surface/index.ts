/**
 * The words that the popup, the options and the side panel share.
 *
 * @module
 */
import { matchLanguage } from '../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { SurfaceWords } from './words.ts';

export {
  type IdentifierName,
  type Reason,
  type ReasonName,
  SURFACE_PROBLEMS,
  type SurfaceProblem,
  type SurfaceWords,
} from './words.ts';

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const surfaceWords = (lang: string): SurfaceWords => (matchLanguage(lang) === 'pt-BR' ? ptBR : en);
