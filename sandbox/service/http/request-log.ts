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

/** Creates an empty log of the last 500 requests of the interface and of the links of patients and professionals. */
export function createRequestLog() {
  const kept: LoggedRequest[] = [];
  let lastId = 0;
  return {
    add(request: Omit<LoggedRequest, 'id'>) {
      lastId += 1;
      kept.push({ id: lastId, ...request });
      if (kept.length > LOG_LIMIT) kept.shift();
    },
    /** Newest first. */
    all: () => kept.toReversed(),
  };
}
export type RequestLog = ReturnType<typeof createRequestLog>;

const find = createRouter(ENDPOINTS);

export const isInterface = (pathname: string): boolean =>
  pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`);

/** Links, of which the log must not keep the secret. */
const LINKS = { [ANSWER_PATH]: '{answerToken}', [LINK_PATH]: '{verificationToken}' };

/**
 * Describes a request for faults and the log. Its `route` is the template of the address, without identifiers and
 * without the secret of a link; null if the address does not take the method. Returns null for what the log does
 * not keep: the control addresses would only push the others out.
 */
export function describeRequest(
  method: string,
  pathname: string,
): (RequestTarget & { readonly route: string | null }) | null {
  for (const [prefix, token] of Object.entries(LINKS)) {
    const isLink = pathname.startsWith(`${prefix}/`);
    if (isLink) return { method, path: pathname, endpoint: null, route: `${prefix}/${token}` };
  }
  if (!isInterface(pathname)) return null;
  const path = pathname.slice(BASE_PATH.length);
  const match = find(method, path);
  const endpoint = match.kind === 'endpoint' ? match.endpoint : null;
  return { method, path, endpoint, route: endpoint && `${BASE_PATH}${endpoint.path}` };
}
