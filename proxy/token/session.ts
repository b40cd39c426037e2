import { randomUUID } from 'node:crypto';
import { ROLE_RULES, TOKEN_PATIENTS_MAX } from '@instrument-panel/client/contract';
import { createSession, type SessionToken } from '@instrument-panel/client/proxy';
import { type Audit, type AuditedAction, toActor } from '../audit/audit.ts';
import { type Call, json } from '../exchange.ts';
import { logError, toErrorName } from '../log.ts';
import { forbidden, Refusal, refuse } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import { type OwnRoute, toRouteName } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { within } from '../waiting.ts';
import { type Grant, GrantSchema, narrowGrant, type SessionHook, type SessionRequest } from './grant.ts';
import { toSessionId } from './revocations.ts';
import { mintToken } from './token.ts';

export type AskHook = (request: SessionRequest) => Promise<Grant>;

/** Whether it is a page that asks: an extension, which is not one, asks at /authorize, where the person is asked. */
export const isPage = (origin: string | undefined): origin is string =>
  origin !== undefined && /^https?:/.test(origin);

/** Makes what asks the partner's hook. Throws a `Refusal`: 401 if signed out, 503 if it fails, 500 for an invalid grant. */
export function createHookAsker(settings: Settings, session: SessionHook): AskHook {
  const { limits } = settings;
  const report = (hint: string): void => logError(settings, 'session-hook-failed', hint);

  async function ask(request: SessionRequest): Promise<unknown> {
    try {
      return await within(limits.sessionMs, session(request));
    } catch (error) {
      // Only a session that the proxy keeps itself refuses so.
      if (error instanceof Refusal) throw error;
      // Its message is the partner's and may hold anything; its name is enough to look for.
      report(`The session hook threw ${toErrorName(error)}.`);
      throw refuse('SESSION_UNAVAILABLE');
    }
  }

  return async (request) => {
    const answer = await ask(request);
    if (answer === null) throw refuse('NOT_SIGNED_IN');
    const grant = GrantSchema.safeParse(answer);
    if (grant.success) return grant.data;
    const field = grant.error.issues[0]?.path.join('.') || 'role, professionalId and patients together';
    report(`The session hook gave a grant that breaks the rule of ${field}.`);
    const message = 'The sign-in was checked, but what it allows is not clear. Ask the operator.';
    throw new Refusal(500, 'INTERNAL', message);
  };
}

/** What a request learns by a grant: who asks. Names the person as `toSubject` does that of its tokens. */
export const toKnown = ({ sub, role, professionalId: pro }: Grant): Pick<Call, 'person' | 'who'> => ({
  person: `${pro ?? ''} ${sub}`,
  who: toActor({ sub, role, pro }),
});

/** Notes that a token is granted, then mints it. Throws a `Refusal` (503 `AUDIT_UNAVAILABLE`) instead. */
export async function mintForGrant(
  { ring, issuer, audience, limits, clock }: Settings,
  audit: Audit,
  { sub, role, professionalId: pro, patients, actions, session }: Grant,
  { origin, jti, ...asked }: Pick<AuditedAction, 'route' | 'jti' | 'call'> & { readonly origin: string },
): Promise<SessionToken> {
  const ids = patients === undefined ? {} : { patientIds: patients };
  await audit.note({ ...asked, who: toActor({ sub, role, pro }), jti, ids });
  const claims = {
    iss: issuer,
    aud: audience,
    sub,
    role,
    ops: [...actions],
    origin,
    pro,
    pat: patients && [...patients],
    sid: session && toSessionId(session),
  };
  const minted = await mintToken(ring, claims, { seconds: limits.tokenSeconds, clock, jti });
  const [patientId, ...others] = patients ?? [];
  const isOne = patientId !== undefined && others.length === 0;
  return { ...minted, ...(pro && { professionalId: pro }), ...(isOne && { patientId }) };
}

/** Makes {@link Proxy.mintToken}. */
export function createMint(settings: Settings, audit: Audit) {
  return async (given: Grant, origin: string): Promise<SessionToken> => {
    const grant = GrantSchema.safeParse(given);
    if (!grant.success || !ROLE_RULES[grant.data.role].isForBrowsers) {
      const field = (grant.success ? 'role' : grant.error.issues[0]?.path.join('.')) || 'as a whole';
      throw new TypeError(`The grant is refused: ${field} breaks its rule.`);
    }
    if (!settings.origins.has(origin)) throw new RangeError('The origin is not one of the option origins.');
    const count = grant.data.patients?.length ?? 1;
    if (count < 1 || count > TOKEN_PATIENTS_MAX)
      throw new RangeError(`A token holds 1 to ${TOKEN_PATIENTS_MAX} patients.`);
    return mintForGrant(settings, audit, grant.data, { route: 'mintToken', origin, jti: randomUUID() });
  };
}

/**
 * `POST /session`: the partner's hook decides. A forged request fails three times: by its origin, by the
 * content type, for which a browser asks first, and as a plain form, which can send neither.
 */
export function createSessionRoute(settings: Settings, audit: Audit, askHook: AskHook): OwnRoute {
  return {
    endpoint: createSession,
    async serve(call) {
      const { request } = call;
      const { origin, cookie, authorization } = request.headers;
      if (!isPage(origin) || !settings.origins.has(origin)) throw refuse('ORIGIN_NOT_ALLOWED');
      const scope = await parseBody(request, createSession.body, settings.limits.bodyBytes);
      const jti = randomUUID();
      const granted = await askHook({ cookie, authorization, origin, scope, jti, request: request.raw });
      Object.assign(call, toKnown(granted));
      const grant = narrowGrant(granted, scope);
      if (!ROLE_RULES[grant.role].isForBrowsers) {
        logError(settings, 'session-hook-failed', `The session hook gave a page a grant of ${grant.role}.`);
        throw forbidden(`A token of ${grant.role} is for servers, never for a page.`);
      }
      const named = { route: toRouteName(createSession), origin, jti, call };
      return json(200, await mintForGrant(settings, audit, grant, named));
    },
  };
}
