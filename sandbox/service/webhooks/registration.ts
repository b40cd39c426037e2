import { CREDENTIALS } from '../credentials.ts';
import type { Store } from '../database.ts';
import { validationError } from '../errors.ts';
import { tryAtOnce } from './delivery.ts';

export interface Webhook {
  readonly partner: string;
  /** The API key that it was registered under. */
  readonly key: string;
  readonly url: string;
  /** Shared secret of the signature. */
  readonly secret: string;
}

export const findWebhook = (store: Store, partner: string): Webhook | undefined =>
  store.one('SELECT * FROM webhook WHERE partner = ?', partner);

export const webhooks = (store: Store): Webhook[] => store.all('SELECT * FROM webhook ORDER BY partner');

/** @throws ServiceError 400 for a key that the sandbox does not have. */
function partnerOf(key: string): string {
  const credential = CREDENTIALS.find((known) => known.key === key);
  if (credential) return credential.partner;
  throw validationError(`key: must be one of ${CREDENTIALS.map((known) => known.key).join(', ')}.`);
}

/** Tells whether events can be sent to an address: http or https, without a user name. */
export function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === '';
}

/**
 * Registers the endpoint of the key's partner in place of the one it had. What waits goes to the new one, at once.
 * @throws ServiceError 400 that names `key`, `url` or `secret`.
 */
export function registerWebhook(store: Store, webhook: Omit<Webhook, 'partner'>): void {
  const { key, url, secret } = webhook;
  const partner = partnerOf(key);
  if (!isEndpoint(url)) throw validationError('url: must be an http or https address without a user name.');
  store.transaction(() => {
    store.run('DELETE FROM webhook WHERE partner = ?', partner);
    store.insert('webhook', { partner, key, url, secret });
    tryAtOnce(store, partner);
  });
}

/**
 * Removes the endpoint of one key's partner, or all of them; what waits for it is withdrawn.
 * @throws ServiceError 400 for a key that the sandbox does not have.
 */
export function removeWebhooks(store: Store, key?: string): void {
  const partners = key === undefined ? webhooks(store).map(({ partner }) => partner) : [partnerOf(key)];
  store.transaction(() => {
    for (const partner of partners) {
      store.run('DELETE FROM webhook WHERE partner = ?', partner);
      store.run(
        `UPDATE delivery SET status = 'CANCELED', nextTryAt = NULL WHERE partner = ? AND status = 'QUEUED'`,
        partner,
      );
    }
  });
}
