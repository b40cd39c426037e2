import { answerConsent, exchangeCode, startSignIn } from '@instrument-panel/client/proxy';
import type { OwnRoute } from '../routes.ts';
import type { Revocations } from '../token/revocations.ts';
import { AuthorizationEndpoint, type SignInParts } from './authorize.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

/** `/authorize` and `/token`. */
export function createSignInRoutes(parts: SignInParts, revoke: Revocations['revoke']): readonly OwnRoute[] {
  const authorization = new AuthorizationEndpoint(parts);
  return [
    { endpoint: startSignIn, serve: authorization.start },
    { endpoint: answerConsent, serve: authorization.answer },
    { endpoint: exchangeCode, serve: createTokenEndpoint(parts, revoke) },
  ];
}
