/**
 * The words of `<instrument-panel>`, in English and Brazilian Portuguese.
 *
 * @module
 */
import { en } from './en.ts';
import type { PanelMessages } from './messages.ts';
import { ptBR } from './pt-BR.ts';

export { createFormat, type Format, isTimeZone } from './format.ts';
export { type PanelMessages, PROBLEMS, type Problem } from './messages.ts';
export * from './say.ts';
export { en, ptBR };

/** The words for a BCP 47 tag: any Portuguese gives `pt-BR`, everything else English. */
export const messagesFor = (lang: string | null | undefined): PanelMessages =>
  /^pt\b/i.test(lang ?? '') ? ptBR : en;
