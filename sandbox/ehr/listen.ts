import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

/** A server that is reachable. */
export interface Listening {
  /** Such as `http://localhost:4300`. */
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/**
 * Serves a fetch function over HTTP; port 0 takes a free one.
 *
 * @throws Error with `code` EADDRINUSE that names the port where it is taken
 */
export function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  host: string,
): Promise<Listening> {
  const server = createAdaptorServer({ fetch });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      const taken = new Error(`Port ${port} is in use. Stop what uses it, or choose another.`, {
        cause: error,
      });
      return reject(Object.assign(taken, { code: error.code }));
    });
    server.listen(port, host, () => {
      const bound = (server.address() as AddressInfo).port;
      const name = host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
      resolve({
        url: `http://${name}:${bound}`,
        port: bound,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
  });
}
