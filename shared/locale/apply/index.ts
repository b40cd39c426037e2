/**
 * The words of `<instrument-apply>`: English at once, every other language in a file of its own, fetched when it
 * is asked for.
 *
 * @module
 */
export { applyEn } from './en.ts';
export { type ApplyFormat, createApplyFormat } from './format.ts';
export { applyMessagesFor, loadApplyMessages } from './languages.ts';
export {
  APPLY_PROBLEMS,
  type ApplyChange,
  type ApplyField,
  type ApplyMessages,
  type ApplyProblem,
  type ApplyStanding,
} from './messages.ts';
