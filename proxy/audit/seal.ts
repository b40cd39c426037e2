import { CompactSign, compactVerify, decodeProtectedHeader } from 'jose';
import type { Head } from '../storage/storage.ts';
import type { KeyRing } from '../token/key-ring.ts';
import { type AuditEntry, toHeadText } from './entry.ts';

/** Tells a seal from anything else that is signed with a key by mistake. */
const SEAL_TYPE = 'instrument-panel-trail-seal';

/** Signs the head of a trail, and so all rows up to it (JWS, RFC 7515). */
export const signSeal = (head: Head, at: string, { signing }: KeyRing): Promise<string> =>
  new CompactSign(new TextEncoder().encode(JSON.stringify({ upTo: toHeadText(head), at })))
    .setProtectedHeader({ alg: signing.alg, kid: signing.kid, typ: SEAL_TYPE })
    .sign(signing.key);

/** Whether the seal of a row was signed with a key of the ring, for the row's own `upTo` and time. */
export async function holdsSeal(
  { seal = '', upTo, at }: AuditEntry,
  { find }: Pick<KeyRing, 'find'>,
): Promise<boolean> {
  try {
    const { kid, typ } = decodeProtectedHeader(seal);
    const key = find(String(kid));
    if (!key || typ !== SEAL_TYPE) return false;
    const { payload } = await compactVerify(seal, key.key, { algorithms: [key.alg] });
    return new TextDecoder().decode(payload) === JSON.stringify({ upTo, at });
  } catch {
    return false;
  }
}
