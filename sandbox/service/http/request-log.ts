import { BASE_PATH, createRouter, ENDPOINTS } from '@instrument-panel/client/contract';
import type { RequestTarget } from '../faults/fault.ts';
import { ANSWER_PATH } from '../records/application.ts';
import { LINK_PATH } from '../records/professional.ts';
import type { ControlRoute } from './control-routes.ts';
import { jsonReply } from './json.ts';

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

const LOG_LIMIT = 500;

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
      if (kept.length > LOG_LIMIT) kept.shift();
    },
    all: () => kept.toReversed(),
  };
}

/** `GET /sandbox/requests`: the log, newest first. */
export const requestsRoute = (log: RequestLog): ControlRoute => ({ GET: () => jsonReply(200, log.all()) });

const find = createRouter(ENDPOINTS);

/** True for an address of the specification's interface. */
export const isInterface = (pathname: string): boolean =>
  pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`);

/** What a request asks for; no endpoint outside the interface. */
export function toRequestTarget(method: string, pathname: string): RequestTarget {
  if (!isInterface(pathname)) return { method, path: pathname, endpoint: null };
  const path = pathname.slice(BASE_PATH.length);
  const match = find(method, path);
  return { method, path, endpoint: match.kind === 'endpoint' ? match.endpoint : null };
}

/**
 * The template of an address: never an identifier, never the secret of a link. Null where no such address takes
 * the method.
 */
export function toRouteTemplate(pathname: string, { endpoint }: RequestTarget): string | null {
  if (pathname.startsWith(`${ANSWER_PATH}/`)) return `${ANSWER_PATH}/{answerToken}`;
  if (pathname.startsWith(`${LINK_PATH}/`)) return `${LINK_PATH}/{verificationToken}`;
  return endpoint && `${BASE_PATH}${endpoint.path}`;
}

/** What the request log keeps: the control addresses would only push the others out. */
export const isLogged = (pathname: string): boolean =>
  isInterface(pathname) || [ANSWER_PATH, LINK_PATH].some((prefix) => pathname.startsWith(`${prefix}/`));
