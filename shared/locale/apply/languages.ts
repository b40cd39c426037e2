import { applyEn } from './en.ts';
import type { ApplyMessages } from './messages.ts';

/** Where the words of a language other than English come from, by its primary tag. */
const FILES: ReadonlyMap<string, () => Promise<ApplyMessages>> = new Map([
  ['pt', async () => (await import('./pt-BR.ts')).applyPtBR],
]);
const loaded = new Map<string, ApplyMessages>();
const primary = (lang: string): string => lang.split('-', 1)[0]?.toLowerCase() ?? '';

/**
 * The words for a BCP 47 tag: any Portuguese gives `pt-BR`, a language that is not there English. Null until
 * {@link loadApplyMessages} has fetched them, so that nobody reads the wrong language first.
 */
export function applyMessagesFor(lang: string): ApplyMessages | null {
  const name = primary(lang);
  return loaded.get(name) ?? (FILES.has(name) ? null : applyEn);
}

/** Fetches the words for a tag. Where they cannot be had they are English from then on: understood in part is not silent. */
export async function loadApplyMessages(lang: string): Promise<ApplyMessages> {
  const name = primary(lang);
  const words = (await FILES.get(name)?.().catch(() => applyEn)) ?? applyEn;
  loaded.set(name, words);
  return words;
}
