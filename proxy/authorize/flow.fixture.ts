import { createHash } from 'node:crypto';
import { PAGE, PROFESSIONAL, startWorld } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import type { Grant, SessionHook } from '../token/grant.ts';

export const PUBLIC_URL = 'https://panel.clinic.example';
export const CLIENT = 'panel-extension';
export const REDIRECT = 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/';
export const LOCAL_REDIRECT = 'http://127.0.0.1:8123/back?kind=local';
export const EXTENSION = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';

/** The verifier and challenge that RFC 7636 prints in its appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export const GRANT: Grant = {
  sub: 'staff-7',
  role: 'professional',
  professionalId: PROFESSIONAL,
  actions: ['read', 'apply'],
};

/** Knows one cookie. */
export const byCookie: SessionHook = async ({ cookie }) => (cookie === 'staff=abc' ? GRANT : null);

export const signInOptions: Partial<ProxyOptions> = {
  session: byCookie,
  origins: [PAGE, EXTENSION],
  publicUrl: PUBLIC_URL,
  authorize: {
    clients: [
      { id: CLIENT, name: 'Instrument <Panel>', redirects: [REDIRECT, LOCAL_REDIRECT], origin: EXTENSION },
      { id: 'other', name: 'Other', redirects: ['https://other.example/back'] },
    ],
  },
};

type Fields = Readonly<Record<string, string | null>>;

const without = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));

/** What `/authorize` is asked with; a null takes a parameter out. */
export const query = (more: Fields = {}): string =>
  new URLSearchParams(
    without({
      response_type: 'code',
      client_id: CLIENT,
      redirect_uri: REDIRECT,
      state: 'st&te=1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...more,
    }),
  ).toString();

/** A proxy with sign-in, and what a browser and an extension do with it. */
export async function startSignIn(more: Partial<ProxyOptions> = {}) {
  const world = await startWorld({ ...signInOptions, ...more });
  const ask = (asked = query(), headers: Record<string, string> = { cookie: 'staff=abc' }) =>
    fetch(`${world.url}/authorize?${asked}`, { headers, redirect: 'manual' });
  const send = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
    fetch(world.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(without(fields)).toString(),
    });
  const ticketOf = async (reply: Response): Promise<string> =>
    /name="ticket" value="([\w-]+)"/.exec(await reply.text())?.[1] ?? 'no ticket';
  const answer = (ticket: string, decision = 'allow', headers: Record<string, string> = {}) =>
    send('/authorize', { ticket, decision }, { cookie: 'staff=abc', origin: PUBLIC_URL, ...headers });
  const redeem = (code: string, fields: Fields = {}, headers: Record<string, string> = {}) =>
    send(
      '/token',
      {
        grant_type: 'authorization_code',
        client_id: CLIENT,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
        code,
        ...fields,
      },
      headers,
    );
  return {
    ...world,
    browse: ask,
    answer,
    redeem,
    ticketOf,
    /** From the first request to the code, the person allowing it. */
    code: async (more: Fields = {}): Promise<string> => {
      const page = await ask(query(more));
      const reply = page.status === 200 ? await answer(await ticketOf(page)) : page;
      return sentTo(reply).get('code') ?? 'no code';
    },
  };
}
export type SignInWorld = Awaited<ReturnType<typeof startSignIn>>;

/** The parameters with which a reply sends the browser on. */
export const sentTo = (reply: Response): URLSearchParams =>
  new URL(reply.headers.get('location') ?? 'about:blank').searchParams;

/** The challenge of a verifier, by its definition (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier, 'ascii').digest('base64url');
