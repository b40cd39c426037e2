/**
 * The words of `<instrument-sparkline>`: English at once, every other language fetched when it is asked for.
 *
 * @module
 */
import { languagesOf } from '../languages.ts';
import { en } from './en.ts';
import type { SparklineMessages } from './words.ts';

export { createFormat, isTimeZone } from '../panel/format.ts';
export { sayRisk } from '../panel/say.ts';
export * from './say.ts';
export type { SparklineMessages } from './words.ts';

export const { messagesFor, loadMessages } = languagesOf<SparklineMessages>(en, {
  pt: async () => (await import('./pt-BR.ts')).ptBR,
  es: async () => (await import('./es.ts')).es,
});
