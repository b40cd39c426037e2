/** Wakes one who waits. A call that comes while nobody waits is not lost: the next wait ends at once. */
export interface Latch {
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
