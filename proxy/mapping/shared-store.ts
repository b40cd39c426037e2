import { logError, toErrorName } from '../log.ts';
import { refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { MappingStore } from '../storage/storage.ts';

/** The links were hashed with another secret: none of them would be found, and each patient be taken. */
class MappingKeyChanged extends Error {
  override readonly name = 'MappingKeyChanged';
}

/** The mapping in the storage, opened at first use. A failure is a `Refusal` (503) and a line in the log. */
export function createSharedStore(
  { storage, log, clock }: Pick<Settings, 'storage' | 'log' | 'clock'>,
  fingerprint: string,
): MappingStore {
  let checked: MappingStore | undefined;

  async function use<T>(act: (store: MappingStore) => Promise<T>): Promise<T> {
    try {
      const store = (await storage()).mapping;
      const isSame = checked === store || (await store.fingerprint(fingerprint)) === fingerprint;
      if (!isSame) throw new MappingKeyChanged();
      checked = store;
      return await act(store);
    } catch (error) {
      const hint =
        error instanceof MappingKeyChanged
          ? 'The option mapping.key is not the one that the stored mapping was made with. Give that one.'
          : `The storage of the mapping failed (${toErrorName(error)}).`;
      logError({ log, clock }, 'mapping-unavailable', hint);
      throw refuse('MAPPING_UNAVAILABLE');
    }
  }

  return {
    find: (key) => use((store) => store.find(key)),
    findAll: (keys) => use((store) => store.findAll(keys)),
    linksOf: (pairs) => use((store) => store.linksOf(pairs)),
    link: (keys, patientId, origin, replaceable) =>
      use((store) => store.link(keys, patientId, origin, replaceable)),
    origin: (key) => use((store) => store.origin(key)),
    unlink: (key, patientId) => use((store) => store.unlink(key, patientId)),
    claim: (key, claimant, now, until) => use((store) => store.claim(key, claimant, now, until)),
    release: (key, claimant) => use((store) => store.release(key, claimant)),
    fingerprint: (own) => use((store) => store.fingerprint(own)),
  };
}
