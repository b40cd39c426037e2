/** The words of `<instrument-caseload>`: English at once, other languages fetched when they are asked for. */
import { type CaseloadMessages, caseloadEn } from './compiled/caseload/en.js';
import { caseloadLoaders } from './compiled/caseload/lazy.js';
import { createMessageLoader } from './languages.ts';

export type { CaseloadMessages };

export const { messagesFor: caseloadMessagesFor, loadMessages: loadCaseloadMessages } = createMessageLoader(
  caseloadEn,
  caseloadLoaders,
);
