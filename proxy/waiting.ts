/** Lets so many run at once and has the others wait in line. */
type Gate = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** @param width how many at once */
export function createGate(width: number): Gate {
  const line: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= width) await new Promise<void>((resolve) => line.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      // Who is next takes this place.
      if (next) next();
      else inside -= 1;
    }
  };
}

/** Wakes one who waits. A call that comes while nobody waits is not lost: the next wait ends at once. */
interface Latch {
  readonly wake: () => void;
  /** Resolves when woken, or after the time. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Makes a latch. Its timers do not keep the process alive. */
export function createLatch(): Latch {
  let isWoken = false;
  let resume: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      resume?.();
    },
    async wait(milliseconds) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds).unref();
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      resume = undefined;
      isWoken = false;
    },
  };
}
