import type { ServerResponse } from 'node:http';

/** A connection that breaks: what is sent before, or null where not even a status line is. */
interface Drop {
  readonly sent: Uint8Array | null;
  /** Bytes that the reply promises. */
  readonly length: number;
}

const drops = new WeakMap<Response, Drop>();

/** A reply whose connection breaks before its first byte, or in the middle of the body of `reply`. */
export async function droppedReply(reply: Response | null): Promise<Response> {
  const whole = new Uint8Array(reply ? await reply.arrayBuffer() : []);
  const sent = reply && whole.slice(0, whole.length >> 1);
  // Where there is no connection (createSandbox().fetch), the body is what breaks.
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

/** True for a reply whose connection breaks before a status is sent. */
export const isDroppedBefore = (response: Response): boolean => drops.get(response)?.sent === null;

/** Breaks the connection as the reply asks; false for a reply that is to be sent whole. */
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
