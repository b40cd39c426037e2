/** The words of `<instrument-panel>`: those of the first paint in English at once, all others fetched when asked for. */
import type { PanelMessages } from './compiled/panel/en.js';
import { panelLoaders } from './compiled/panel/lazy.js';
import { type PanelFirstMessages, panelFirstEn } from './compiled/panel-first/en.js';
import { createMessageLoader } from './languages.ts';

export type { PanelFirstMessages, PanelMessages };

/** Why the panel shows no current graph; each has a sentence that says what to do. */
export type Problem = keyof PanelMessages['problems'];

export const { messagesFor, loadMessages } = createMessageLoader<PanelFirstMessages>(
  panelFirstEn,
  panelLoaders,
);
