import { streamEvents } from '@instrument-panel/client/proxy';
import type { Call, ProxyResponse, StreamSink } from '../exchange.ts';
import {
  allowAction,
  RATE_LIMIT_OF_ROLE,
  type TokenReader,
  toNarrowing,
  toSubject,
} from '../forward/access.ts';
import type { Service } from '../forward/service.ts';
import type { RateLimiter } from '../limit/rate-limiter.ts';
import { logError, toErrorName } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { invalid, refuse, retryLater } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { Verifier } from '../token/token.ts';
import { type Audience, createAudience, createOwners } from './audience.ts';
import { EventStream } from './event-stream.ts';
import { InboxFeed } from './feed.ts';

const tooMany = (status: 429 | 503, message: string) => retryLater(status, 'TOO_MANY_STREAMS', message, 5);

/** The places for streams: so many in all, and so many for one person. */
class StreamPlaces {
  readonly #total: number;
  readonly #perSubject: number;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(total: number, perSubject: number) {
    this.#total = total;
    this.#perSubject = perSubject;
  }

  /** Takes a place, and gives the function that gives it back. Throws a `Refusal`: 429 or 503. */
  take(subject: string): () => void {
    const own = this.#taken.get(subject) ?? 0;
    if (own >= this.#perSubject) {
      throw tooMany(429, 'Too many event streams are open for this person. Close one, then try again.');
    }
    if (this.#count >= this.#total) {
      throw tooMany(503, 'The proxy has no event stream left. Try again in a moment.');
    }
    this.#count += 1;
    this.#taken.set(subject, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#count -= 1;
      const left = (this.#taken.get(subject) ?? 1) - 1;
      if (left > 0) this.#taken.set(subject, left);
      else this.#taken.delete(subject);
    };
  }
}

const TICK_INTERVAL_MS = 1_000;
const SEQUENCE = /^\d{1,15}$/;

interface EventParts {
  readonly settings: Pick<Settings, 'storage' | 'clock' | 'limits' | 'log'>;
  readonly readToken: TokenReader;
  readonly limiter: RateLimiter;
  readonly verify: Verifier;
  readonly service: Service;
  readonly metrics: Pick<Metrics, 'streamOpened' | 'streamClosed' | 'storageFailed'>;
}

/** Reads the last event that the reader has: from the header, else from the query. Undefined if it begins. */
function readPlace({ request, rawQuery }: Call): number | undefined {
  const fromQuery = new URLSearchParams(rawQuery).get('lastEventId');
  const text = request.headers['last-event-id'] ?? fromQuery ?? '';
  if (text === '') return undefined;
  if (!SEQUENCE.test(text)) throw invalid('Last-Event-ID must be the id of an event, an integer.');
  return Number(text);
}

/**
 * `GET /events`: server-sent events for a page (HTML standard, Server-sent events). The token comes in the
 * Authorization header, which a reader over `fetch` can send and the browser's own `EventSource` cannot: in the
 * address it would end up in logs.
 */
export class EventStreams {
  readonly route: OwnRoute = { endpoint: streamEvents, serve: (call) => this.#serve(call) };
  readonly #parts: EventParts;
  readonly #places: StreamPlaces;
  readonly #audience: Audience;
  readonly #feed: InboxFeed;
  readonly #open = new Map<EventStream, StreamSink>();
  readonly #ticking: NodeJS.Timeout;
  #isClosed = false;

  constructor(parts: EventParts) {
    const { limits, clock, storage } = parts.settings;
    this.#parts = parts;
    this.#places = new StreamPlaces(limits.eventStreams, limits.eventStreamsPerSubject);
    this.#audience = createAudience(createOwners(parts.service, limits.upstreamMs, clock));
    this.#feed = new InboxFeed(
      async () => (await storage()).inbox,
      (error) => this.#report(error),
    );
    const interval = Math.min(TICK_INTERVAL_MS, limits.eventHeartbeatMs);
    this.#ticking = setInterval(() => {
      for (const stream of this.#open.keys()) void stream.tick();
    }, interval).unref();
  }

  /** Ends all streams; their readers come back to another proxy, or to this one's successor. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    this.#feed.stop();
    for (const sink of this.#open.values()) sink.end();
  }

  #report(error: unknown): void {
    this.#parts.metrics.storageFailed('events');
    logError(this.#parts.settings, 'events-unreadable', toErrorName(error));
  }

  /** The place to resume from; null if some of what lies between it and now is not held. */
  async #findPlace(asked: number | undefined): Promise<number | null> {
    try {
      const { first, last } = await this.#feed.bounds();
      const place = asked ?? last;
      return place < first - 1 || place > last ? null : place;
    } catch (error) {
      this.#report(error);
      throw refuse('EVENTS_UNAVAILABLE');
    }
  }

  async #serve(call: Call): Promise<ProxyResponse> {
    const { readToken, limiter, verify, settings } = this.#parts;
    const { eventHeartbeatMs, eventStallMs, eventBufferBytes } = settings.limits;
    const claims = await readToken(call);
    const narrowing = toNarrowing(claims);
    await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims));
    allowAction(streamEvents.permission, claims, narrowing);
    const place = await this.#findPlace(readPlace(call));
    if (this.#isClosed) throw refuse('EVENTS_UNAVAILABLE');
    const parts = {
      reader: { claims, narrowing },
      token: call.request.headers.authorization?.split(/ +/)[1] ?? '',
      verify,
      feed: this.#feed,
      audience: this.#audience,
      heartbeatMs: eventHeartbeatMs,
      stallMs: eventStallMs,
      bufferBytes: eventBufferBytes,
    };
    const giveBack = this.#places.take(toSubject(claims));
    const open = (sink: StreamSink): void =>
      this.#openStream(sink, () => new EventStream({ ...parts, sink }, place), giveBack);
    return {
      status: 200,
      // Some proxies in front would otherwise hold events back until they have a buffer full.
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
      body: { kind: 'stream', open },
    };
  }

  #openStream(sink: StreamSink, make: () => EventStream, giveBack: () => void): void {
    if (this.#isClosed) sink.end();
    if (sink.closed.aborted) return void giveBack();
    const stream = make();
    const unwatch = this.#feed.watch(() => stream.poke());
    this.#open.set(stream, sink);
    this.#parts.metrics.streamOpened();
    sink.closed.addEventListener('abort', () => {
      unwatch();
      this.#open.delete(stream);
      this.#parts.metrics.streamClosed();
      giveBack();
    });
    stream.poke();
  }
}
