import {
  BASE_PATH,
  type Decoded,
  type Endpoint,
  encodePath,
  encodeQuery,
} from '../../shared/contract/index.ts';
import type { Settings } from '../options.ts';
import { type Reply, readReply } from './reply.ts';
import type { Upstream } from './upstream.ts';

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
  /** The token sees single patients, so that no word of the service's own errors may reach it. */
  readonly narrowed: boolean;
}

/** Calls the service. Throws a `Refusal` for everything but a readable success. */
export type Service = (ask: Ask) => Promise<Reply>;

const LANGUAGES = /^[\w*;=.,\- ]{1,200}$/;

/**
 * Makes the function that calls the service: the address is rebuilt from the template, query and body are
 * written anew, the headers are these and no others, the credentials among them once.
 */
export function createService(settings: Settings, upstream: Upstream): Service {
  const { credentials } = settings;
  return async (ask) => {
    const { endpoint, acceptLanguage } = ask;
    const wantsBinary = endpoint.binary !== undefined && ask.query.format === 'pdf';
    const headers: Record<string, string> = {
      'X-Api-Key': credentials.key,
      'X-Api-Secret': credentials.secret,
      accept: wantsBinary ? `${endpoint.binary}, application/json` : 'application/json',
    };
    if (acceptLanguage !== undefined && LANGUAGES.test(acceptLanguage))
      headers['accept-language'] = acceptLanguage;
    if (endpoint.body) headers['content-type'] = 'application/json';
    const reply = await upstream.send({
      method: endpoint.method,
      path: `${BASE_PATH}${encodePath(endpoint, ask.path)}${encodeQuery(endpoint, ask.query)}`,
      headers,
      body: endpoint.body ? JSON.stringify(ask.body) : null,
      deadline: ask.deadline,
    });
    return readReply(ask, reply, settings);
  };
}
