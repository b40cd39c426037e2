/**
 * The words of `<instrument-panel>`: the first English ones at once, the rest of them
 * and every other language in files of their own, which are fetched when they are asked for.
 *
 * @module
 */
export { en } from './en.ts';
export { createFormat, type Format, isTimeZone } from './format.ts';
export { loadMessages, messagesFor } from './languages.ts';
export {
  type CourseMessages,
  type FirstMessages,
  type PanelMessages,
  PROBLEMS,
  type Problem,
} from './messages.ts';
export * from './say.ts';
export * from './say-point.ts';
