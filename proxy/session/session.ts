import type { Call, ProxyResponse } from '../exchange.ts';
import { json } from '../exchange.ts';
import { parseBody } from '../forward/request-body.ts';
import type { Settings } from '../options.ts';
import { originNotAllowed, Refusal } from '../refusal.ts';
import { mintToken } from '../token/index.ts';
import { type Grant, GrantSchema, narrowGrant, ScopeSchema, type SessionRequest } from './grant.ts';

/**
 * `POST /session`: a page asks for a token, the partner's hook decides.
 *
 * A forged request from another site fails three times over: the origin must be one of the allowed ones, the
 * content type makes the browser ask first, and a plain form can send neither.
 */
export function createSession(settings: Settings): (call: Call) => Promise<ProxyResponse> {
  const { log, clock, limits } = settings;

  function report(hint: string): void {
    log({ at: new Date(clock()).toISOString(), level: 'error', event: 'session-hook-failed', hint });
  }

  async function ask(request: SessionRequest): Promise<Grant> {
    let answer: Grant | null;
    try {
      answer = await settings.session(request);
    } catch (error) {
      // Its message is the partner's and may hold anything; its name is enough to look for.
      report(`The session hook threw ${error instanceof Error ? error.name : typeof error}.`);
      throw new Refusal(
        503,
        'SESSION_UNAVAILABLE',
        'The sign-in cannot be checked now. Try again in a moment.',
      );
    }
    if (answer === null)
      throw new Refusal(401, 'NOT_SIGNED_IN', 'Sign in to the page first, then ask again.');
    const grant = GrantSchema.safeParse(answer);
    if (grant.success) return grant.data;
    const field = grant.error.issues[0]?.path.join('.') || 'role, professionalId and patients together';
    report(`The session hook gave a grant that breaks the rule of ${field}.`);
    throw new Refusal(
      500,
      'INTERNAL',
      'The sign-in was checked, but what it allows is not clear. Ask the operator.',
    );
  }

  return async ({ request }) => {
    const { origin, cookie, authorization } = request.headers;
    if (origin === undefined || !settings.origins.has(origin)) throw originNotAllowed();
    const scope = await parseBody(request, ScopeSchema, limits.bodyBytes);
    const grant = narrowGrant(await ask({ cookie, authorization, origin, scope }), scope);
    const minted = await mintToken(
      settings.ring,
      {
        iss: settings.issuer,
        aud: settings.audience,
        sub: grant.sub,
        role: grant.role,
        ops: [...grant.actions],
        origin,
        ...(grant.professionalId === undefined ? {} : { pro: grant.professionalId }),
        ...(grant.patients === undefined ? {} : { pat: [...grant.patients] }),
      },
      { seconds: limits.tokenSeconds, clock },
    );
    return json(200, minted);
  };
}
