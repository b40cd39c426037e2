import type { EventHint } from '../contract/proxy-api/events.ts';
import { readRetryAfterMs } from '../retry.ts';
import type { TokenSource } from '../token.ts';
import { createFrameReader } from './frames.ts';
import { readHint } from './hint.ts';

export interface ListenOptions {
  /** Origin (and prefix) of the proxy. */
  readonly baseUrl: string;
  readonly auth: TokenSource;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Something happened that the token may know of. It is a hint: the state is to be read anew. */
  readonly onEvent: (hint: EventHint) => void;
  /** Events were missed, or cannot be told: everything is to be read anew. */
  readonly onResync: () => void;
  /** Id of the last event that was heard by an earlier listener, from which to go on. */
  readonly lastId?: string | undefined;
  /** The id from which a later listener can go on. */
  readonly onId?: ((id: string) => void) | undefined;
  /** True while the stream is open; nothing has to be asked for by the clock meanwhile. */
  readonly onLive?: (isLive: boolean) => void;
  /** 0 to 1, for the back-off. @default Math.random */
  readonly random?: () => number;
}

/** Milliseconds: the pause before a lost stream is opened again, doubled up to the longest. */
const FIRST_PAUSE = 3_000;
const LONGEST_PAUSE = 60_000;
/** A stream that gives no sign of life for so long is taken for lost: the proxy gives one every 15 s. */
const SILENCE = 45_000;
/** Statuses after which there is nothing to come back for: no such address, not permitted, not built. */
const HOPELESS: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** How a stream ended, and what follows. */
type End = 'lost' | 'expired' | 'revoked' | 'hopeless';

/**
 * Listens to the proxy's events (`GET /events`), comes back after a loss with the id of the last one, renews its
 * token, and gives up where the proxy has no events or the token may not hear them. The browser's own
 * `EventSource` cannot send the token in a header, and in an address it would end up in logs.
 *
 * @returns ends it
 */
export function listenToEvents(options: ListenOptions): () => void {
  const { auth, onEvent, onResync, onLive, random = Math.random } = options;
  const send = options.fetch ?? globalThis.fetch;
  const url = `${options.baseUrl.replace(/\/+$/, '')}/events`;
  const ended = new AbortController();
  let lastId = options.lastId ?? '';
  let firstPause = FIRST_PAUSE;
  let failures = 0;

  const live = (isLive: boolean): void => {
    if (!ended.signal.aborted || !isLive) onLive?.(isLive);
  };

  async function open(reason: 'initial' | 'rejected', signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${await auth.get(reason, signal)}`,
    };
    if (lastId) headers['Last-Event-ID'] = lastId;
    const init = {
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    } as const;
    const response = await send(url, { ...init, headers, signal });
    if (response.status !== 401 || reason === 'rejected') return response;
    await response.body?.cancel();
    return open('rejected', signal);
  }

  /** Reads one stream to its end. */
  async function follow(body: ReadableStream<Uint8Array>, quiet: () => void): Promise<End> {
    const read = createFrameReader();
    const reader = body
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'lost';
      quiet();
      const { frames, lastId: id, retry } = read(value);
      if (retry !== null) firstPause = retry;
      const isNew = id && id !== lastId;
      if (isNew) lastId = id;
      for (const { event, data } of frames) {
        if (event === 'expired' || event === 'revoked') return event;
        if (event === 'resync') onResync();
        else if (event === 'message') {
          const hint = readHint(data);
          // What cannot be read is not passed over: it may have been about what is shown.
          if (hint) onEvent(hint);
          else onResync();
        }
      }
      // Once what it belongs to was heard.
      if (isNew) options.onId?.(id);
    }
  }

  /** One stream, from the request for it; gives how it ended, and how long to wait. */
  async function once(reason: 'initial' | 'rejected'): Promise<{ end: End; wait: number }> {
    const lost = new AbortController();
    const signal = AbortSignal.any([ended.signal, lost.signal]);
    let timer = setTimeout(() => lost.abort(), SILENCE);
    const quiet = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => lost.abort(), SILENCE);
    };
    try {
      const response = await open(reason, signal);
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
      failures = 0;
      live(true);
      return { end: await follow(response.body, quiet), wait: 0 };
    } catch {
      return { end: 'lost', wait: 0 };
    } finally {
      clearTimeout(timer);
      lost.abort();
      live(false);
    }
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      ended.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  void (async () => {
    let reason: 'initial' | 'rejected' = 'initial';
    while (!ended.signal.aborted) {
      const begun = performance.now();
      const { end, wait } = await once(reason);
      if (end === 'hopeless' || end === 'revoked') return;
      reason = end === 'expired' ? 'rejected' : 'initial';
      // The stream was well, and only its token has ended; one that ends at once would be asked for without end.
      if (end === 'expired' && performance.now() - begun > FIRST_PAUSE) continue;
      const bound = Math.min(firstPause * 2 ** failures, LONGEST_PAUSE);
      failures += 1;
      await pause(wait + bound * (0.5 + random() / 2));
    }
  })();
  return () => ended.abort();
}
