import { hash } from 'node:crypto';

/** A page that has read a list of patients asks for what names them by it at once. */
const KEPT_MS = 5_000;
/** Lists at once; what came first gives way. */
const LISTS_MAX = 100;

/** SHA-256, in hexadecimal, by which a caller says which patients it has read. */
export const digestOf = (ids: readonly string[]): string => hash('sha256', ids.join(' '), 'hex');

/**
 * Keeps which patients were named to callers, and in which order, so that the service need not be asked for them again with
 * each answer that names them by their places: a digest is that of one list alone, whatever the service has by now.
 */
export function createListedMemory() {
  const kept = new Map<string, { readonly ids: readonly string[]; readonly timer: NodeJS.Timeout }>();
  function forget(digest: string): void {
    clearTimeout(kept.get(digest)?.timer);
    kept.delete(digest);
  }
  return {
    /** @param ids UUIDs in lower case, each once */
    keep(ids: readonly string[]): void {
      const digest = digestOf(ids);
      forget(digest);
      kept.set(digest, { ids, timer: setTimeout(() => forget(digest), KEPT_MS).unref() });
      const [oldest] = kept.keys();
      if (kept.size > LISTS_MAX && oldest !== undefined) forget(oldest);
    },
    find: (digest: string): readonly string[] | undefined => kept.get(digest)?.ids,
  };
}

export type ListedMemory = ReturnType<typeof createListedMemory>;
