import * as z from 'zod/mini';
import { isThisMachine } from '../../profile/match-pattern.ts';
import { Refused } from '../problem.ts';

/** `/.well-known/instrument-panel.json` of a proxy (proxy/README.md). */
export const PanelDocument = z.object({
  version: z.literal(1),
  name: z.nullable(z.string()),
  signIn: z.nullable(
    z.object({
      issuer: z.string(),
      authorizationEndpoint: z.string(),
      tokenEndpoint: z.string(),
      clients: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  profiles: z.array(z.unknown()),
});
export type PanelDocument = z.infer<typeof PanelDocument>;

/** Milliseconds for a document to arrive. */
const LIMIT = 10_000;
const MOST_BYTES = 524_288;

/**
 * The address of a proxy as it is compared and asked: https, or http on this machine, without query, fragment,
 * user and slash at its end.
 *
 * @throws {Refused} `invalid`
 */
export function proxyAddress(given: string): string {
  if (!URL.canParse(given)) throw new Refused('invalid');
  const url = new URL(given);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isSafe || !isPlain) throw new Refused('invalid');
  return url.href.replace(/\/+$/u, '');
}

/**
 * Reads what a proxy says of itself. Nothing is sent along, and a redirect is not followed.
 *
 * @throws {Refused} `network`, `offline` is for the caller to tell; `unreadable` for something that is no document
 */
export async function readDocument(fetch: typeof globalThis.fetch, proxy: string): Promise<PanelDocument> {
  let text: string;
  try {
    const response = await fetch(`${proxyAddress(proxy)}/.well-known/instrument-panel.json`, {
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(LIMIT),
    });
    if (!response.ok) throw new Refused(response.status === 404 ? 'not-found' : 'service');
    text = await response.text();
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('network');
  }
  if (text.length > MOST_BYTES) throw new Refused('unreadable');
  try {
    return PanelDocument.parse(JSON.parse(text));
  } catch {
    throw new Refused('unreadable');
  }
}
