import { languagesOf } from '../languages.ts';
import { en } from './en.ts';
import type { FirstMessages } from './messages.ts';

export const { messagesFor, loadMessages } = languagesOf<FirstMessages>(en, {
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt-BR.ts')).ptBR,
});
