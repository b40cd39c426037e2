/** The words of `<instrument-caseload>`: those of its rows in English at once, all others fetched when they are asked for. */
import type { CaseloadMessages } from './compiled/caseload/en.js';
import { caseloadLoaders } from './compiled/caseload/lazy.js';
import { type CaseloadFirstMessages, caseloadFirstEn } from './compiled/caseload-first/en.js';
import { createMessageLoader } from './languages.ts';

export type { CaseloadFirstMessages, CaseloadMessages };

export const { messagesFor: caseloadMessagesFor, loadMessages: loadCaseloadMessages } =
  createMessageLoader<CaseloadFirstMessages>(caseloadFirstEn, caseloadLoaders);
