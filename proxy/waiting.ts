/** Lets `width` run at once and has the others wait in line. */
export function createGate(width: number) {
  const line: (() => void)[] = [];
  let inside = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (inside >= width) await new Promise<void>((resolve) => line.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

/** Makes a latch: a call without a waiter ends the next wait at once. Its timers keep no process alive. */
export function createLatch() {
  let isWoken = false;
  let resume: (() => void) | undefined;
  return {
    wake(): void {
      isWoken = true;
      resume?.();
    },
    async wait(milliseconds: number): Promise<void> {
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

export class HookTooSlow extends Error {
  override readonly name = 'HookTooSlow';
}

/** Gives what the promise gives, or throws a {@link HookTooSlow} once the time is over. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new HookTooSlow()), milliseconds);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
