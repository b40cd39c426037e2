import { BASE_PATH, createRouter, ENDPOINTS } from '@instrument-panel/client/contract';
import type { RequestTarget } from '../faults/fault.ts';
import { ANSWER_PATH } from '../records/application.ts';
import { LINK_PATH } from '../records/professional.ts';

/** A request in the log: no body, no credential, and only the template of the address. */
export interface LoggedRequest {
  readonly id: number;
  /** Real time, RFC 3339. */
  readonly at: string;
  readonly method: string;
  /** Template of the path; null for an unknown address. */
  readonly route: string | null;
  /** Id of the endpoint's declaration. */
  readonly endpoint: string | null;
  /** Null if the connection was broken before a status was sent. */
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

/** Creates an empty log of the last 500 requests. */
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

const find = createRouter(ENDPOINTS);

/** Tells whether a path is under the service's interface. */
export const isInterface = (pathname: string): boolean =>
  pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`);

/** Finds the endpoint of a request; there is none outside the interface. */
export function toRequestTarget(method: string, pathname: string): RequestTarget {
  if (!isInterface(pathname)) return { method, path: pathname, endpoint: null };
  const path = pathname.slice(BASE_PATH.length);
  const match = find(method, path);
  return { method, path, endpoint: match.kind === 'endpoint' ? match.endpoint : null };
}

/**
 * Returns the template of an address, without identifiers and without the secret of a link. Null if the address does
 * not take the method.
 */
export function toRouteTemplate(pathname: string, { endpoint }: RequestTarget): string | null {
  if (pathname.startsWith(`${ANSWER_PATH}/`)) return `${ANSWER_PATH}/{answerToken}`;
  if (pathname.startsWith(`${LINK_PATH}/`)) return `${LINK_PATH}/{verificationToken}`;
  return endpoint && `${BASE_PATH}${endpoint.path}`;
}

/** Tells whether the log keeps a request: the control addresses would only push the others out. */
export const isLogged = (pathname: string): boolean =>
  isInterface(pathname) || [ANSWER_PATH, LINK_PATH].some((prefix) => pathname.startsWith(`${prefix}/`));
