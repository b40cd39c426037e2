import type { Language } from '../../language.ts';
import { en } from './en.ts';
import { ptBR } from './pt-BR.ts';
import type { VariantWords } from './words.ts';

export type { VariantWords } from './words.ts';

const WORDS: Readonly<Record<Language, VariantWords>> = { en, 'pt-BR': ptBR };

export const variantWords = (language: Language): VariantWords => WORDS[language];
