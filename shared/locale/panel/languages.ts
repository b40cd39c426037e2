import { en } from './en.ts';
import type { FirstMessages, PanelMessages } from './messages.ts';

/** Where the words of a language other than English come from, by its primary tag. */
const FILES: ReadonlyMap<string, () => Promise<PanelMessages>> = new Map([
  ['pt', async () => (await import('./pt-BR.ts')).ptBR],
]);
const loaded = new Map<string, FirstMessages>();
const primary = (lang: string | null | undefined): string =>
  (lang ?? '').split('-', 1)[0]?.toLowerCase() ?? '';

/**
 * The words for a BCP 47 tag: any Portuguese gives `pt-BR`, a language that is not there English. Null until
 * {@link loadMessages} has fetched them, so that nobody reads the wrong language first.
 */
export function messagesFor(lang: string | null | undefined): FirstMessages | null {
  const name = primary(lang);
  return loaded.get(name) ?? (FILES.has(name) ? null : en);
}

/** Fetches the words for a tag. Where they cannot be had they are English from then on: understood in part is not silent. */
export async function loadMessages(lang: string | null | undefined): Promise<FirstMessages> {
  const name = primary(lang);
  const words = (await FILES.get(name)?.().catch(() => en)) ?? en;
  loaded.set(name, words);
  return words;
}
