/** Whether a provider takes the client of the configuration, without anybody signing in. @module */
import { randomBytes } from 'node:crypto';
import type * as Oidc from 'openid-client';
import { loadOidc } from './code-flow.ts';
import { findFailure, type SignInFailure } from './failure.ts';

/** How a made-up code was answered: a provider looks at the client first, and then refuses the code with `invalid_grant`. */
export async function tryClient(
  configured: () => Promise<Oidc.Configuration>,
  redirect: string,
): Promise<SignInFailure> {
  try {
    const [oidc, config] = await Promise.all([loadOidc(), configured()]);
    await oidc.genericGrantRequest(config, 'authorization_code', {
      code: randomBytes(32).toString('base64url'),
      redirect_uri: redirect,
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
    return { code: 'MADE_UP_CODE_TAKEN', isAway: false };
  } catch (error) {
    return findFailure(error);
  }
}
