/** Those who wait for new events, and the watch that runs only while there are any. */
export interface Watchers {
  readonly add: (onNews: () => void) => () => void;
  readonly tell: () => void;
}

/** @param start begins to look for what others wrote, and gives the function that ends it */
export function createWatchers(start: () => () => void): Watchers {
  const watching = new Set<() => void>();
  let stop: (() => void) | undefined;
  return {
    add(onNews) {
      // One entry for each call, also where the same function is given twice.
      const tell = (): void => onNews();
      watching.add(tell);
      stop ??= start();
      return () => {
        watching.delete(tell);
        if (watching.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    tell() {
      for (const tell of watching) tell();
    },
  };
}
