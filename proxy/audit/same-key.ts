import type { AuditStore } from '../storage/storage.ts';
import { linkHash } from './entry.ts';

/** The trail cannot be extended; the message is for the operator. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
  readonly code: 'AUDIT_KEY_MISMATCH' | 'AUDIT_CONTENDED' | 'AUDIT_HEAD_LOST';

  constructor(code: AuditError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws an AuditError if the last row was not written with this key: rows under two keys could never be verified. */
export async function requireSameKey(store: AuditStore, key: Uint8Array | null): Promise<void> {
  const [head, base] = [await store.head(), await store.base()];
  if (head.sequence === base.sequence) return;
  const [before = { place: 0, ...base }, last] =
    head.sequence - base.sequence === 1
      ? [undefined, (await store.read(head.sequence, 1))[0]]
      : await store.read(head.sequence - 1, 2);
  if (last && linkHash(before.hash, last.text, key) === last.hash) return;
  throw new AuditError(
    'AUDIT_KEY_MISMATCH',
    'The last row of the audit trail does not hold under the option audit.key. Give the key (or none) that it was begun with; if that is the right one, the row was changed: verify the trail, keep the storage as evidence, and begin a new one.',
  );
}
