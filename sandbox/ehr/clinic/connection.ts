import { type Client, createClient, createTokenSource, type Token } from '@instrument-panel/client';
import type { EhrLanguage } from '../../words/ehr/index.ts';
import type { Session } from '../staff/sessions.ts';

export const SESSION_COOKIE = 'ehr_session';

/** What a page waits for the service, in milliseconds; after that it renders without. */
const PATIENCE = 8_000;

/** Asks the proxy for a token as the signed-in person: with their cookie, from the EHR's origin. */
async function askProxy(
  proxy: string,
  origin: string,
  session: Session,
  signal: AbortSignal,
): Promise<Token> {
  const response = await fetch(`${proxy}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie: `${SESSION_COOKIE}=${session.id}` },
    body: JSON.stringify({ actions: ['read', 'apply'] }),
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw new Error(`The proxy answered /session with ${response.status}.`);
  return (await response.json()) as Token;
}

/**
 * The service, as the signed-in person may use it. The EHR has no credentials of the service: each call goes
 * through the proxy, with a token that the proxy gives for this person's session.
 */
export function connect(proxy: string, origin: string, session: Session, language: EhrLanguage): Client {
  let auth = session.tokens.get(origin);
  if (!auth) {
    auth = createTokenSource(({ signal }) => askProxy(proxy, origin, session, signal), {});
    session.tokens.set(origin, auth);
  }
  return createClient({ baseUrl: proxy, auth, locale: language, timeoutMs: PATIENCE, attempts: 2 });
}
