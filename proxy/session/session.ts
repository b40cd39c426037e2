import { randomUUID } from 'node:crypto';
import { type Audit, actorOf } from '../audit/index.ts';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import { parseBody } from '../forward/request-body.ts';
import type { Settings } from '../options.ts';
import { originNotAllowed } from '../refusal.ts';
import { mintToken } from '../token/index.ts';
import { createHookAsker } from './ask-hook.ts';
import { narrowGrant, ScopeSchema } from './grant.ts';

/**
 * `POST /session`: a page asks for a token, the partner's hook decides.
 *
 * A forged request from another site fails three times over: the origin must be one of the allowed ones, the
 * content type makes the browser ask first, and a plain form can send neither.
 */
export function createSession(settings: Settings, audit: Audit): (call: Call) => Promise<ProxyResponse> {
  const { clock, limits } = settings;
  const askHook = createHookAsker(settings);

  return async ({ request }) => {
    const { origin, cookie, authorization } = request.headers;
    // An extension is not a page: it asks at /authorize, where the person is asked.
    const isPage = origin !== undefined && /^https?:/.test(origin);
    if (!isPage || !settings.origins.has(origin)) throw originNotAllowed();
    const scope = await parseBody(request, ScopeSchema, limits.bodyBytes);
    const grant = narrowGrant(await askHook({ cookie, authorization, origin, scope }), scope);
    const { sub, role, professionalId: pro, patients } = grant;
    const jti = randomUUID();
    await audit.note({
      route: 'POST /session',
      who: actorOf({ sub, role, pro }),
      jti,
      ids: patients === undefined ? {} : { patientIds: patients },
    });
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
      { seconds: limits.tokenSeconds, clock, jti },
    );
    return json(200, minted);
  };
}
