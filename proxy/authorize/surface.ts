import { type Surface, singlePath } from '../surface.ts';
import type { Revocations } from '../token/revocations.ts';
import { createAuthorize, type SignIn } from './authorize.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

/** `/authorize` and `/token`. */
export function createSignInSurfaces(signIn: SignIn, revoke: Revocations['revoke']): readonly Surface[] {
  const { ask, answer } = createAuthorize(signIn);
  return [
    {
      withCredentials: false,
      // Pages are for people, not for scripts: its own form is the one that sends an Origin, and it is checked there.
      anyOrigin: true,
      find(method, rawPath) {
        if (rawPath !== '/authorize') return { kind: 'none' };
        if (method === 'GET') return { kind: 'found', route: 'GET /authorize', serve: ask };
        if (method === 'POST') return { kind: 'found', route: 'POST /authorize', serve: answer };
        return { kind: 'method', allowed: ['GET', 'POST'] };
      },
    },
    singlePath('POST', '/token', createTokenEndpoint(signIn, revoke)),
  ];
}
