/**
 * The words of `<instrument-panel>`: English at once, every other language in a file of its own, which is fetched
 * when it is first asked for.
 *
 * @module
 */
export { en } from './en.ts';
export { createFormat, type Format, isTimeZone } from './format.ts';
export { loadMessages, messagesFor } from './languages.ts';
export { type PanelMessages, PROBLEMS, type Problem } from './messages.ts';
export * from './say.ts';
