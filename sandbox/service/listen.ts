import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { dropConnection } from './faults/with-faults.ts';

/** A server that accepts requests. */
export interface RunningServer {
  /** `http://host:port` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * This machine, and "every address", which is no address to call, by the name that people type: a browser takes
 * `localhost` and `127.0.0.1` for two hosts, and all three servers of the demo name themselves alike.
 */
const THIS_MACHINE: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);

/**
 * Serves a fetch function over HTTP. The adaptor of @hono/node-server makes Request and Response objects that
 * read the body only when asked, so a refused request costs nothing, and hands the caller's address along.
 * @throws Error that names the port where it is taken.
 */
export async function listen(
  fetch: (request: Request, address: string) => Promise<Response>,
  port: number,
  host: string,
): Promise<RunningServer> {
  const server = createAdaptorServer({
    async fetch(request, { incoming, outgoing }) {
      const response = await fetch(request, incoming.socket.remoteAddress ?? '');
      const isDropped = outgoing instanceof ServerResponse && dropConnection(response, outgoing);
      return isDropped ? RESPONSE_ALREADY_SENT : response;
    },
  });
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    const message = `Port ${port} is in use. Stop what uses it, or choose another with --port.`;
    throw new Error(message, { cause: error });
  });
  const reachable = THIS_MACHINE.has(host) ? 'localhost' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
