import type * as Oidc from 'openid-client';
import * as z from 'zod/mini';
import { endPage, selectWords } from '../authorize/pages.ts';
import { digest } from '../authorize/sign-in-store.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import { logError } from '../log.ts';
import { requireOption } from '../options.ts';
import { Refusal } from '../refusal.ts';
import { isLoopback } from '../storage/settings.ts';
import type { BrowserSessions } from './browser-session.ts';
import { Superseded } from './browser-session.ts';
import { findFailure, isOwnRefusal, sayFailure } from './failure.ts';
import type { SessionParts } from './ready-session.ts';

/** A client of an identity provider. */
export interface CodeClient {
  readonly clientId: string;
  /** Of a confidential client. Default: a public client, by PKCE alone. */
  readonly clientSecret?: string;
}

export const isProviderUrl = (text: unknown): text is string => {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
};

export function checkClient(option: string, { clientId, clientSecret }: CodeClient): void {
  // RFC 6749, appendix A.1 and A.2: printable, a space among it.
  const isText = (text: unknown) => typeof text === 'string' && /^[\x20-\x7e]{1,512}$/.test(text);
  requireOption(`${option}.clientId`, isText(clientId), 'must be the id that the identity provider gave.');
  const holds = clientSecret === undefined || isText(clientSecret);
  requireOption(`${option}.clientSecret`, holds, 'must be the secret that the identity provider gave.');
}

export const PROVIDER_TIMEOUT_SECONDS = 10;
const PROVIDER_ANSWER_MAX_BYTES = 262_144;
/** How long a person has at the identity provider. */
const SIGN_IN_SECONDS = 900;
/** Its addresses are read again after this time; its keys whenever one is not known. */
const METADATA_TTL_MS = 3_600_000;

/** Fetches, and gives up an answer that is too long. */
export async function fetchBounded(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > PROVIDER_ANSWER_MAX_BYTES) throw new RangeError('The answer is too long.');
    chunks.push(chunk);
  }
  const { status, headers } = answer;
  return new Response([204, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers });
}

/** Loaded for the first sign-in only, so that a proxy with a hook of its own never does. */
export const loadOidc = (): Promise<typeof Oidc> => import('openid-client');

/** Writes a text as a form does: letters, digits and `*-._` stand as they are. */
const toFormText = (text: string): string => new URLSearchParams([[text, '']]).toString().slice(0, -1);

/**
 * `client_secret_basic` (RFC 6749, section 2.3.1). That of openid-client also encodes `-`, `_` and `.`, which some servers
 * do not decode: with a UUID in it the secret would be refused.
 */
const toBasic =
  (secret: string): Oidc.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const credentials = `${toFormText(id)}:${toFormText(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };

/** Makes the configuration of openid-client for a provider, by the metadata that `read` gives. */
export function createConfigured(
  { clientId, clientSecret }: CodeClient,
  read: (oidc: typeof Oidc) => Promise<Oidc.ServerMetadata>,
  clock: () => number,
): () => Promise<Oidc.Configuration> {
  let known: { readonly at: number; readonly config: Promise<Oidc.Configuration> } | undefined;
  async function make(): Promise<Oidc.Configuration> {
    const oidc = await loadOidc();
    const server = await read(oidc);
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? toBasic : oidc.ClientSecretPost;
    const authentication = clientSecret === undefined ? oidc.None() : way(clientSecret);
    const config = new oidc.Configuration(server, clientId, {}, authentication);
    config[oidc.customFetch] = (url, options) => fetchBounded(url, options as RequestInit);
    config.timeout = PROVIDER_TIMEOUT_SECONDS;
    oidc.enableNonRepudiationChecks(config);
    if (new URL(server.issuer).protocol === 'http:') oidc.allowInsecureRequests(config);
    return config;
  }
  return async () => {
    if (!known || clock() - known.at > METADATA_TTL_MS) known = { at: clock(), config: make() };
    const { config } = known;
    try {
      return await config;
    } catch (error) {
      if (known?.config === config) known = undefined;
      throw error;
    }
  };
}

const Begun = z.object({
  /** Hash of the browser's name. */
  browser: z.string(),
  provider: z.number(),
  verifier: z.string(),
  nonce: z.string(),
  begunAt: z.number(),
  returnTo: z.nullable(z.string()),
});
export type Begun = z.infer<typeof Begun>;

export type Tokens = Awaited<ReturnType<typeof Oidc.authorizationCodeGrant>>;

/** Why a sign-in ends with a page: `end` names it. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly end: Parameters<typeof endPage>[2];
  readonly status: number;

  constructor(end: SignInRefused['end'], status: number) {
    super(end);
    this.end = end;
    this.status = status;
  }
}

/** An answer that did not come, as distinct from one that is refused. */
const isUnreachable = (error: unknown): boolean => {
  const { name, code } = error as { name?: unknown; code?: unknown };
  const isLate = code === undefined && /^(TypeError|TimeoutError|HookTooSlow)$/.test(String(name));
  return isLate || code === 'OAUTH_TIMEOUT';
};

/** Answers failures of a sign-in with a page, and tells the operator what failed by its code alone. */
export async function answerPage(
  settings: SessionParts['settings'],
  call: Call,
  work: () => Promise<ProxyResponse>,
): Promise<ProxyResponse> {
  const words = selectWords(call.request.headers['accept-language']);
  const refuse = (end: SignInRefused['end'], status: number, code: string = end): Promise<ProxyResponse> => {
    call.refused = code.toUpperCase().replaceAll('-', '_');
    return endPage(status, words, end);
  };
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof SignInRefused) return refuse(error.end, error.status);
    if (error instanceof Superseded) return refuse('superseded', 409);
    const failure = await findFailure(error);
    if (isOwnRefusal(failure)) return refuse('sign-in-failed', 400, 'ACCESS_DENIED');
    const isAway = isUnreachable(error);
    const hint = sayFailure(failure, isAway ? 'UNAVAILABLE' : 'SIGN_IN_FAILED');
    logError(settings, 'sign-in-failed', hint, { requestId: call.id });
    return isAway ? refuse('unavailable', 503) : refuse('sign-in-failed', 400);
  }
}

/** The authorization code flow with PKCE, state and nonce, bound to the browser that began it. */
export function createCodeFlow(
  { settings }: Pick<SessionParts, 'settings'>,
  sessions: BrowserSessions,
  providers: readonly (() => Promise<Oidc.Configuration>)[],
  callback: string,
) {
  const pick = (index: number): (() => Promise<Oidc.Configuration>) => {
    const provider = providers[index];
    if (!provider) throw new SignInRefused('too-old', 400);
    return provider;
  };

  return {
    /** Sends the browser to a provider. */
    async begin(
      call: Call,
      provider: number,
      returnTo: string | null,
      parameters: Readonly<Record<string, string>>,
    ): Promise<ProxyResponse> {
      const [oidc, config] = await Promise.all([loadOidc(), pick(provider)()]);
      const { browser, headers } = sessions.nameBrowser(call.request.headers.cookie);
      const [verifier, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomNonce()];
      const begun: Begun = {
        browser: digest(browser),
        provider,
        verifier,
        nonce,
        begunAt: settings.clock(),
        returnTo,
      };
      const state = await sessions.values.make('begun', begun, SIGN_IN_SECONDS);
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        response_type: 'code',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...parameters,
      });
      const location = { location: url.href, 'referrer-policy': 'no-referrer' };
      return { status: 302, headers: { ...location, ...headers }, body: null };
    },

    /** Exchanges what came back for tokens, which openid-client checks. Throws what {@link answerPage} answers. */
    async finish(
      call: Call,
    ): Promise<{ begun: Begun; browser: string; tokens: Tokens; config: Oidc.Configuration }> {
      const query = new URLSearchParams(call.rawQuery);
      const state = query.getAll('state').length === 1 ? query.get('state') : null;
      const spent = state === null ? null : await sessions.values.spend('begun', state, 'used');
      const browser = sessions.readBrowser(call.request.headers.cookie);
      if (state === null || !spent?.first || browser === undefined) throw new SignInRefused('too-old', 400);
      const begun = Begun.parse(JSON.parse(spent.value));
      if (begun.browser !== digest(browser)) throw new SignInRefused('too-old', 400);
      const [oidc, config] = await Promise.all([loadOidc(), pick(begun.provider)()]);
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${callback}?${call.rawQuery}`), {
        pkceCodeVerifier: begun.verifier,
        expectedState: state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      });
      return { begun, browser, tokens, config };
    },
  };
}
