/** A bounded memory: what was used longest ago leaves first. */
interface Lru<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
}

/** @param size most entries kept */
export function createLru<Value>(size: number): Lru<Value> {
  // A Map iterates in the order of insertion, so its first key is the oldest.
  const entries = new Map<string, Value>();
  // What was used last needs no moving, and is often what is used next.
  let newest: string | undefined;
  function put(key: string, value: Value): void {
    if (key !== newest) entries.delete(key);
    entries.set(key, value);
    newest = key;
  }
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined && key !== newest) put(key, value);
      return value;
    },
    set(key, value) {
      put(key, value);
      if (entries.size > size) {
        const oldest = entries.keys().next();
        if (!oldest.done) entries.delete(oldest.value);
      }
    },
    delete: (key) => entries.delete(key),
  };
}
