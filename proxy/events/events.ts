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
import type { Places } from '../limit/places.ts';
import type { RateLimiter } from '../limit/rate-limiter.ts';
import type { Limits } from '../limits.ts';
import { logError, toErrorName } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { invalid, refuse, retryLater } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { Verifier } from '../token/token.ts';
import { createAudience, createOwners } from './audience.ts';
import { EventStream } from './event-stream.ts';
import { createFeed } from './feed.ts';

const tooMany = (status: 429 | 503, message: string) => retryLater(status, 'TOO_MANY_STREAMS', message, 5);

function createStreamPlaces(places: Places, { eventStreamsPerSubject }: Limits) {
  const taken = new Map<string, number>();
  /** Takes a place, and gives the function that gives it back. Throws a `Refusal`: 429 or 503. */
  return (subject: string): (() => void) => {
    const own = taken.get(subject) ?? 0;
    if (own >= eventStreamsPerSubject) {
      throw tooMany(429, 'Too many event streams are open for this person. Close one, then try again.');
    }
    if (places.isFull()) {
      throw tooMany(503, 'The proxy has no event stream left. Try again in a moment.');
    }
    places.take();
    taken.set(subject, own + 1);
    return () => {
      places.leave();
      const left = (taken.get(subject) ?? 1) - 1;
      if (left > 0) taken.set(subject, left);
      else taken.delete(subject);
    };
  };
}

const TICK_INTERVAL_MS = 1_000;

interface EventParts {
  readonly settings: Settings;
  readonly readToken: TokenReader;
  readonly limiter: RateLimiter;
  readonly verify: Verifier;
  readonly service: Service;
  readonly metrics: Metrics;
}

/** Reads the last event that the reader has: from the header, else from the query. Undefined if it begins. */
function readPlace({ request, rawQuery }: Call): number | undefined {
  const fromQuery = new URLSearchParams(rawQuery).get('lastEventId');
  const text = request.headers['last-event-id'] ?? fromQuery ?? '';
  if (text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid('Last-Event-ID must be the id of an event, an integer.');
  return Number(text);
}

/**
 * `GET /events` (HTML standard, Server-sent events). The token comes in the Authorization header, which the
 * browser's own `EventSource` cannot send: in the address it would end up in logs.
 */
export function createEventStreams({ settings, readToken, limiter, verify, service, metrics }: EventParts) {
  const { limits, clock, storage } = settings;
  const takePlace = createStreamPlaces(settings.places.eventStreams, limits);
  const audience = createAudience(createOwners(service, limits.upstreamMs, clock));
  const feed = createFeed(async () => (await storage()).inbox, report);
  const streams = new Map<EventStream, StreamSink>();
  const tick = (): void => {
    for (const stream of streams.keys()) void stream.tick();
  };
  const ticking = setInterval(tick, Math.min(TICK_INTERVAL_MS, limits.eventHeartbeatMs)).unref();
  let isClosed = false;

  function report(error: unknown): void {
    metrics.storageFailed('events');
    logError(settings, 'events-unreadable', toErrorName(error));
  }

  /** The place to resume from; null if some of what lies between it and now is not held. */
  async function findPlace(asked: number | undefined): Promise<number | null> {
    try {
      const { first, last } = await feed.bounds();
      const place = asked ?? last;
      return place < first - 1 || place > last ? null : place;
    } catch (error) {
      report(error);
      throw refuse('EVENTS_UNAVAILABLE');
    }
  }

  function openStream(sink: StreamSink, make: () => EventStream, giveBack: () => void): void {
    if (isClosed) sink.end();
    if (sink.closed.aborted) return void giveBack();
    const stream = make();
    const unwatch = feed.watch(() => stream.poke());
    streams.set(stream, sink);
    metrics.streams.inc();
    sink.closed.addEventListener('abort', () => {
      unwatch();
      streams.delete(stream);
      metrics.streams.dec();
      giveBack();
    });
    stream.poke();
  }

  async function serve(call: Call): Promise<ProxyResponse> {
    const claims = await readToken(call);
    const narrowing = toNarrowing(claims);
    await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims), call);
    allowAction(streamEvents.permission, claims, narrowing);
    const place = await findPlace(readPlace(call));
    if (isClosed) throw refuse('EVENTS_UNAVAILABLE');
    const token = call.request.headers.authorization?.split(/ +/)[1] ?? '';
    const parts = { reader: { claims, narrowing }, token, verify, feed, audience, limits };
    const giveBack = takePlace(toSubject(claims));
    // One row for all that the stream will tell: ids of records, each of which is read by a request of its own.
    call.shown = claims.pat ?? [];
    return {
      status: 200,
      // Some proxies in front would otherwise hold events back until they have a buffer full.
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
      body: {
        kind: 'stream',
        open: (sink) => openStream(sink, () => new EventStream({ ...parts, sink }, place), giveBack),
      },
    };
  }

  return {
    // An answer that has no end has no length to tell either.
    route: { endpoint: streamEvents, serve, rules: { allowsHead: false } } satisfies OwnRoute,
    /** Ends all streams; their readers come back to another proxy, or to this one's successor. */
    close(): void {
      isClosed = true;
      clearInterval(ticking);
      feed.stop();
      for (const sink of streams.values()) sink.end();
    },
  };
}
