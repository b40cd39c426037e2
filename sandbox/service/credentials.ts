import { BlockList, isIPv6 } from 'node:net';
import { ServiceError } from './errors.ts';

/** An API key of a partner (docs/service.md#authentication). */
interface Credential {
  readonly key: string;
  readonly secret: string;
  readonly partner: 'demo' | 'other';
  readonly state: 'active' | 'inactive' | 'expired';
  /** Networks that may call, as [address, prefix]; empty means any. */
  readonly allowed: readonly (readonly [network: string, prefix: number])[];
}

const credential = (name: string, more: Partial<Credential> = {}): Credential => ({
  key: `${name}-key`,
  secret: `${name}-secret`,
  partner: 'demo',
  state: 'active',
  allowed: [],
  ...more,
});

/** The sandbox's credentials. The secrets are public by design: they open nothing but this simulation. */
export const CREDENTIALS: readonly Credential[] = [
  credential('demo'),
  credential('other', { partner: 'other' }),
  credential('inactive', { state: 'inactive' }),
  credential('expired', { state: 'expired' }),
  // TEST-NET-3 (RFC 5737): no real caller has such an address.
  credential('blocked', { allowed: [['203.0.113.0', 24]] }),
];

function isAllowed({ allowed }: Credential, address: string): boolean {
  const list = new BlockList();
  for (const [network, prefix] of allowed) list.addSubnet(network, prefix);
  const plain = address.replace(/^::ffff:/i, '');
  return allowed.length === 0 || list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/**
 * The partner that a request speaks for.
 * @throws ServiceError 401 `INVALID_API_KEY`, `API_CREDENTIAL_INACTIVE`, `API_CREDENTIAL_EXPIRED`, or 403
 *   `IP_NOT_ALLOWED`, in this order (docs/service.md#authentication).
 */
export function authenticate(headers: Headers, address: string): string {
  const key = headers.get('X-Api-Key');
  const found = CREDENTIALS.find((candidate) => candidate.key === key);
  if (found?.secret !== headers.get('X-Api-Secret')) {
    throw new ServiceError(401, 'INVALID_API_KEY', 'Send X-Api-Key and X-Api-Secret of the same credential.');
  }
  if (found.state === 'inactive') {
    throw new ServiceError(401, 'API_CREDENTIAL_INACTIVE', 'This credential is inactive.');
  }
  if (found.state === 'expired') {
    throw new ServiceError(401, 'API_CREDENTIAL_EXPIRED', 'This credential has expired.');
  }
  if (!isAllowed(found, address)) {
    throw new ServiceError(403, 'IP_NOT_ALLOWED', 'This credential may not be used from this address.');
  }
  return found.partner;
}
