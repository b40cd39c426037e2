import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { ServiceError } from './errors.ts';

/** An API key of a partner (docs/service.md#authentication). */
interface Credential {
  readonly key: string;
  /** SHA-256 of the secret, hex. */
  readonly secretHash: string;
  readonly partner: string;
  readonly state: 'active' | 'inactive' | 'expired';
  /** Networks that may call, as [address, prefix]; empty means any. */
  readonly allowed: readonly (readonly [network: string, prefix: number])[];
}

/**
 * The sandbox's credentials. The secrets are public by design (`demo-secret` and so on): they open nothing
 * but this simulation.
 */
export const CREDENTIALS: readonly Credential[] = [
  {
    key: 'demo-key',
    secretHash: 'cd577fe2561ebff23505db0bb006300c7cdecbd46bc0e03c449afafaca2c25bf',
    partner: 'demo',
    state: 'active',
    allowed: [],
  },
  {
    key: 'other-key',
    secretHash: '9c0ee26e4a1fbb028187486a7ea91f81f8ab81fcf467cba75107dbd3a64244d7',
    partner: 'other',
    state: 'active',
    allowed: [],
  },
  {
    key: 'inactive-key',
    secretHash: '972040e87dddd5f36af33b076f9ac1dcb7e02484a9919078b1766a5409f9f5a2',
    partner: 'demo',
    state: 'inactive',
    allowed: [],
  },
  {
    key: 'expired-key',
    secretHash: '4eabed9e8a3fde4331fbd6c5afd4671b61bb4e44c29c0983bbbbb919cda6a800',
    partner: 'demo',
    state: 'expired',
    allowed: [],
  },
  {
    key: 'blocked-key',
    secretHash: 'b402a2c5b2bf621beb0d0739e09ecf60a9f29c6550438dfa82e612294d99b30f',
    partner: 'demo',
    state: 'active',
    // TEST-NET-3 (RFC 5737): no real caller has such an address.
    allowed: [['203.0.113.0', 24]],
  },
];

/** Partners whose professionals are registered on a plan without AI analysis, so that its 403 can be seen. */
const PARTNERS_WITHOUT_AI_ANALYSIS: ReadonlySet<string> = new Set(['other']);

/** Tells whether professionals whom the partner registers get a plan with AI analysis. */
export const partnerHasAiAnalysis = (partner: string): boolean => !PARTNERS_WITHOUT_AI_ANALYSIS.has(partner);

const NO_SECRET = Buffer.alloc(32);

function isAllowed(credential: Credential, address: string): boolean {
  if (credential.allowed.length === 0) return true;
  const list = new BlockList();
  for (const [network, prefix] of credential.allowed) {
    list.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  const plain = address.replace(/^::ffff:/i, '');
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/**
 * The partner that a request speaks for.
 * @throws ServiceError 401 `INVALID_API_KEY`, `API_CREDENTIAL_INACTIVE`, `API_CREDENTIAL_EXPIRED`, or 403
 *   `IP_NOT_ALLOWED`, in this order (docs/service.md#authentication).
 */
export function authenticate(headers: Headers, address: string): string {
  const key = headers.get('X-Api-Key');
  const secret = headers.get('X-Api-Secret') ?? '';
  const credential = CREDENTIALS.find((candidate) => candidate.key === key);
  const given = createHash('sha256').update(secret).digest();
  const expected = credential ? Buffer.from(credential.secretHash, 'hex') : NO_SECRET;
  if (!timingSafeEqual(given, expected) || !credential) {
    throw new ServiceError(401, 'INVALID_API_KEY', 'Send X-Api-Key and X-Api-Secret of the same credential.');
  }
  if (credential.state === 'inactive') {
    throw new ServiceError(401, 'API_CREDENTIAL_INACTIVE', 'This credential is inactive.');
  }
  if (credential.state === 'expired') {
    throw new ServiceError(401, 'API_CREDENTIAL_EXPIRED', 'This credential has expired.');
  }
  if (!isAllowed(credential, address)) {
    throw new ServiceError(403, 'IP_NOT_ALLOWED', 'This credential may not be used from this address.');
  }
  return credential.partner;
}
