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
  PROVIDER_TIMEOUT_SECONDS,
  SignInRefused,
  type Tokens,
} from './code-flow.ts';
import { ProviderFault } from './failure.ts';
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

class SmartConfigurationFault extends ProviderFault {
  override readonly name = 'SmartConfigurationFault';
  readonly code = 'SMART_CONFIGURATION_INVALID';
}

const NO_OBJECT = 'it is not there, or no JSON object';

/** What of an EHR's `.well-known/smart-configuration` cannot be used, each with its field; empty if all can. */
function findSmartFaults(document: unknown): readonly string[] {
  const read = SmartConfiguration.safeParse(document);
  if (read.success) return [];
  const faults = read.error.issues.map(({ path: [field = ''] }) =>
    field === '' ? NO_OBJECT : `${String(field)} ${FIELD_RULES[String(field)] ?? 'must be an https address'}`,
  );
  return [...new Set(faults)];
}

const FIELD_RULES: Readonly<Record<string, string>> = {
  token_endpoint_auth_methods_supported: 'must be a list of texts',
  code_challenge_methods_supported: 'must list S256',
  capabilities: 'must list sso-openid-connect',
};

const withoutSlash = (url: string): string => url.replace(/\/$/, '');
const toConfigurationUrl = (iss: string): string => `${withoutSlash(iss)}/.well-known/smart-configuration`;

async function readConfiguration(iss: string): Promise<Oidc.ServerMetadata> {
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1_000);
  const answer = await fetchBounded(toConfigurationUrl(iss), {
    headers: { accept: 'application/json' },
    signal,
  });
  if (!answer.ok) throw new SmartConfigurationFault(NO_OBJECT, answer);
  const document: unknown = await answer.json().catch(() => null);
  const faults = findSmartFaults(document);
  if (faults.length > 0) throw new SmartConfigurationFault(faults.join(', '), answer);
  return { ...SmartConfiguration.parse(document), id_token_signing_alg_values_supported: ALGORITHMS };
}

const NO_USER =
  "The EHR's ID token has no fhirUser, or another than its answer beside it. Have it give the scope fhirUser to this app.";
const NO_PATIENT =
  'The EHR named no patient in its answer for the token. Have the app launched from a record, with the scope launch or launch/patient.';
const ODD_PATIENT =
  "The patient in the EHR's answer is no id of FHIR: 1 to 64 letters, digits, '-' and '.', without 'Patient/'.";

/** What a launch is about. Throws a SignInRefused unless it names its user without contradiction, and a patient. */
function readLaunch(iss: string, tokens: Tokens): SmartLaunch {
  const claims = tokens.claims();
  const fhirUser = claims?.fhirUser;
  const told = tokens.fhirUser ?? fhirUser;
  if (!claims || typeof fhirUser !== 'string' || !/^[\x21-\x7e]{1,500}$/.test(fhirUser) || told !== fhirUser)
    throw new SignInRefused('sign-in-failed', 400, NO_USER);
  const { patient } = tokens;
  // An id of FHIR (R4, section 2.24.0.1): nothing that could be another path or query.
  if (typeof patient !== 'string' || !/^[A-Za-z\d.-]{1,64}$/.test(patient))
    throw new SignInRefused('no-patient', 400, patient === undefined ? NO_PATIENT : ODD_PATIENT);
  return { iss, fhirUser, sub: claims.sub, patient };
}

/** The grant of a launch: the professional's, for the one patient of the launch. */
async function toLaunchGrant(
  options: SmartSessionOptions,
  settings: SessionParts['settings'],
  call: Call,
  launch: SmartLaunch,
): Promise<Grant | null> {
  const who = await askSignInHook(settings, 'session.professional', () => options.professional(launch));
  if (who === null) throw new SignInRefused('no-access', 403, 'session.professional gave null.');
  const { sub, professionalId, actions } = who;
  Object.assign(call, toKnown({ sub, role: 'professional', professionalId, actions }));
  const asked = { ...launch, professionalId };
  const patient = await askSignInHook(settings, 'session.patient', () => options.patient(asked));
  if (patient === null) throw new SignInRefused('unknown-patient', 403, 'session.patient gave null.');
  return { sub, role: 'professional', professionalId, actions, patients: [patient] };
}

const ODD_LAUNCH =
  'iss or launch came twice, or launch is over 2,000 characters or not printable: no EHR launches so.';

/** Names the EHR, if it gave an address that may be in a log. */
function sayUnlisted(iss: string | undefined): string {
  const isPlain = isProviderUrl(iss) && iss.length <= 200;
  const given =
    iss === undefined ? 'no iss' : isPlain ? `the iss ${new URL(iss).href}` : 'an iss that is no address';
  return `The launch has ${given}, and session.issuers lists no such EHR.`;
}

function connectSmart(options: SmartSessionOptions, parts: SessionParts) {
  const { settings } = parts;
  const { publicUrl } = settings;
  const kept = checkBrowserSession(options);
  const isFramed = kept.sameSite === 'none';
  const sessions = createBrowserSessions(parts, kept);
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
    if (!issuer) throw new SignInRefused('unknown-launch', 400, sayUnlisted(iss));
    if (!isPlain || second !== undefined || other !== undefined)
      throw new SignInRefused('unknown-launch', 400, ODD_LAUNCH);
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
      const grant = await readGrant(parts, call, () => toLaunchGrant(options, settings, call, launched));
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
      {
        endpoint: openLaunch,
        serve: (call: Call) => answerPage(settings, call, isFramed, () => begin(call)),
      },
      {
        endpoint: finishLaunch,
        serve: (call: Call) => answerPage(settings, call, isFramed, () => finish(call)),
      },
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
    const isOnly =
      issuers.findIndex(({ iss }) => withoutSlash(`${iss}`) === withoutSlash(`${issuer.iss}`)) === index;
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
    examine(document) {
      const read = SmartConfiguration.safeParse(document);
      return { faults: findSmartFaults(document), keys: read.success ? read.data.jwks_uri : null };
    },
    registered: (publicUrl) => [`${publicUrl}${openLaunch.path}`, `${publicUrl}${finishLaunch.path}`],
    tryClients: (publicUrl) =>
      Promise.all(
        issuers.map(async (issuer) => {
          const configured = createConfigured(issuer, () => readConfiguration(issuer.iss), Date.now);
          return {
            provider: issuer.iss,
            ...(await tryClient(configured, `${publicUrl}${finishLaunch.path}`)),
          };
        }),
      ),
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
