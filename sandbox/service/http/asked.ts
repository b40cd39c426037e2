import { BASE_PATH, createRouter, ENDPOINTS } from '@instrument-panel/client/contract';
import type { Asked } from '../faults/fault.ts';
import { ANSWER_PATH } from '../records/application.ts';
import { LINK_PATH } from '../records/integration.ts';

const find = createRouter(ENDPOINTS);

/** True for an address of the specification's interface. */
export const isInterface = (pathname: string): boolean =>
  pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`);

/** What a request asks for; no endpoint outside the interface. */
export function askedOf(method: string, pathname: string): Asked {
  if (!isInterface(pathname)) return { method, path: pathname, endpoint: null };
  const path = pathname.slice(BASE_PATH.length);
  const match = find(method, path);
  return { method, path, endpoint: match.kind === 'endpoint' ? match.endpoint : null };
}

/**
 * The template of an address: never an identifier, never the secret of a link. Null where no such address takes
 * the method.
 */
export function templateOf(pathname: string, { endpoint }: Asked): string | null {
  if (pathname.startsWith(`${ANSWER_PATH}/`)) return `${ANSWER_PATH}/{answerToken}`;
  if (pathname.startsWith(`${LINK_PATH}/`)) return `${LINK_PATH}/{verificationToken}`;
  return endpoint && `${BASE_PATH}${endpoint.path}`;
}

/** What the request log keeps: the control addresses would only push the others out. */
export const isLogged = (pathname: string): boolean =>
  isInterface(pathname) || [ANSWER_PATH, LINK_PATH].some((prefix) => pathname.startsWith(`${prefix}/`));
