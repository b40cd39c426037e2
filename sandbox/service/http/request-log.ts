import type { ControlRoute } from './control-route.ts';
import { jsonReply } from './reply.ts';

/** What is kept of a request: no body, no credential, and of the address only the template. */
export interface LoggedRequest {
  readonly id: number;
  /** Real time, RFC 3339. */
  readonly at: string;
  readonly method: string;
  /** Template of the path; null for an address that is not there. */
  readonly route: string | null;
  /** Id of the endpoint's declaration. */
  readonly endpoint: string | null;
  /** Null where the connection was broken before one was sent. */
  readonly status: number | null;
  readonly ms: number;
  /** Faults that happened to it. */
  readonly faults: readonly string[];
}

const KEPT = 500;

/** The last requests of the interface and of the links that patients and professionals get. */
export interface RequestLog {
  add(request: Omit<LoggedRequest, 'id'>): void;
  /** Newest first. */
  all(): readonly LoggedRequest[];
}

/** Makes an empty log that keeps the last 500. */
export function createRequestLog(): RequestLog {
  const kept: LoggedRequest[] = [];
  let lastId = 0;
  return {
    add(request) {
      lastId += 1;
      kept.push({ id: lastId, ...request });
      if (kept.length > KEPT) kept.shift();
    },
    all: () => kept.toReversed(),
  };
}

/** `GET /sandbox/requests`: the log, newest first. */
export const requestsRoute = (log: RequestLog): ControlRoute => ({ GET: () => jsonReply(200, log.all()) });
