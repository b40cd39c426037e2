/** Where a streamed answer is written to, whatever carries it. After `closed` has aborted, writing does nothing. */
export interface StreamSink {
  /** Hands a piece on. False where the reader is behind: what it has not taken is held in memory. */
  readonly write: (chunk: string | Uint8Array) => boolean;
  /** Resolves once the reader has taken what was written, or is gone. */
  readonly drained: () => Promise<void>;
  /** The answer is whole. */
  readonly end: () => void;
  /** Breaks the connection, so that the reader cannot take what it has for the whole. */
  readonly abort: () => void;
  /** Aborts once nothing more can be written: ended, aborted, or the reader has gone away. */
  readonly closed: AbortSignal;
  /** Bytes that were written and that the connection has not taken. */
  readonly buffered: () => number;
}

/** The body of an answer that is written bit by bit. */
export interface ResponseStream {
  readonly kind: 'stream';
  /** Called once, after status and headers have gone out. It must not throw; what it starts ends by itself. */
  readonly open: (sink: StreamSink) => void;
}

/** Functions that wait for a reader to catch up. */
export interface Waiters {
  readonly wait: () => Promise<void>;
  readonly release: () => void;
}

/** Makes an empty list of those who wait. */
export function createWaiters(): Waiters {
  let waiting: (() => void)[] = [];
  return {
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    release() {
      const all = waiting;
      waiting = [];
      for (const resolve of all) resolve();
    },
  };
}
