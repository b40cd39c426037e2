import { answerConsent, exchangeCode, startSignIn } from '@instrument-panel/client/proxy';
import type { OwnRoute } from '../routes.ts';
import type { Revocations } from '../token/revocations.ts';
import { createAuthorize, type SignIn } from './authorize.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

/** `/authorize` and `/token`. */
export function createSignInRoutes(signIn: SignIn, revoke: Revocations['revoke']): readonly OwnRoute[] {
  const { ask, answer } = createAuthorize(signIn);
  return [
    { endpoint: startSignIn, serve: ask },
    { endpoint: answerConsent, serve: answer },
    { endpoint: exchangeCode, serve: createTokenEndpoint(signIn, revoke) },
  ];
}
