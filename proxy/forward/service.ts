import {
  BASE_PATH,
  type Decoded,
  type Endpoint,
  encodePath,
  encodeQuery,
} from '@instrument-panel/client/contract';
import type { Call } from '../exchange.ts';
import type { Breaker, CallEnd } from '../limit/breaker.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Settings } from '../options.ts';
import { notSent, Refusal } from '../refusal.ts';
import { type Reply, readReply } from './reply.ts';
import { TOO_LARGE, type Upstream, type UpstreamReply } from './upstream.ts';

/** One call of the service, in typed values only. */
export interface Ask {
  readonly endpoint: Endpoint;
  readonly path: Decoded;
  readonly query: Decoded;
  /** Parsed by the endpoint's schema; undefined where it has none. */
  readonly body?: unknown;
  readonly acceptLanguage: string | undefined;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** The request that it is asked for. */
  readonly call: Call;
  /** The token sees single patients, so that no word of the service's own errors may reach it. */
  readonly narrowed: boolean;
}

/** Calls the service. Throws a `Refusal` for everything but a readable success. */
export type Service = (ask: Ask) => Promise<Reply>;

/** What stands between a request and the service. */
export interface Passage {
  readonly upstream: Upstream;
  readonly breaker: Breaker;
  readonly metrics: Metrics;
}

/** Codes of a call that was given up or never sent, and of answers that are none but say that the service is there. */
const TELLS_NOTHING: ReadonlySet<string> = new Set(['CALLER_GONE', 'PROXY_BUSY']);
const IS_THERE: ReadonlySet<string> = new Set(['UPSTREAM_REFUSED', TOO_LARGE]);

/**
 * What an error says of the service's health: 502, 503 and 504 are a service that was not reached, is not available,
 * talks nonsense or takes too long. Credentials refused, or an error in the service's own words, are an answer; and what
 * one person can bring about by what they ask for (any 4xx, too long an answer, the AI's slowness) must not keep all
 * others out.
 */
function endOf(error: unknown, { endpoint }: Ask, answered: number): CallEnd {
  if (!(error instanceof Refusal) || TELLS_NOTHING.has(error.code)) return 'abandoned';
  if (error.code === 'UPSTREAM_TIMEOUT' && endpoint.action === 'recommend') return 'abandoned';
  const isAnswer = IS_THERE.has(error.code) || (answered >= 400 && answered <= 499);
  return error.status > 501 && !isAnswer ? 'failed' : 'succeeded';
}

const paused = (wait: number) =>
  notSent('UPSTREAM_PAUSED', 'The service has failed and is left to recover. Try again in a moment.', wait);

const LANGUAGES = /^[\w*;=.,\- ]{1,200}$/;

/**
 * Makes the function that calls the service: the address is rebuilt from the template, query and body are
 * written anew, the headers are these and no others, the credentials among them once.
 */
export function createService(settings: Settings, { upstream, breaker, metrics }: Passage): Service {
  const { credentials } = settings;

  function send(ask: Ask): Promise<UpstreamReply> {
    const { endpoint, acceptLanguage } = ask;
    const { request } = ask.call;
    const wantsBinary = endpoint.binary !== undefined && ask.query.format === 'pdf';
    const headers: Record<string, string> = {
      'X-Api-Key': credentials.key,
      'X-Api-Secret': credentials.secret,
      accept: wantsBinary ? `${endpoint.binary}, application/json` : 'application/json',
    };
    if (acceptLanguage !== undefined && LANGUAGES.test(acceptLanguage))
      headers['accept-language'] = acceptLanguage;
    if (endpoint.body) headers['content-type'] = 'application/json';
    return upstream.send({
      method: endpoint.method,
      path: `${BASE_PATH}${encodePath(endpoint, ask.path)}${encodeQuery(endpoint, ask.query)}`,
      headers,
      body: endpoint.body ? JSON.stringify(ask.body) : null,
      deadline: ask.deadline,
      // A write is finished though nobody waits for it any more: its outcome has to be known.
      caller: endpoint.effect === 'read' ? request : null,
      document: wantsBinary ? (endpoint.binary ?? null) : null,
    });
  }

  return async (ask) => {
    const pass = breaker.begin();
    if (pass === null) throw paused(breaker.pauseLeft());
    const startedAt = performance.now();
    let end: CallEnd = 'failed';
    let answered = 0;
    try {
      const sent = await send(ask);
      answered = sent.status;
      const reply = readReply(ask, sent, settings);
      end = 'succeeded';
      return reply;
    } catch (error) {
      end = endOf(error, ask, answered);
      throw error;
    } finally {
      const milliseconds = performance.now() - startedAt;
      ask.call.upstreamMs = (ask.call.upstreamMs ?? 0) + milliseconds;
      breaker.end(pass, end);
      metrics.called(ask.call.route, end, milliseconds / 1_000);
    }
  };
}
