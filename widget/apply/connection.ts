import { type Client, createClient, createTokenSource } from '@instrument-panel/client';
import type { KitOptions } from '../configure.ts';
import type { Asked } from './attributes.ts';

/** A client that may read and apply, for one professional and one patient. */
export interface ApplyConnection {
  readonly client: Client;
  /** Forgets the token and aborts what is under way. */
  end(): void;
}

/** Opens the connection of a form; its token says `apply`, so it is not the one that the panels read with. */
export function openConnection(
  { baseUrl, fetchToken, fetch, locale }: KitOptions,
  asked: Asked,
): ApplyConnection {
  const auth = createTokenSource(fetchToken, { ...asked, actions: ['read', 'apply'] });
  auth.retain();
  return { client: createClient({ baseUrl, auth, fetch, locale }), end: auth.stop };
}
