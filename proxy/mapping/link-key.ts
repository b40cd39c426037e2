import { createHmac } from 'node:crypto';

/** Names a link in the storage without holding the EHR's key. */
export interface LinkKey {
  /** 64 hexadecimal digits: professional, system and EHR key, hashed with the operator's key. */
  readonly hash: string;
  /** 64 hexadecimal digits: professional and system. One patient has one link within it. */
  readonly owner: string;
}

/** Makes the function that hashes an EHR key; two proxies with one key and one storage share the mapping. */
export function createLinkHasher(secret: Uint8Array) {
  // JSON, since joined texts could be cut at another place and mean another patient.
  const hash = (...parts: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts), 'utf8').digest('hex');
  return {
    /** Tells this secret from another, and gives nothing of it away. */
    fingerprint: hash('fingerprint'),
    keyOf: (professionalId: string, system: string, key: string): LinkKey => ({
      hash: hash('link', professionalId, system, key),
      owner: hash('owner', professionalId, system),
    }),
  };
}
