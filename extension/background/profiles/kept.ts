import * as z from 'zod/mini';
import type { StorageArea } from '../platform.ts';

/** A proxy's own document, as it was read last. */
const StoredDocument = z.object({
  proxy: z.string(),
  name: z.nullable(z.string()),
  profiles: z.array(z.unknown()),
  failure: z.nullable(z.string()),
  /** A person named this proxy; the others are those of profiles in use. */
  isNamed: z.boolean(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type StoredDocument = z.infer<typeof StoredDocument>;

const StoredSettings = z.object({
  /** Profiles that were added by hand, as they were pasted. */
  profiles: z.catch(z.array(z.unknown()), []),
  /** Documents of proxies. */
  proxies: z.catch(z.array(StoredDocument), []),
  /** Ids of the profiles that the person switched off. */
  off: z.catch(z.array(z.string()), []),
  language: z.catch(z.enum(['auto', 'en', 'pt-BR']), 'auto'),
});
/** What `storage.local` holds. Nothing of it is about a patient. */
export type StoredSettings = z.infer<typeof StoredSettings>;

/** What is kept over a restart of the browser. What somebody else wrote there is passed over. */
export const readSettings = async (local: StorageArea): Promise<StoredSettings> =>
  StoredSettings.parse(await local.get(['profiles', 'proxies', 'off', 'language']));

export const writeSettings = (local: StorageArea, change: Partial<StoredSettings>): Promise<void> =>
  local.set(change);

const Managed = z.object({
  profiles: z.catch(z.array(z.string()), []),
  proxies: z.catch(z.array(z.string()), []),
});

/** What an administrator set; nothing where there is none, or the browser has no such storage. */
export async function readManaged(managed: Pick<StorageArea, 'get'>): Promise<z.infer<typeof Managed>> {
  const given = await managed.get(null).catch(() => ({}));
  return Managed.parse(given ?? {});
}
