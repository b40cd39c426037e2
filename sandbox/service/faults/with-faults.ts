import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { errorReply, internalErrorReply } from '../http/json.ts';
import { alter } from './alter.ts';
import type { Fault, FaultList, RequestTarget } from './fault.ts';

/** A connection that breaks after `sent`, or before its status line if that is null. */
interface Drop {
  readonly sent: Uint8Array | null;
  /** Bytes that the reply promises. */
  readonly length: number;
}

const drops = new WeakMap<Response, Drop>();

/** Creates a reply whose connection breaks before its first byte, or in the middle of the body of `reply`. */
async function droppedReply(reply: Response | null): Promise<Response> {
  const whole = new Uint8Array(reply ? await reply.arrayBuffer() : []);
  const sent = reply && whole.slice(0, whole.length >> 1);
  // If there is no connection (createSandbox().fetch), the body is what breaks.
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (sent) controller.enqueue(sent);
    },
    pull(controller) {
      controller.error(new Error('The sandbox broke the connection, as a fault asks it to.'));
    },
  });
  const dropped = new Response(body, { status: reply?.status ?? 200, headers: reply?.headers ?? {} });
  drops.set(dropped, { sent, length: whole.length });
  return dropped;
}

/** Tells whether the connection of a reply breaks. */
export const isDropped = (response: Response): boolean => drops.has(response);

/** Tells whether the connection of a reply breaks before a status is sent. */
export const isDroppedBefore = (response: Response): boolean => drops.get(response)?.sent === null;

/** Breaks the connection if the reply is a dropped one. Returns false for any other reply. */
export function dropConnection(response: Response, outgoing: ServerResponse): boolean {
  const drop = drops.get(response);
  if (!drop) return false;
  const destroy = () => outgoing.socket?.destroy();
  if (drop.sent === null) destroy();
  else {
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      'Content-Length': drop.length,
    });
    outgoing.write(drop.sent, destroy);
  }
  return true;
}

/** What comes instead of the act. */
const INSTEAD: Readonly<Partial<Record<Fault['kind'], (fault: Fault) => Response | Promise<Response>>>> = {
  'status-429': ({ retryAfter = 1 }) => {
    const error = new ServiceError(429, 'TOO_MANY_REQUESTS', 'A fault of the sandbox: wait for Retry-After.');
    return errorReply(error, { 'Retry-After': String(retryAfter) });
  },
  'status-500': () => internalErrorReply('A fault of the sandbox. Report the traceId.', randomUUID()),
  'drop-before': () => droppedReply(null),
};

const isJson = (reply: Response): boolean => /json/.test(reply.headers.get('Content-Type') ?? '');

/** Applies a fault to a reply. Returns null if the fault finds nothing to change. */
async function spoilt(reply: Response, fault: Fault, { endpoint }: RequestTarget): Promise<Response | null> {
  if (fault.kind === 'drop-middle') return droppedReply(reply);
  if (!isJson(reply)) return null;
  const { status, headers } = reply;
  const text = await reply.clone().text();
  if (fault.kind === 'truncated-json') {
    return new Response(text.slice(0, Math.ceil(text.length / 2)), { status, headers });
  }
  if (!reply.ok || !endpoint) return null;
  const body: unknown = JSON.parse(text);
  return alter(body, endpoint.response, fault)
    ? new Response(JSON.stringify(body), { status, headers })
    : null;
}

/**
 * Serves a request with the faults that concern it: every latency, and the first of another kind. A 429, a 500
 * and a connection that breaks before the answer come instead of the act; all others after it.
 *
 * @param request whose end ends a delay
 * @param happened called with each fault that happens
 */
export async function withFaults(
  faults: FaultList,
  asked: RequestTarget,
  request: Request,
  happened: (kind: string) => void,
  serve: () => Promise<Response>,
): Promise<Response> {
  const concerned = faults.of(asked);
  if (concerned.length === 0) return serve();
  const use = (fault: Fault): boolean => {
    const isUsed = faults.use(fault);
    if (isUsed) happened(fault.kind);
    return isUsed;
  };
  const delays = concerned.filter((fault) => fault.kind === 'latency' && use(fault));
  const reply = await served();
  const ms = delays.reduce((sum, delay) => sum + (delay.ms ?? 0), 0);
  // A caller who has left needs no answer, so the wait ends with the connection.
  if (ms > 0) await sleep(ms, undefined, { signal: request.signal, ref: false }).catch(() => undefined);
  return reply;

  async function served(): Promise<Response> {
    const fault = concerned.find(({ kind }) => kind !== 'latency');
    const instead = fault && INSTEAD[fault.kind];
    if (instead && use(fault)) return instead(fault);
    const whole = await serve();
    const changed = fault && (await spoilt(whole.clone(), fault, asked));
    return changed && use(fault) ? changed : whole;
  }
}
