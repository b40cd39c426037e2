import { AuditError, requireSameKey } from './audit/same-key.ts';
import { createLinkHasher } from './mapping/mapping-call.ts';
import { type Storage, StorageError } from './storage/storage.ts';

/** The keys whose effect is in the storage. */
export interface StoredKeys {
  readonly audit?: { readonly key?: Uint8Array | null } | undefined;
  readonly mapping?: { readonly key: Uint8Array } | null | undefined;
}

/** Trail or mapping were begun with another key: every row would be refused, and no link be found. */
class StoredWithOtherKey extends StorageError {
  constructor(message: string) {
    super('STORAGE_UNAVAILABLE', message);
  }
}

/**
 * Throws a StorageError if trail or mapping of a storage were begun with another key. It writes nothing, so that a wrong key does not
 * become the key of a storage that is empty.
 *
 * @throws the storage's error
 */
export async function requireStoredKeys(
  { audit, mapping }: Pick<Storage, 'audit' | 'mapping'>,
  keys: StoredKeys,
): Promise<void> {
  try {
    await requireSameKey(audit, keys.audit?.key ?? null);
  } catch (error) {
    throw error instanceof AuditError ? new StoredWithOtherKey(error.message) : error;
  }
  const known = keys.mapping ? await mapping.fingerprint(null) : null;
  if (!keys.mapping || known === null || known === createLinkHasher(keys.mapping.key).fingerprint) return;
  throw new StoredWithOtherKey(
    'The option mapping.key is not the one that the stored mapping was made with. Give that one.',
  );
}

/**
 * Makes what gives a storage only if it was begun with these keys: to a proxy any other is one that cannot be opened. A storage that
 * fails while it is looked at is an outage and no wrong key: what needs the key looks again.
 */
export function guardStorage<Opened extends Pick<Storage, 'audit' | 'mapping'>>(
  open: () => Promise<Opened>,
  keys: StoredKeys,
): () => Promise<Opened> {
  let known: Opened | undefined;
  let looking = Promise.resolve();
  const look = async (opened: Opened): Promise<void> => {
    try {
      await requireStoredKeys(opened, keys);
    } catch (error) {
      if (!(error instanceof StoredWithOtherKey)) return;
      known = undefined;
      throw error;
    }
  };
  return async () => {
    const opened = await open();
    if (known !== opened) {
      known = opened;
      looking = look(opened);
    }
    await looking;
    return opened;
  };
}
