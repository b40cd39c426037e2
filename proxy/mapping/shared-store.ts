import { logError, toErrorName } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { MappingStore } from '../storage/storage.ts';
import { mappingUnavailable } from './refusals.ts';

/** The links were hashed with another secret: none of them would be found, and each patient be taken. */
class MappingKeyChanged extends Error {
  override readonly name = 'MappingKeyChanged';
}

/**
 * The mapping in the proxy's storage, opened at its first use. Whatever fails is a `Refusal` (503) for the caller
 * and a line for the operator.
 */
export function createSharedStore(
  { storage, log, clock }: Pick<Settings, 'storage' | 'log' | 'clock'>,
  fingerprint: string,
): MappingStore {
  let opened: { readonly by: unknown; readonly store: MappingStore } | undefined;

  async function open(): Promise<MappingStore> {
    const present = await storage();
    if (opened?.by !== present) {
      const store = present.mapping;
      if ((await store.fingerprint(fingerprint)) !== fingerprint) throw new MappingKeyChanged();
      opened = { by: present, store };
    }
    return opened.store;
  }

  async function use<T>(act: (store: MappingStore) => Promise<T>): Promise<T> {
    try {
      return await act(await open());
    } catch (error) {
      const hint =
        error instanceof MappingKeyChanged
          ? 'The option mapping.key is not the one that the stored mapping was made with. Give that one.'
          : `The storage of the mapping failed (${toErrorName(error)}).`;
      logError({ log, clock }, 'mapping-unavailable', hint);
      throw mappingUnavailable();
    }
  }

  return {
    find: (key) => use((store) => store.find(key)),
    findAll: (keys) => use((store) => store.findAll(keys)),
    areTaken: (pairs) => use((store) => store.areTaken(pairs)),
    link: (key, patientId) => use((store) => store.link(key, patientId)),
    unlink: (key, patientId) => use((store) => store.unlink(key, patientId)),
    claim: (key, claimant, now, until) => use((store) => store.claim(key, claimant, now, until)),
    release: (key, claimant) => use((store) => store.release(key, claimant)),
    fingerprint: (own) => use((store) => store.fingerprint(own)),
  };
}
