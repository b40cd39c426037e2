/** The words of `<instrument-overview>`: English at once, other languages fetched when they are asked for. */
import { type OverviewMessages, overviewEn } from './compiled/overview/en.js';
import { overviewLoaders } from './compiled/overview/lazy.js';
import { createMessageLoader } from './languages.ts';

export type { OverviewMessages };

export const { messagesFor: overviewMessagesFor, loadMessages: loadOverviewMessages } = createMessageLoader(
  overviewEn,
  overviewLoaders,
);
