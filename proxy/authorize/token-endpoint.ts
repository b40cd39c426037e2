import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import { exchangeCode } from '@instrument-panel/client/proxy';
import { json, type ProxyResponse } from '../exchange.ts';
import { readForm } from '../request-body.ts';
import { type Serve, toRouteName } from '../routes.ts';
import { mintForGrant } from '../token/session.ts';
import { toBoundOrigin } from './settings.ts';
import type { Code, SignInParts } from './sign-in-store.ts';

type TokenError = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

/** An error as OAuth has it (RFC 6749, section 5.2), and in the words of all the proxy's errors. */
function refused(error: TokenError, sentence: string): ProxyResponse {
  return json(400, { error, error_description: sentence, code: error.toUpperCase(), message: sentence });
}

const spent = () =>
  refused('invalid_grant', 'The code is not valid here, was used, or is over a minute old.');

/** Whether the verifier is the one behind the challenge (RFC 7636, section 4.6), in constant time. */
function fits(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return timingSafeEqual(hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url'));
}

/**
 * `POST /token`: a code and the verifier behind its challenge for a token of the usual kind. Neither cookies nor
 * a refresh token: a client asks `/authorize` with `prompt=none` for the next code.
 *
 * A code that is shown twice revokes the token of the first time (RFC 6749, section 4.1.2): one of the two who
 * had it should not. One that comes with another client, address, verifier or origin is spent by that.
 */
export function createTokenEndpoint({ settings, authorize, store, audit, revoke }: SignInParts): Serve {
  async function mint(
    { client: id, redirect, grant }: Code,
    jti: string,
    asking: string | undefined,
  ): Promise<ProxyResponse> {
    const client = authorize.clients.get(id);
    if (!client) return spent();
    const origin = toBoundOrigin(client, redirect, asking);
    if (origin === null) {
      return refused('invalid_request', 'This client is an add-on of Firefox and must send its own Origin.');
    }
    const named = { route: toRouteName(exchangeCode), origin, jti };
    const { token, expiresIn } = await mintForGrant(settings, audit, grant, named);
    const scope = grant.actions.join(' ');
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn, scope });
  }

  return async ({ request }) => {
    const form = await readForm(request, settings.limits.bodyBytes);
    if (!form) return refused('invalid_request', 'Each field may come once.');
    const {
      grant_type: type,
      code,
      client_id: client,
      redirect_uri: redirect,
      code_verifier: verifier,
    } = form;
    if (!type) return refused('invalid_request', 'grant_type=authorization_code is needed.');
    if (type !== 'authorization_code') {
      return refused('unsupported_grant_type', 'Only grant_type=authorization_code is served.');
    }
    if (!client || !code || !redirect || !verifier) {
      return refused('invalid_request', 'client_id, code, redirect_uri and code_verifier are needed.');
    }
    if (!authorize.clients.has(client)) return refused('invalid_client', 'The client_id is not known.');
    const jti = randomUUID();
    const found = await store.spendCode(code, jti);
    if (!found) return spent();
    if ('reused' in found) {
      await revoke(found.reused);
      return spent();
    }
    const matches = found.client === client && found.redirect === redirect;
    if (!matches || !fits(verifier, found.challenge)) return spent();
    return mint(found, jti, request.headers.origin);
  };
}
