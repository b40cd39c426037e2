import type { Action } from '../../shared/contract/index.ts';
import { Refusal } from '../refusal.ts';
import { type Grant, narrowGrant } from '../session/grant.ts';
import type { AuthorizeClient } from './options.ts';
import { type AuthorizationRequest, ClientError } from './request.ts';

/** The origin that a client's token is bound to. */
export const originOf = (client: AuthorizeClient, redirect: string): string =>
  client.origin ?? new URL(redirect).origin;

const exceeds = (grant: Grant, actions: readonly Action[] | undefined): boolean =>
  actions !== undefined && !actions.every((action) => grant.actions.includes(action));

/**
 * Narrows what somebody may do to what the client asked for.
 *
 * @throws ClientError where it asked for more, or where no such token is given to clients
 */
export function narrowed(grant: Grant, request: AuthorizationRequest): Grant {
  if (grant.role === 'operations') {
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
    return narrowGrant(grant, { actions: request.actions });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ClientError('access_denied', error.message, request);
  }
}
