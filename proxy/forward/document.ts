import type { Dispatcher } from 'undici';
import type { ResponseStream, StreamSink } from '../exchange.ts';

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The media type of an answer, without its parameters, in lower case. */
export function mediaType(headers: ResponseHeaders): string {
  const value = String(headers['content-type'] ?? '');
  const end = value.indexOf(';');
  return (end < 0 ? value : value.slice(0, end)).trim().toLowerCase();
}

export function declaredLength(headers: ResponseHeaders): number | null {
  const value = headers['content-length'];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/**
 * A document on its way from the service to a caller, at the caller's pace: nothing is held but what one read of
 * the connection brings. If the service breaks off, so does the caller's connection, since half a document must
 * not look like a whole one.
 */
export class DocumentPipe implements ResponseStream {
  readonly kind = 'stream';
  /** Bytes that the service has declared; null if it has not. */
  readonly length: number | null;
  readonly #source: Dispatcher.DispatchController;
  readonly #onGone: () => void;
  #sink: StreamSink | undefined;
  #early: Buffer[] = [];
  #outcome: 'ended' | 'failed' | undefined;

  /** @param onGone called if the caller goes away before the end */
  constructor(source: Dispatcher.DispatchController, length: number | null, onGone: () => void) {
    this.#source = source;
    this.length = length;
    this.#onGone = onGone;
    // Nothing more is read until somebody is there to take it.
    source.pause();
  }

  open(sink: StreamSink): void {
    this.#sink = sink;
    if (this.#outcome === 'failed') return void sink.abort();
    sink.closed.addEventListener('abort', () => {
      if (!this.#outcome) this.#onGone();
    });
    if (sink.closed.aborted) return void this.#onGone();
    for (const chunk of this.#early) sink.write(chunk);
    this.#early = [];
    if (this.#outcome === 'ended') return void sink.end();
    this.#source.resume();
  }

  write(chunk: Buffer): void {
    const sink = this.#sink;
    if (!sink) return void this.#early.push(chunk);
    if (sink.write(chunk)) return;
    this.#source.pause();
    sink.drained().then(() => {
      if (!this.#outcome) this.#source.resume();
    });
  }

  /** The service has sent all of it. */
  end(): void {
    this.#outcome = 'ended';
    this.#sink?.end();
  }

  /** The service has not sent all of it, and will not. */
  fail(): void {
    if (this.#outcome) return;
    this.#outcome = 'failed';
    this.#early = [];
    this.#sink?.abort();
  }
}
