import { randomBytes } from 'node:crypto';
import type { Action } from '@instrument-panel/client/contract';
import { finishLaunch, openLaunch } from '@instrument-panel/client/proxy';
import type * as Oidc from 'openid-client';
import * as z from 'zod/mini';
import { digest } from '../authorize/sign-in-store.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import { type ReadySession, requireKnown, requireOption } from '../options.ts';
import { refuse } from '../refusal.ts';
import { toRouteName } from '../routes.ts';
import type { Grant, SessionRequest } from '../token/grant.ts';
import { toKnown } from '../token/session.ts';
import { type BrowserSessionOptions, checkBrowserSession, createBrowserSessions } from './browser-session.ts';
import {
  answerPage,
  type CodeClient,
  checkClient,
  createCodeFlow,
  createConfigured,
  fetchBounded,
  isProviderUrl,
  PROVIDER_TIMEOUT_SECONDS,
  SignInRefused,
  type Tokens,
} from './code-flow.ts';
import { createSignOut, leave, readGrant, requirePublicUrl } from './oidc.ts';
import type { SessionParts } from './ready-session.ts';

/** An EHR that may launch, and what this proxy is registered as there. */
export interface SmartIssuer extends CodeClient {
  /** Address of its FHIR server, as it sends it in `iss`. */
  readonly iss: string;
}

/** What the EHR said of a launch. */
export interface SmartLaunch {
  /** The FHIR server, as it is listed in `issuers`. */
  readonly iss: string;
  /** Who launched, such as `https://ehr.example/r4/Practitioner/7`. */
  readonly fhirUser: string;
  /** `sub` of the ID token. */
  readonly sub: string;
  /** Id of the `Patient` that is open in the EHR. */
  readonly patient: string;
}

export interface SmartSessionOptions extends BrowserSessionOptions {
  readonly issuers: readonly SmartIssuer[];
  /** The page that a launch opens, of one of the `origins`; it gets the handle of the launch as `?launch=…`. */
  readonly page: string;
  /** Says which professional launched, and what they may do; null for nobody who has access. */
  readonly professional: (launch: SmartLaunch) => Promise<{
    readonly sub: string;
    readonly professionalId: string;
    readonly actions: readonly Action[];
  } | null>;
  /** Gives the UUID of the EHR's patient at the service; null for one who is not known there. */
  readonly patient: (launch: SmartLaunch & { readonly professionalId: string }) => Promise<string | null>;
}

const KNOWN = ['issuers', 'page', 'professional', 'patient', 'cookie', 'sessionMinutes'];

const address = z
  .string()
  .check(z.refine((text) => URL.canParse(text) && isProviderUrl(new URL(text).origin), 'must be https'));
/** What the proxy needs of `.well-known/smart-configuration` (SMART App Launch 2.2, section 4.1). */
const SmartConfiguration = z.object({
  issuer: address,
  jwks_uri: address,
  authorization_endpoint: address,
  token_endpoint: address,
  token_endpoint_auth_methods_supported: z._default(z.array(z.string()), ['client_secret_basic']),
  code_challenge_methods_supported: z
    .array(z.string())
    .check(z.refine((methods) => methods.includes('S256'))),
  capabilities: z.array(z.string()).check(z.refine((all) => all.includes('sso-openid-connect'))),
});

/** The algorithms of ID tokens: a SMART configuration does not name them. Each needs a key of the EHR's. */
const ALGORITHMS = ['RS256', 'RS384', 'ES256', 'ES384'];

class SmartConfigurationError extends Error {
  override readonly name = 'SmartConfigurationError';
  readonly code = 'SMART_CONFIGURATION_INVALID';
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');
const toConfigurationUrl = (iss: string): string => `${withoutSlash(iss)}/.well-known/smart-configuration`;

async function readConfiguration(iss: string): Promise<Oidc.ServerMetadata> {
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1_000);
  const answer = await fetchBounded(toConfigurationUrl(iss), {
    headers: { accept: 'application/json' },
    signal,
  });
  // What is away for now has no answer of its own; a TypeError is what fetch says of it.
  if (answer.status >= 500) throw new TypeError('The EHR is not available.');
  const read = SmartConfiguration.safeParse(answer.ok ? await answer.json().catch(() => null) : null);
  if (!read.success) throw new SmartConfigurationError('The SMART configuration cannot be used.');
  return { ...read.data, id_token_signing_alg_values_supported: ALGORITHMS };
}

/** What a launch is about. Throws a SignInRefused unless it names its user without contradiction, and a patient. */
function readLaunch(iss: string, tokens: Tokens): SmartLaunch {
  const claims = tokens.claims();
  const fhirUser = claims?.fhirUser;
  const told = tokens.fhirUser ?? fhirUser;
  if (!claims || typeof fhirUser !== 'string' || !/^[\x21-\x7e]{1,500}$/.test(fhirUser) || told !== fhirUser)
    throw new SignInRefused('sign-in-failed', 400);
  const { patient } = tokens;
  // An id of FHIR (R4, section 2.24.0.1): nothing that could be another path or query.
  if (typeof patient !== 'string' || !/^[A-Za-z\d.-]{1,64}$/.test(patient))
    throw new SignInRefused('no-patient', 400);
  return { iss, fhirUser, sub: claims.sub, patient };
}

/** The grant of a launch: the professional's, for the one patient of the launch. */
async function toLaunchGrant(
  options: SmartSessionOptions,
  call: Call,
  launch: SmartLaunch,
): Promise<Grant | null> {
  const who = await options.professional(launch);
  if (who === null) return null;
  const { sub, professionalId, actions } = who;
  Object.assign(call, toKnown({ sub, role: 'professional', professionalId, actions }));
  const patient = await options.patient({ ...launch, professionalId });
  if (patient === null) throw new SignInRefused('unknown-patient', 403);
  return { sub, role: 'professional', professionalId, actions, patients: [patient] };
}

function connectSmart(options: SmartSessionOptions, parts: SessionParts) {
  const { settings } = parts;
  const { publicUrl } = settings;
  const sessions = createBrowserSessions(parts, checkBrowserSession(options));
  const providers = options.issuers.map((issuer) =>
    createConfigured(issuer, () => readConfiguration(issuer.iss), settings.clock),
  );
  const flow = createCodeFlow(parts, sessions, providers, `${publicUrl}${finishLaunch.path}`);

  const begin = async (call: Call): Promise<ProxyResponse> => {
    const query = new URLSearchParams(call.rawQuery);
    const [iss, second] = query.getAll('iss');
    const [launch, other] = query.getAll('launch');
    const only = launch === undefined && options.issuers.length === 1 ? options.issuers[0] : undefined;
    const issuer =
      iss === undefined
        ? only
        : options.issuers.find((known) => withoutSlash(known.iss) === withoutSlash(iss));
    const isPlain = launch === undefined || /^[\x21-\x7e]{1,2000}$/.test(launch);
    if (!issuer || !isPlain || second !== undefined || other !== undefined)
      throw new SignInRefused('unknown-launch', 400);
    const asked = launch === undefined ? { scope: 'launch/patient' } : { scope: 'launch', launch };
    return flow.begin(call, options.issuers.indexOf(issuer), null, {
      ...asked,
      scope: `${asked.scope} openid fhirUser`,
      aud: iss ?? issuer.iss,
    });
  };

  const finish = async (call: Call): Promise<ProxyResponse> => {
    const { begun, browser, tokens } = await flow.finish(call);
    const { begunAt, provider } = begun;
    const launch = randomBytes(32).toString('base64url');
    const headers = await sessions.replacing(browser, begunAt, async () => {
      const launched = readLaunch(options.issuers[provider]?.iss ?? '', tokens);
      const grant = await readGrant(parts, call, () => toLaunchGrant(options, call, launched));
      return sessions.open(browser, grant, { begunAt, launch, route: toRouteName(finishLaunch), call });
    });
    const page = new URL(options.page);
    page.searchParams.set('launch', launch);
    return leave(call, page.href, headers);
  };

  return {
    // Without the handle of its launch a page could be given the patient of another tab.
    hook: async ({ cookie, scope }: SessionRequest) => {
      const record = scope.launch === undefined ? null : await sessions.read(cookie);
      if (record && digest(scope.launch ?? '') !== record.launch) throw refuse('LAUNCH_ENDED');
      return record?.grant ?? null;
    },
    routes: [
      { endpoint: openLaunch, serve: (call: Call) => answerPage(settings, call, () => begin(call)) },
      { endpoint: finishLaunch, serve: (call: Call) => answerPage(settings, call, () => finish(call)) },
      createSignOut(parts, sessions, async () => null),
    ],
    loginUrl: null,
  };
}

/**
 * Makes the proxy an app of SMART App Launch 2.2: an EHR opens `/launch?iss=…&launch=…`, or a person `/launch` (standalone),
 * and the page gets tokens for the patient who is open there and for nobody else. The next launch in that browser ends
 * them. It needs `publicUrl`, and at the EHR the launch address `publicUrl` + `/launch` and the redirect address `publicUrl` +
 * `/launch/callback`.
 *
 * @throws ProxyOptionError that names a missing or weak option
 * @example
 * session: smartSession({
 *   issuers: [{ iss: 'https://ehr.clinic.example/fhir/r4', clientId: 'instrument-panel' }],
 *   page: 'https://ehr.clinic.example/panel',
 *   professional: async ({ fhirUser }) => findProfessional(fhirUser), // yours: { sub, professionalId, actions } or null
 *   patient: async ({ patient }) => findPatient(patient), // yours: the UUID at the service, or null
 * }),
 */
export function smartSession(options: SmartSessionOptions): ReadySession {
  requireKnown('session', options, KNOWN);
  const { issuers, page, professional, patient } = options;
  requireOption(
    'session.issuers',
    Array.isArray(issuers) && issuers.length > 0,
    'must list at least one EHR.',
  );
  for (const [index, issuer] of issuers.entries()) {
    const at = `session.issuers[${index}]`;
    requireKnown(at, issuer, ['iss', 'clientId', 'clientSecret']);
    requireOption(`${at}.iss`, isProviderUrl(issuer.iss), 'must be the https address of a FHIR server.');
    const isOnly = issuers.findIndex(({ iss }) => iss === issuer.iss) === index;
    requireOption(`${at}.iss`, isOnly, 'is listed twice.');
    checkClient(at, issuer);
  }
  const isPage = typeof page === 'string' && URL.canParse(page) && /^https?:$/.test(new URL(page).protocol);
  requireOption('session.page', isPage, 'must be the address of the page that a launch opens.');
  for (const [name, work] of Object.entries({ professional, patient }))
    requireOption(`session.${name}`, typeof work === 'function', 'must be a function of a launch.');
  checkBrowserSession(options);
  return {
    description: `SMART App Launch from ${issuers.map(({ iss }) => iss).join(', ')}`,
    discovery: issuers.map(({ iss }) => toConfigurationUrl(iss)),
    secrets: () =>
      issuers.map(({ clientSecret }, index) => [`session.issuers[${index}].clientSecret`, clientSecret]),
    check({ publicUrl, origins }) {
      requirePublicUrl(publicUrl, 'smartSession');
      const isListed = origins.includes(new URL(page).origin);
      requireOption('session.page', isListed, 'must be a page of one of the origins.');
    },
    connect: (parts) => connectSmart(options, parts),
  };
}
