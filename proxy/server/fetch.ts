import {
  createWaiters,
  type ProxyRequest,
  type ProxyResponse,
  READ_HEADERS,
  type ReadHeader,
  type ResponseStream,
  type StreamSink,
} from '../exchange.ts';
import { clientAddress } from '../limit/client-address.ts';
import type { AnswerRequest } from '../pipeline.ts';
import { refuse, tooLarge } from '../refusal.ts';

/** Bytes buffered before `write` returns false (back-pressure). */
const HIGH_WATER_MARK_BYTES = 65_536;

/** The response was cut off: its reader gets this error instead of a normal end. */
class StreamAborted extends Error {
  override readonly name = 'StreamAborted';
}

function fetchStream(body: ResponseStream): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const waiters = createWaiters();
  const encoder = new TextEncoder();
  const close = (): void => {
    gone.abort();
    waiters.release();
  };

  function createSink(controller: ReadableStreamDefaultController<Uint8Array>): StreamSink {
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
      buffered: () => (gone.signal.aborted ? 0 : HIGH_WATER_MARK_BYTES - room()),
    };
  }

  return new ReadableStream<Uint8Array>(
    { start: (controller) => body.open(createSink(controller)), pull: waiters.release, cancel: close },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_MARK_BYTES }),
  );
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  if (request.bodyUsed) throw refuse('BODY_ALREADY_READ');
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readHeaders(headers: Headers, host: string): ProxyRequest['headers'] {
  const read: Partial<Record<ReadHeader, string>> = {};
  for (const name of READ_HEADERS) {
    const value = headers.get(name);
    if (value !== null) read[name] = value;
  }
  // What the framework has made the address of: it decides which of several hosts in one request counts.
  return { ...read, host };
}

function toBody(body: ProxyResponse['body']): ConstructorParameters<typeof Response>[0] {
  if (body === null || typeof body === 'string') return body;
  // A copy: what a Response takes must not lie in memory that is shared.
  return body instanceof Uint8Array ? new Uint8Array(body) : fetchStream(body);
}

export function createFetchHandler(answerRequest: AnswerRequest): (request: Request) => Promise<Response> {
  return async (request) => {
    const { origin, host } = new URL(request.url);
    const answer = await answerRequest({
      method: request.method,
      raw: request,
      rawTarget: request.url.slice(origin.length),
      headers: readHeaders(request.headers, host),
      readBody: (limit) => readBody(request, limit),
      onGone(leave) {
        if (request.signal.aborted) return leave();
        // A signal lets go of its listeners with the request.
        request.signal.addEventListener('abort', leave, { once: true });
      },
      acceptEncoding: () => request.headers.get('accept-encoding') ?? '',
      // A Request has no socket: the client's address can only come from a trusted proxy's header.
      address: (hops) => clientAddress(undefined, request.headers.get('x-forwarded-for') ?? undefined, hops),
    });
    return new Response(request.method === 'HEAD' ? null : toBody(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };
}
