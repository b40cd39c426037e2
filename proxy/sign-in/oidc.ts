import { endSession, finishSignIn, openSignIn } from '@instrument-panel/client/proxy';
import { endPage, selectWords } from '../authorize/pages.ts';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import { logError } from '../log.ts';
import { type ReadySession, requireKnown, requireOption } from '../options.ts';
import { refuse } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import { type OwnRoute, toRouteName } from '../routes.ts';
import { type Grant, GrantSchema } from '../token/grant.ts';
import { isPage, toKnown } from '../token/session.ts';
import {
  type BrowserSessionOptions,
  type BrowserSessions,
  checkBrowserSession,
  createBrowserSessions,
} from './browser-session.ts';
import { tryClient } from './client-trial.ts';
import {
  answerPage,
  askSignInHook,
  type CodeClient,
  checkClient,
  createCodeFlow,
  createConfigured,
  fetchBounded,
  isProviderUrl,
  loadOidc,
  PROVIDER_TIMEOUT_SECONDS,
  SignInRefused,
} from './code-flow.ts';
import type { SessionParts } from './ready-session.ts';

/** The claims of an ID token, and of the provider's userinfo if that is asked. */
export type IdentityClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

export interface OidcSessionOptions extends CodeClient, BrowserSessionOptions {
  /** The identity provider's `issuer`, such as `https://login.clinic.example/realms/staff`. */
  readonly issuer: string;
  /** Says what the person may do, by the claims of the identity provider; null for nobody who has access. */
  readonly grant: (claims: IdentityClaims) => Promise<Grant | null> | Grant | null;
  /** What is asked for besides `openid`, with spaces. Default: nothing. */
  readonly scope?: string;
  /** Whether the provider's userinfo is asked for the claims as well. Default: `false`. */
  readonly userInfo?: boolean;
}

const KNOWN = [
  'issuer',
  'clientId',
  'clientSecret',
  'grant',
  'scope',
  'userInfo',
  'cookie',
  'sessionMinutes',
];

export const requirePublicUrl = (url: string | undefined, name: string): void =>
  requireOption('publicUrl', url !== undefined, `is needed for ${name}: the https address of this proxy.`);

/** Where the browser goes after the sign-in: a page of a listed origin, or `/authorize` of this proxy; never elsewhere. */
function readReturn({ settings }: SessionParts, rawQuery: string): string | null {
  const given = new URLSearchParams(rawQuery).getAll('return_to');
  if (given.length === 0) return null;
  const [text = ''] = given;
  const url = given.length === 1 && URL.canParse(text) ? new URL(text) : null;
  if (url?.username !== '' || url.password !== '') throw new SignInRefused('address', 400);
  const isListed = isPage(url.origin) && settings.origins.has(url.origin);
  if (!isListed && !text.startsWith(`${settings.publicUrl}/authorize?`))
    throw new SignInRefused('address', 400);
  return url.href;
}

/** Checks what the partner says that a person may do. Throws if it breaks the rules of a grant. */
export async function readGrant(
  { settings }: SessionParts,
  call: Call,
  ask: () => Promise<Grant | null>,
): Promise<Grant> {
  const given = await ask();
  if (given === null) throw new SignInRefused('no-access', 403, 'session.grant gave null.');
  const grant = GrantSchema.safeParse(given);
  if (!grant.success) {
    const field = grant.error.issues[0]?.path.join('.') || 'role, professionalId and patients together';
    logError(settings, 'session-hook-failed', `A sign-in gave a grant that breaks the rule of ${field}.`);
    throw new SignInRefused('sign-in-failed', 500);
  }
  Object.assign(call, toKnown(grant.data));
  return grant.data;
}

/** `POST /sign-out`: for a page of a listed origin, as `POST /session` is. */
export function createSignOut(
  { settings }: SessionParts,
  sessions: BrowserSessions,
  readEndUrl: () => Promise<string | null>,
): OwnRoute {
  return {
    endpoint: endSession,
    async serve({ request }) {
      const { origin, cookie } = request.headers;
      if (!isPage(origin) || !settings.origins.has(origin)) throw refuse('ORIGIN_NOT_ALLOWED');
      await parseBody(request, endSession.body, settings.limits.bodyBytes);
      const headers = await sessions.end(cookie);
      return json(200, { endSessionUrl: await readEndUrl().catch(() => null) }, headers);
    },
  };
}

/** Sends the browser on, or says that it is done. */
export async function leave(
  call: Call,
  to: string | null,
  headers: Record<string, string>,
): Promise<ProxyResponse> {
  if (to !== null) {
    const location = { location: to, 'referrer-policy': 'no-referrer' };
    return { status: 303, headers: { ...location, ...headers }, body: null };
  }
  const page = await endPage(200, selectWords(call.request.headers['accept-language']), 'signed-in');
  return { ...page, headers: { ...page.headers, ...headers } };
}

/** Makes the client by what the provider publishes about itself. */
function configureClient(options: OidcSessionOptions, clock: () => number) {
  const { issuer, clientId } = options;
  return createConfigured(
    options,
    async (oidc) => {
      const discovered = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
        timeout: PROVIDER_TIMEOUT_SECONDS,
        [oidc.customFetch]: (url, init) => fetchBounded(url, init as RequestInit),
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      });
      return discovered.serverMetadata();
    },
    clock,
  );
}

/** Whether its issuer is that of the configuration is seen where the client is tried: by the rules of openid-client. */
function findOidcFaults(document: unknown) {
  const { jwks_uri: keys } = (document ?? {}) as Readonly<Record<string, unknown>>;
  return isProviderUrl(keys)
    ? { faults: [], keys }
    : { faults: ['jwks_uri must be an https address'], keys: null };
}

function connectOidc(options: OidcSessionOptions, parts: SessionParts) {
  const { settings } = parts;
  const { scope = '', userInfo = false } = options;
  const { publicUrl } = settings;
  const kept = checkBrowserSession(options);
  const isFramed = kept.sameSite === 'none';
  const sessions = createBrowserSessions(parts, kept);
  const configured = configureClient(options, settings.clock);
  const flow = createCodeFlow(parts, sessions, [configured], `${publicUrl}${finishSignIn.path}`);

  const finish = async (call: Call): Promise<ProxyResponse> => {
    const { begun, browser, tokens, config } = await flow.finish(call);
    const { begunAt, returnTo } = begun;
    const headers = await sessions.replacing(browser, begunAt, async () => {
      const token = tokens.claims();
      if (!token) throw new SignInRefused('sign-in-failed', 400);
      const more = userInfo
        ? await (await loadOidc()).fetchUserInfo(config, tokens.access_token, token.sub)
        : {};
      const ask = () => askSignInHook(settings, 'session.grant', () => options.grant({ ...more, ...token }));
      const grant = await readGrant(parts, call, ask);
      return sessions.open(browser, grant, { begunAt, route: toRouteName(finishSignIn), call });
    });
    return leave(call, returnTo, headers);
  };

  async function readEndUrl(): Promise<string | null> {
    const [oidc, config] = await Promise.all([loadOidc(), configured()]);
    return config.serverMetadata().end_session_endpoint ? oidc.buildEndSessionUrl(config).href : null;
  }

  const routes: OwnRoute[] = [
    {
      endpoint: openSignIn,
      serve: (call) =>
        answerPage(settings, call, isFramed, async () => {
          const returnTo = readReturn(parts, call.rawQuery);
          return flow.begin(call, 0, returnTo, { scope: `openid ${scope}`.trim() });
        }),
    },
    { endpoint: finishSignIn, serve: (call) => answerPage(settings, call, isFramed, () => finish(call)) },
    createSignOut(parts, sessions, readEndUrl),
  ];
  return {
    hook: async ({ cookie }: { cookie: string | undefined }) => (await sessions.read(cookie))?.grant ?? null,
    routes,
    loginUrl: `${publicUrl}${openSignIn.path}`,
  };
}

/**
 * Signs people in at the partner's identity provider, by OpenID Connect (authorization code with PKCE). Pages go to
 * `/sign-in?return_to=…`; the proxy keeps the session, in a cookie of its own. It needs `publicUrl`, and at the provider the
 * redirect address `publicUrl` + `/sign-in/callback`.
 *
 * @throws ProxyOptionError that names a missing or weak option
 * @example
 * session: oidcSession({
 *   issuer: 'https://login.clinic.example/realms/staff',
 *   clientId: 'instrument-panel',
 *   clientSecret: readSecret('OIDC_CLIENT_SECRET'),
 *   grant: async ({ sub }) => {
 *     const professionalId = await findProfessional(sub); // yours: null for nobody who has access
 *     return professionalId && { sub, role: 'professional', professionalId, actions: ['read', 'apply'] };
 *   },
 * }),
 */
export function oidcSession(options: OidcSessionOptions): ReadySession {
  requireKnown('session', options, KNOWN);
  const { issuer, grant, scope = '', userInfo = false } = options;
  requireOption(
    'session.issuer',
    isProviderUrl(issuer),
    'must be the https address of the identity provider.',
  );
  checkClient('session', options);
  requireOption(
    'session.grant',
    typeof grant === 'function',
    'must be a function of claims that gives a grant or null.',
  );
  requireOption(
    'session.scope',
    /^[\x21-\x7e]*( [\x21-\x7e]+)*$/.test(scope),
    'must be words with spaces between them.',
  );
  requireOption('session.userInfo', typeof userInfo === 'boolean', 'must be true or false.');
  checkBrowserSession(options);
  return {
    description: `OpenID Connect at ${issuer}`,
    discovery: [`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`],
    secrets: () => [['session.clientSecret', options.clientSecret]],
    check: ({ publicUrl }) => requirePublicUrl(publicUrl, 'oidcSession'),
    examine: findOidcFaults,
    registered: (publicUrl) => [`${publicUrl}${finishSignIn.path}`],
    tryClients: async (publicUrl) => [
      {
        provider: issuer,
        ...(await tryClient(configureClient(options, Date.now), `${publicUrl}${finishSignIn.path}`)),
      },
    ],
    connect: (parts) => connectOidc(options, parts),
  };
}
