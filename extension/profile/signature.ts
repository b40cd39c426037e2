import { PROFILE_JWS_TYPE } from '@instrument-panel/client/proxy';
import { base64url, type CryptoKey, compactVerify, importJWK, type JWK } from 'jose';
import type { ProfileSource } from '../intents/protocol.ts';
import type { ProfileFault } from './parse.ts';

/** ECDSA over P-256, which every browser has, and Ed25519. */
const ALGORITHMS = ['ES256', 'EdDSA'];

/** Whose signature a profile must bear; null: nobody's, since no policy demands one. */
export type ProfileKeys = readonly ProfileKey[] | null;
/** Null for an entry of the policy that is no public key: no signature fits it. */
type ProfileKey = CryptoKey | null;

async function readKey(text: string): Promise<ProfileKey> {
  try {
    const jwk = JSON.parse(text) as JWK;
    if (jwk.d !== undefined) return null;
    const key = await importJWK(jwk, jwk.crv === 'P-256' ? 'ES256' : 'EdDSA');
    return key instanceof Uint8Array ? null : key;
  } catch {
    return null;
  }
}

/** Reads the public keys of a policy, each the JSON text of a JWK. None at all are no demand; unreadable ones are one. */
export async function readProfileKeys(texts: readonly string[] | undefined): Promise<ProfileKeys> {
  return texts ? Promise.all(texts.map(readKey)) : null;
}

/** Three parts in base64url (RFC 7515, section 7.1), which no JSON text is. */
export const isSigned = (given: unknown): given is string =>
  typeof given === 'string' && /^\s*[\w-]+\.[\w-]+\.[\w-]+\s*$/u.test(given);

/** The content of a profile, signed or not; whose signature it is is not looked at. */
export function readContent(given: unknown): unknown {
  if (!isSigned(given)) return given;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(base64url.decode(given.split('.')[1] ?? ''));
  } catch {
    return given;
  }
}

async function isBy(key: ProfileKey, jws: string): Promise<boolean> {
  if (key === null) return false;
  try {
    const { protectedHeader } = await compactVerify(jws.trim(), key, { algorithms: ALGORITHMS });
    return protectedHeader.typ === PROFILE_JWS_TYPE;
  } catch {
    return false;
  }
}

/** Who hands these out is trusted as much as the policy: it is the policy, or comes with the reviewed package. */
const isTrusted = (source: ProfileSource): boolean => source === 'managed' || source === 'package';

/** The fault of a profile that lacks the signature that the policy demands; null for one that may be used. */
export async function signatureFault(
  source: ProfileSource,
  given: unknown,
  keys: ProfileKeys,
): Promise<ProfileFault | null> {
  if (keys === null || isTrusted(source)) return null;
  if (!isSigned(given)) return { field: 'signature', fault: { code: 'unsigned' } };
  for (const key of keys) if (await isBy(key, given)) return null;
  const code = keys.every((key) => key === null) ? 'noKey' : 'signature';
  return { field: 'signature', fault: { code } };
}
