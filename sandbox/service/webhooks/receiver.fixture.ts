import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** A delivery as it arrived. */
export interface Received {
  readonly signature: string;
  readonly eventId: string;
  readonly contentType: string;
  readonly body: string;
  /** The body, read. */
  readonly envelope: {
    readonly id: string;
    readonly event: string;
    readonly createdAt: string;
    readonly data: Record<string, unknown>;
  };
}

/** What an endpoint answers to delivery number `count` (from 1): a status, or a connection that breaks, or silence. */
export type Answer = number | 'reset' | 'silence';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A partner's endpoint: a real HTTP server that keeps what arrives and answers as told. */
export async function openReceiver(answer: (count: number, received: Received) => Answer = () => 204) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const header = (name: string) => String(request.headers[name] ?? '');
    const one: Received = {
      signature: header('x-service-signature'),
      eventId: header('x-service-event-id'),
      contentType: header('content-type'),
      body,
      envelope: JSON.parse(body),
    };
    received.push(one);
    const told = answer(received.length, one);
    if (told === 'reset') request.socket.destroy();
    else if (told !== 'silence') response.writeHead(told).end();
    for (const look of waiting) look();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`,
    received,
    /** Resolves once so many have arrived. */
    async arrived(count: number): Promise<readonly Received[]> {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          waiting.add(() => resolve());
        });
        waiting.clear();
      }
      return received;
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
