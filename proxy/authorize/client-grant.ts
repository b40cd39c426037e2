import { type Action, ROLE_RULES } from '@instrument-panel/client/contract';
import { Refusal } from '../refusal.ts';
import { type Grant, narrowGrant } from '../token/grant.ts';
import { ANY_FIREFOX_ORIGIN, isFirefoxOrigin } from './firefox-origin.ts';
import type { AuthorizeClient } from './options.ts';
import { type AuthorizationRequest, ClientError } from './request.ts';

/** The origin that a client is known by. */
export const originOf = (client: AuthorizeClient, redirect: string): string =>
  client.origin ?? new URL(redirect).origin;

/**
 * The origin that a client's token is bound to; null where it cannot be told. That of an add-on of Firefox is the one
 * that its request for the token carries: a browser writes it there, and sends it with every POST.
 */
export function boundOrigin(
  client: AuthorizeClient,
  redirect: string,
  asking: string | undefined,
): string | null {
  const origin = originOf(client, redirect);
  if (origin !== ANY_FIREFOX_ORIGIN) return origin;
  return isFirefoxOrigin(asking) ? asking : null;
}

const exceeds = (grant: Grant, actions: readonly Action[] | undefined): boolean =>
  actions !== undefined && !actions.every((action) => grant.actions.includes(action));

/**
 * Narrows what somebody may do to what the client asked for.
 *
 * @throws ClientError where it asked for more, or where no such token is given to clients
 */
export function narrowed(grant: Grant, request: AuthorizationRequest): Grant {
  if (!ROLE_RULES[grant.role].isForBrowsers) {
    throw new ClientError(
      'access_denied',
      'A token of operations is for servers, never for a browser.',
      request,
    );
  }
  if (exceeds(grant, request.actions)) {
    throw new ClientError('invalid_scope', 'The scope goes beyond what the person may do.', request);
  }
  try {
    return narrowGrant(grant, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ClientError('access_denied', error.message, request);
  }
}
