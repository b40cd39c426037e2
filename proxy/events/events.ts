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
import type { Settings } from '../options.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Verifier } from '../token/verify.ts';
import { createAudience, createOwners } from './audience.ts';
import { EventStream } from './event-stream.ts';
import { createFeed } from './feed.ts';

const RETRY_SECONDS = '5';

/** The places for streams: so many in all, and so many for one person. */
interface Places {
  /** Takes a place, and gives the function that gives it back. Throws a `Refusal`: 429 or 503. */
  readonly take: (subject: string) => () => void;
}

const tooMany = (status: 429 | 503, message: string) =>
  new Refusal(status, 'TOO_MANY_STREAMS', message, { headers: { 'retry-after': RETRY_SECONDS } });

/** Makes the places. */
function createPlaces(total: number, perSubject: number): Places {
  const taken = new Map<string, number>();
  let count = 0;
  return {
    take(subject) {
      const own = taken.get(subject) ?? 0;
      if (own >= perSubject) {
        throw tooMany(429, 'Too many event streams are open for this person. Close one, then try again.');
      }
      if (count >= total) throw tooMany(503, 'The proxy has no event stream left. Try again in a moment.');
      count += 1;
      taken.set(subject, own + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        count -= 1;
        const left = (taken.get(subject) ?? 1) - 1;
        if (left > 0) taken.set(subject, left);
        else taken.delete(subject);
      };
    },
  };
}

const TICK_MS = 1_000;
const SEQUENCE = /^\d{1,15}$/;

interface EventParts {
  readonly settings: Pick<Settings, 'storage' | 'clock' | 'limits' | 'log'>;
  readonly readToken: TokenReader;
  readonly limiter: RateLimiter;
  readonly verify: Verifier;
  readonly service: Service;
  readonly metrics: Pick<Metrics, 'streamOpened' | 'streamClosed' | 'storageFailed'>;
}

/** The part of a proxy that tells pages of events. */
interface Events {
  readonly route: OwnRoute;
  /** Ends all streams; their readers come back to another proxy, or to this one's successor. */
  readonly close: () => void;
}

const unavailable = () =>
  new Refusal(503, 'EVENTS_UNAVAILABLE', 'Events cannot be read now. Try again in a moment.', {
    headers: { 'retry-after': '5' },
  });

/** What the reader has already: from the header, else from the query. Undefined where it begins. */
function placeAsked({ request, rawQuery }: Call): number | undefined {
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
export function createEvents(parts: EventParts): Events {
  const { settings, readToken, limiter, verify, service, metrics } = parts;
  const { storage, clock, limits, log } = settings;
  const places = createPlaces(limits.eventStreams, limits.eventStreamsPerSubject);
  const audience = createAudience(createOwners(service, limits.upstreamMs, clock));
  const open = new Map<EventStream, StreamSink>();
  let isClosed = false;

  function report(error: unknown): void {
    const hint = toErrorName(error);
    metrics.storageFailed('events');
    logError({ log, clock }, 'events-unreadable', hint);
  }
  const feed = createFeed(async () => (await storage()).inbox, report);

  /** Null where what lies between the reader's place and now is not held. */
  async function findPlace(asked: number | undefined): Promise<number | null> {
    try {
      const { first, last } = await feed.bounds();
      const place = asked ?? last;
      return place < first - 1 || place > last ? null : place;
    } catch (error) {
      report(error);
      throw unavailable();
    }
  }

  function openStream(sink: StreamSink, make: () => EventStream, giveBack: () => void): void {
    if (isClosed) sink.end();
    if (sink.closed.aborted) {
      giveBack();
      return;
    }
    const stream = make();
    const unwatch = feed.watch(() => stream.poke());
    open.set(stream, sink);
    metrics.streamOpened();
    sink.closed.addEventListener('abort', () => {
      unwatch();
      open.delete(stream);
      metrics.streamClosed();
      giveBack();
    });
    stream.poke();
  }

  async function serve(call: Call): Promise<ProxyResponse> {
    const { headers } = call.request;
    const claims = await readToken(call);
    const narrowing = toNarrowing(claims);
    await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims));
    allowAction(streamEvents.permission, claims, narrowing);
    const place = await findPlace(placeAsked(call));
    if (isClosed) throw unavailable();
    const token = headers.authorization?.split(/ +/)[1] ?? '';
    const reader = { claims, narrowing };
    const more = {
      heartbeatMs: limits.eventHeartbeatMs,
      stallMs: limits.eventStallMs,
      bufferBytes: limits.eventBufferBytes,
    };
    const giveBack = places.take(toSubject(claims));
    return {
      status: 200,
      // Some proxies in front would otherwise hold events back until they have a buffer full.
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
      body: {
        kind: 'stream',
        open: (sink) => {
          const parts = { sink, reader, token, verify, feed, audience, ...more };
          openStream(sink, () => new EventStream(parts, place), giveBack);
        },
      },
    };
  }

  const ticking = setInterval(
    () => {
      for (const stream of open.keys()) void stream.tick();
    },
    Math.min(TICK_MS, limits.eventHeartbeatMs),
  ).unref();

  return {
    route: { endpoint: streamEvents, serve },
    close() {
      isClosed = true;
      clearInterval(ticking);
      feed.stop();
      for (const sink of open.values()) sink.end();
    },
  };
}
