import * as z from 'zod/mini';
import { uuidInput } from '../field.ts';
import { TOKEN_LIFE_MAX_SECONDS, TOKEN_PATIENTS_MAX } from '../limits.ts';
import { oneOf, required, text } from '../param.ts';
import { ACTIONS, ROLE_RULES, ROLES } from '../roles.ts';
import { proxyEndpoint } from './endpoint.ts';

const patients = z.array(uuidInput()).check(z.minLength(1), z.maxLength(TOKEN_PATIENTS_MAX));
const actions = z.array(z.enum(ACTIONS));

/** What a page asks its token to be narrowed to. Strict: a misspelt narrowing would give more than was asked for. */
export const SessionScope = z.strictObject({
  /** UUIDs. Default: every patient that the hook grants. */
  patients: z.optional(patients),
  /** Default: every action that the hook grants. */
  actions: z.optional(actions),
  /** The handle with which a SMART launch opened the page: the token is for the patient of that launch, or refused. */
  launch: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
});
export type SessionScope = z.input<typeof SessionScope>;

export const SessionToken = z.object({
  token: z.string(),
  /** Seconds from now, so that a wrong clock does not matter. */
  expiresIn: z.number(),
  /** UUID of the professional in whose name the page acts; absent if there is none. */
  professionalId: z.optional(z.string()),
  /** UUID of the patient, where the token is for one alone, as after a launch from an EHR. */
  patientId: z.optional(z.string()),
});
export type SessionToken = z.infer<typeof SessionToken>;

/** Asks for a token for a page, in the name of the person who is signed in to the partner's application. */
export const createSession = proxyEndpoint('createSession', {
  method: 'POST',
  path: '/session',
  summary: 'Ask for a token for a page',
  caller: 'page',
  body: SessionScope,
  response: SessionToken,
});

const word = z.string().check(z.minLength(1), z.maxLength(200));
const seconds = z.int().check(z.gte(0));

/** The claims of every token of the proxy (RFC 7519). A client may read them; the proxy alone can check them. */
export const TokenClaims = z
  .object({
    iss: word,
    /** One audience, as text: a list would let one token serve two proxies. */
    aud: word,
    sub: word,
    iat: seconds,
    exp: seconds,
    jti: z.string().check(z.minLength(16), z.maxLength(100)),
    role: z.enum(ROLES),
    pro: z.optional(uuidInput()),
    /** UUIDs of the patients to whom the token is narrowed. */
    pat: z.optional(patients),
    ops: actions,
    origin: word,
    /** Names the session that it rests on, with which it ends. */
    sid: z.optional(word),
  })
  .check(
    z.refine(({ role, pro }) => !ROLE_RULES[role].needsProfessional || pro !== undefined, 'pro is required'),
    z.refine(({ role, pat }) => !ROLE_RULES[role].needsPatients || pat !== undefined, 'pat is required'),
    z.refine(({ exp, iat }) => exp > iat, 'exp must come after iat'),
    z.refine(({ exp, iat }) => exp - iat <= TOKEN_LIFE_MAX_SECONDS, 'exp is more than 15 minutes after iat'),
  );
export type TokenClaims = z.infer<typeof TokenClaims>;

/** Starts a sign-in (RFC 6749, section 4.1; RFC 7636). Answers with a page, or a redirect with a code or an error. */
export const startSignIn = proxyEndpoint('startSignIn', {
  path: '/authorize',
  summary: 'Sign a person in to an app',
  caller: 'person',
  query: {
    response_type: required(oneOf(['code'])),
    client_id: required(text),
    redirect_uri: required(text),
    code_challenge: required(text),
    code_challenge_method: required(oneOf(['S256'])),
    /** At most 1024 printable characters, given back as they are. */
    state: text,
    /** Actions, separated by spaces. Default: all that the person may do. */
    scope: text,
    /** `none`: answer without a page or with an error; `consent`: show the page even if it was allowed before. */
    prompt: oneOf(['none', 'consent']),
  },
  response: z.string(),
  media: 'text/html',
  success: [200, 302],
});

const callback = { code: text, state: text, iss: text, error: text };

/** Signs a person in at the identity provider of the partner (OpenID Connect). */
export const openSignIn = proxyEndpoint('openSignIn', {
  path: '/sign-in',
  summary: 'Sign a person in at the identity provider',
  caller: 'person',
  /** Where to go then: a page of a listed origin, or `/authorize` of the proxy. Default: a page that says it is done. */
  query: { return_to: text },
  response: z.string(),
  media: 'text/html',
  success: [302],
});

/** Takes what the identity provider sends back. */
export const finishSignIn = proxyEndpoint('finishSignIn', {
  path: '/sign-in/callback',
  summary: 'Finish a sign-in at the identity provider',
  caller: 'person',
  query: callback,
  response: z.string(),
  media: 'text/html',
  success: [303, 200],
});

/** Begins a SMART App Launch: the EHR opens it with `iss` and `launch`; without `launch` it is a standalone launch. */
export const openLaunch = proxyEndpoint('openLaunch', {
  path: '/launch',
  summary: 'Launch from an EHR (SMART App Launch)',
  caller: 'person',
  query: { iss: text, launch: text },
  response: z.string(),
  media: 'text/html',
  success: [302],
});

/** Takes what the EHR's authorization server sends back. */
export const finishLaunch = proxyEndpoint('finishLaunch', {
  path: '/launch/callback',
  summary: 'Finish a launch from an EHR',
  caller: 'person',
  query: callback,
  response: z.string(),
  media: 'text/html',
  success: [303],
});

/** Ends the sign-in of a browser, and all tokens that rest on it. */
export const endSession = proxyEndpoint('endSession', {
  method: 'POST',
  path: '/sign-out',
  summary: 'Sign a person out',
  caller: 'page',
  body: z.strictObject({}),
  response: z.object({
    /** Where the identity provider signs the person out too; null if it has no such address. */
    endSessionUrl: z.nullable(z.string()),
  }),
});

/** Answers the consent page. */
export const answerConsent = proxyEndpoint('answerConsent', {
  method: 'POST',
  path: '/authorize',
  summary: 'Allow an app to act for a person, or not',
  caller: 'person',
  body: z.object({ ticket: z.string(), decision: z.string() }),
  bodyType: 'form',
  response: z.string(),
  media: 'text/html',
  success: [303],
});

/** Exchanges an authorization code and its verifier for a token (RFC 6749, section 4.1.3). */
export const exchangeCode = proxyEndpoint('exchangeCode', {
  method: 'POST',
  path: '/token',
  summary: 'Exchange an authorization code for a token',
  caller: 'client',
  body: z.object({
    grant_type: z.literal('authorization_code'),
    client_id: z.string(),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string(),
  }),
  bodyType: 'form',
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.number(),
    /** Actions, separated by spaces. */
    scope: z.string(),
  }),
});
