import { inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Milliseconds until a state that a test waits for counts as one that does not come. */
    readonly waitTimeoutMs: number;
  }
}

// Its own second is too short on a machine that is busy with other work.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: inject('waitTimeoutMs'),
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
