import { sleep } from './async.ts';
import { PRIVATE_REQUEST } from './call.ts';
import { EVENT_HEARTBEAT_MS } from './contract/limits.ts';
import { isSameId } from './contract/param.ts';
import type { EventHint } from './contract/proxy-api/events.ts';
import { EventHint as eventHint } from './contract/summaries.ts';
import { readAnswer } from './read.ts';
import { backoffMs, readRetryAfterMs } from './retry.ts';
import type { TokenSource } from './token.ts';

export type { EventHint };

interface FramesRead {
  /** `event` is `message` where the stream names none. */
  readonly frames: readonly { readonly event: string; readonly data: string }[];
  /** The last event id that was set so far; empty where none was. */
  readonly lastId: string;
  /** Milliseconds after which the server wants its reader back; null where it said nothing. */
  readonly retry: number | null;
}

/** Most characters of a frame: one that has no end may not fill the memory. */
const FRAME_CHARACTERS_LIMIT = 65_536;

/**
 * Reads a stream of server-sent events piece by piece, wherever it is cut (HTML standard, 9.2.6, "Interpreting an
 * event stream"). A frame without data sets the id and raises nothing.
 *
 * @throws RangeError for a line or a frame beyond 64 K characters
 */
export function createFrameReader(): (piece: string) => FramesRead {
  let rest = '';
  let isFirst = true;
  let event = '';
  let data: string[] = [];
  let lastId = '';
  let pendingId = '';
  let retry: number | null = null;
  let size = 0;

  function line(text: string, frames: { event: string; data: string }[]): void {
    if (text === '') {
      lastId = pendingId;
      if (data.length > 0) frames.push({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      size = 0;
      return;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? [];
    if (!field) return;
    size += value.length;
    if (size > FRAME_CHARACTERS_LIMIT) throw new RangeError('an event is longer than 64 K characters');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) pendingId = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  }

  return (piece) => {
    const frames: { event: string; data: string }[] = [];
    let text = rest + piece;
    if (isFirst) text = text.replace(/^\uFEFF/, '');
    isFirst &&= text === '';
    // A CR at the end may be half of a CRLF: it waits for what follows.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(end);
    if (rest.length > FRAME_CHARACTERS_LIMIT) throw new RangeError('a line is longer than 64 K characters');
    for (const one of lines) line(one, frames);
    return { frames, lastId, retry };
  };
}

function readHint(data: string): EventHint | null {
  try {
    return readAnswer(eventHint, JSON.parse(data)).data;
  } catch {
    return null;
  }
}

const isOther = (said: string | null | undefined, own: string): boolean =>
  typeof said === 'string' && !isSameId(said, own);

/** False where the event says that it is about another patient or another instrument; silence may mean anyone. */
export const mayConcern = (hint: EventHint, patientId: string, formId: string | null): boolean =>
  !isOther(hint.patientId, patientId) && (formId === null || !isOther(hint.formTemplateId, formId));

interface ListenOptions {
  /** Origin (and prefix) of the proxy. */
  readonly baseUrl: string;
  readonly auth: TokenSource;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Something happened that the token may know of. It is a hint: the state must be read again. */
  readonly onEvent: (hint: EventHint) => void;
  /** Events were missed, or cannot be told: everything must be read again. */
  readonly onResync: () => void;
  /** Id of the last event that was heard by an earlier listener, from which to go on. */
  readonly lastId?: string | undefined;
  /** The id from which a later listener can go on. */
  readonly onId?: ((id: string) => void) | undefined;
  /** True while the stream is open; nothing has to be asked for by the clock meanwhile. */
  readonly onLive?: (isLive: boolean) => void;
  /** 0 to 1, for the back-off. Default: `Math.random`. */
  readonly random?: () => number;
}

/** Pauses before a lost stream is opened again. The proxy can set another first pause. */
const STREAM_BACKOFF = { firstMs: 3_000, maxMs: 60_000 };
/** A stream without a heartbeat for so long is taken for lost. */
const SILENCE_MAX_MS = 3 * EVENT_HEARTBEAT_MS;
/** Statuses after which there is nothing to come back for: no such address, not permitted, not built. */
const HOPELESS: ReadonlySet<number> = new Set([403, 404, 405, 501]);

type End = 'lost' | 'expired' | 'revoked' | 'hopeless';

/** The stream of a proxy's events, opened again until it is ended or there is nothing to come back for. */
class EventStream {
  readonly #options: ListenOptions;
  readonly #ended: AbortSignal;
  #lastId: string;
  #firstPauseMs = STREAM_BACKOFF.firstMs;
  #failures = 0;

  constructor(options: ListenOptions, ended: AbortSignal) {
    this.#options = options;
    this.#ended = ended;
    this.#lastId = options.lastId ?? '';
  }

  /** Opens the stream again and again; settles once it is over for good. */
  async run(): Promise<void> {
    const { random = Math.random } = this.#options;
    let reason: 'initial' | 'rejected' = 'initial';
    while (!this.#ended.aborted) {
      const begun = performance.now();
      const { end, wait } = await this.#readOnce(reason);
      if (end === 'hopeless' || end === 'revoked') return;
      reason = end === 'expired' ? 'rejected' : 'initial';
      // The stream was well, and only its token has ended; one that ends at once would be asked for without end.
      if (end === 'expired' && performance.now() - begun > STREAM_BACKOFF.firstMs) continue;
      const bound = backoffMs(++this.#failures, { ...STREAM_BACKOFF, firstMs: this.#firstPauseMs });
      await sleep(wait + bound * (0.5 + random() / 2), this.#ended).catch(() => {});
    }
  }

  async #open(reason: 'initial' | 'rejected', signal: AbortSignal): Promise<Response> {
    // A browser's fetch refuses to be called as a method of another object.
    const { auth, baseUrl, fetch: send = globalThis.fetch } = this.#options;
    const headers: Record<string, string> = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${await auth.get(reason, signal)}`,
    };
    if (this.#lastId) headers['Last-Event-ID'] = this.#lastId;
    const url = `${baseUrl.replace(/\/+$/, '')}/events`;
    const response = await send(url, { ...PRIVATE_REQUEST, headers, signal });
    if (response.status !== 401 || reason === 'rejected') return response;
    await response.body?.cancel();
    return this.#open('rejected', signal);
  }

  /** Reads one stream, from the request for it to its end; gives how it ended, and how long to wait. */
  async #readOnce(reason: 'initial' | 'rejected'): Promise<{ end: End; wait: number }> {
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#ended, lost.signal]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => lost.abort(), SILENCE_MAX_MS);
    };
    restartTimer();
    try {
      const response = await this.#open(reason, signal);
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        const end = HOPELESS.has(response.status) ? 'hopeless' : response.status === 401 ? 'revoked' : 'lost';
        return { end, wait: readRetryAfterMs(response.headers) ?? 0 };
      }
      // Some other program answers at this address.
      if (!/^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')) {
        await response.body.cancel();
        return { end: 'hopeless', wait: 0 };
      }
      this.#failures = 0;
      if (!this.#ended.aborted) this.#options.onLive?.(true);
      return { end: await this.#follow(response.body, restartTimer), wait: 0 };
    } catch {
      return { end: 'lost', wait: 0 };
    } finally {
      clearTimeout(timer);
      lost.abort();
      this.#options.onLive?.(false);
    }
  }

  /** Reads an open stream to its end. `onPiece` is called for each piece that arrives. */
  async #follow(body: ReadableStream<Uint8Array>, onPiece: () => void): Promise<End> {
    const { onEvent, onResync, onId } = this.#options;
    const read = createFrameReader();
    const reader = body
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'lost';
      onPiece();
      const { frames, lastId: id, retry } = read(value);
      if (retry !== null) this.#firstPauseMs = retry;
      const isNew = id && id !== this.#lastId;
      if (isNew) this.#lastId = id;
      for (const { event, data } of frames) {
        if (event === 'expired' || event === 'revoked') return event;
        // An event that cannot be read may have been about what is shown.
        const hint = event === 'message' ? readHint(data) : null;
        if (hint) onEvent(hint);
        else if (event === 'message' || event === 'resync') onResync();
      }
      // The id is told after the events that it belongs to.
      if (isNew) onId?.(id);
    }
  }
}

/**
 * Listens to the proxy's events, comes back after a loss with the id of the last one, renews its token, and gives up
 * where the token may not hear them. `EventSource` cannot send the token in a header; an address ends up in logs.
 *
 * @returns a function that ends it
 */
export function listenToEvents(options: ListenOptions): () => void {
  const ended = new AbortController();
  void new EventStream(options, ended.signal).run();
  return () => ended.abort();
}
