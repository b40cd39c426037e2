import { languagesOf } from '../languages.ts';
import { applyEn } from './en.ts';
import type { ApplyMessages } from './messages.ts';

export const { messagesFor: applyMessagesFor, loadMessages: loadApplyMessages } = languagesOf<ApplyMessages>(
  applyEn,
  {
    es: async () => (await import('./es.ts')).applyEs,
    pt: async () => (await import('./pt-BR.ts')).applyPtBR,
  },
);
