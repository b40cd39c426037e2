import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { fetch, type RequestInit } from 'undici';
import { type Connection, type Connector, createConnector } from '../forward/connection.ts';
import { explainUnreachable } from '../forward/unreachable.ts';
import { type Finding, findFailed, findOk, findWarning } from './finding.ts';

/** How long one step may take. */
export const STEP_TIMEOUT_MS = 5_000;
const CERTIFICATE_WARNING_DAYS = 14;
const DAY_MS = 86_400_000;
const BODY_LENGTH_MAX = 100_000;

type Way = Pick<Connection, 'ca' | 'cert' | 'key' | 'forwardProxy'>;
const STRAIGHT: Way = { ca: null, cert: null, key: null, forwardProxy: null };

function findUnreachable(hop: string, error: unknown): Finding {
  const { code, cause, remedy } = explainUnreachable(error);
  return findFailed(
    hop,
    `Cannot be reached (${code}): ${cause}.`,
    `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
  );
}

function findCertificate(hop: string, socket: TLSSocket): Finding {
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  const [day = ''] = new Date(ends).toISOString().split('T');
  const found = `${socket.getProtocol()}, certificate until ${day}`;
  return ends - Date.now() > CERTIFICATE_WARNING_DAYS * DAY_MS
    ? findOk(hop, found)
    : findWarning(hop, found, 'Have the certificate renewed.');
}

/** Opens a socket, greeted with https. */
function open(connect: Connector, { hostname, port, protocol, host }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const plain = hostname.replace(/^\[|\]$/g, '');
    connect({ hostname: plain, host, protocol, port }, (error, socket) =>
      socket ? resolve(socket) : reject(error),
    );
  });
}

/**
 * Looks a server's name up, connects, and with https greets it. Ends at the first step that fails.
 *
 * @param connection by which way; a forward proxy looks the name up by itself
 */
export async function reach(name: string, address: string, connection: Way = STRAIGHT): Promise<Finding[]> {
  const url = new URL(address);
  const { forwardProxy } = connection;
  const nearest = forwardProxy ?? url;
  const host = nearest.hostname.replace(/^\[|\]$/g, '');
  const findings: Finding[] = [];
  let hop = `${forwardProxy ? 'forward proxy' : name} DNS`;
  try {
    const found = await lookup(host, { all: true });
    findings.push(findOk(hop, `${host} is ${found.map(({ address: at }) => at).join(', ')}`));
    const isTls = url.protocol === 'https:';
    hop = `${name} ${isTls ? 'TLS' : 'connection'}`;
    const socket = await open(createConnector(connection, STEP_TIMEOUT_MS), url);
    findings.push(
      isTls ? findCertificate(hop, socket as TLSSocket) : findOk(hop, `port ${url.port || '80'}`),
    );
    socket.destroy();
  } catch (error) {
    findings.push(findUnreachable(hop, error));
  }
  return findings;
}

export const isReached = (findings: readonly Finding[]): boolean =>
  findings.every(({ state }) => state !== 'failed');

export interface HopReply {
  readonly status: number;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly text: string;
  /** The `code` of a JSON body; empty if there is none. */
  readonly code: string;
}

function readCode(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown } | null)?.code ?? '');
  } catch {
    return '';
  }
}

/** Asks once, without following a redirect. Gives a finding instead of an answer if none came. */
export async function ask(hop: string, url: string, init: RequestInit = {}): Promise<HopReply | Finding> {
  try {
    const signal = AbortSignal.timeout(STEP_TIMEOUT_MS);
    const { status, headers, ...response } = await fetchOnce(url, { redirect: 'manual', signal, ...init });
    return { status, headers, ...response, code: readCode(response.text) };
  } catch (error) {
    const { name, cause } = error as Error;
    return findUnreachable(hop, name === 'TimeoutError' ? { code: 'ETIMEDOUT' } : cause);
  }
}

async function fetchOnce(url: string, init: RequestInit) {
  const response = await fetch(url, init);
  const text = (await response.text()).slice(0, BODY_LENGTH_MAX);
  return { status: response.status, headers: response.headers, text };
}

export const isFinding = (reply: HopReply | Finding): reply is Finding => 'hop' in reply;
