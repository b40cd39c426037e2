import type { ServerResponse } from 'node:http';
import { createWaiters, type StreamSink } from '../stream.ts';

/** Lets a streamed answer write to a response of node:http whose head has been written. */
export function nodeSink(response: ServerResponse): StreamSink {
  const gone = new AbortController();
  const waiters = createWaiters();
  const close = (): void => {
    gone.abort();
    waiters.release();
  };
  if (response.destroyed) close();
  response.on('drain', waiters.release);
  response.on('close', close);
  // A reader that breaks the connection while something is written is an error here, and gone either way.
  response.on('error', close);
  return {
    write: (chunk) => (gone.signal.aborted ? false : response.write(chunk)),
    drained: () => (gone.signal.aborted || !response.writableNeedDrain ? Promise.resolve() : waiters.wait()),
    end() {
      if (gone.signal.aborted) return;
      response.end();
      close();
    },
    abort() {
      response.destroy();
      close();
    },
    closed: gone.signal,
    buffered: () => response.writableLength,
  };
}
