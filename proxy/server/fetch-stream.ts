import { createWaiters, type ResponseStream, type StreamSink } from '../stream.ts';

/** Bytes that may lie unread before a writer is told that its reader is behind. */
const HIGH_WATER = 65_536;

/** The answer was broken off; whoever reads it sees this instead of an end. */
class StreamAborted extends Error {
  override readonly name = 'StreamAborted';
}

/** Carries a streamed answer in a `Response`. */
export function fetchStream(body: ResponseStream): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const waiters = createWaiters();
  const encoder = new TextEncoder();
  const close = (): void => {
    gone.abort();
    waiters.release();
  };

  function sinkOf(controller: ReadableStreamDefaultController<Uint8Array>): StreamSink {
    const room = (): number => controller.desiredSize ?? 0;
    return {
      write(chunk) {
        if (gone.signal.aborted) return false;
        // A copy: what a Response takes must not lie in memory that is shared.
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : new Uint8Array(chunk));
        return room() > 0;
      },
      drained: () => (gone.signal.aborted || room() > 0 ? Promise.resolve() : waiters.wait()),
      end() {
        if (gone.signal.aborted) return;
        controller.close();
        close();
      },
      abort() {
        if (gone.signal.aborted) return;
        controller.error(new StreamAborted('The answer was broken off.'));
        close();
      },
      closed: gone.signal,
      buffered: () => (gone.signal.aborted ? 0 : HIGH_WATER - room()),
    };
  }

  return new ReadableStream<Uint8Array>(
    { start: (controller) => body.open(sinkOf(controller)), pull: waiters.release, cancel: close },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER }),
  );
}
