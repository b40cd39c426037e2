import { getPanelDocument, PanelDocument } from '@instrument-panel/client/proxy';
import { isThisMachine } from '../../profile/patterns.ts';
import { Refused } from '../refusals.ts';

const DOCUMENT_TIMEOUT_MS = 10_000;
const DOCUMENT_BYTES_MAX = 524_288;

/** A proxy's address as it is compared: https, or http on this machine, and plain. Throws `invalid`. */
export function proxyAddress(given: string): string {
  if (!URL.canParse(given)) throw new Refused('invalid');
  const url = new URL(given);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isSafe || !isPlain) throw new Refused('invalid');
  return url.href.replace(/\/+$/u, '');
}

/** Reads what a proxy says of itself; nothing is sent along, no redirect followed. Throws {@link Refused}. */
export async function readDocument(fetch: typeof globalThis.fetch, proxy: string): Promise<PanelDocument> {
  let text: string;
  try {
    const response = await fetch(`${proxyAddress(proxy)}${getPanelDocument.path}`, {
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(DOCUMENT_TIMEOUT_MS),
    });
    if (!response.ok) throw new Refused(response.status === 404 ? 'not-found' : 'service');
    text = await response.text();
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('network');
  }
  if (text.length > DOCUMENT_BYTES_MAX) throw new Refused('unreadable');
  try {
    return PanelDocument.parse(JSON.parse(text));
  } catch {
    throw new Refused('unreadable');
  }
}
