import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import { tellPort } from '../child.ts';

/**
 * No proxy: what every proxy on node:http and undici spends that passes on no answer unparsed. It knows no rights, no token,
 * no trail and no fault.
 */
class ParsedReply implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  readonly #chunks: Buffer[] = [];

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** By this undici knows the kind of handler. */
  onRequestStart(): void {}

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = JSON.stringify(JSON.parse(Buffer.concat(this.#chunks).toString()));
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    this.#response.writeHead(200, headers).end(body);
  }

  onResponseError(): void {
    this.#response.writeHead(502).end();
  }
}

const [origin = ''] = process.argv.slice(2);
const pool = new Pool(origin, { pipelining: 1 });
const headers = { 'x-api-key': 'bench-key', 'x-api-secret': 'bench-secret' };
const server = createServer(({ url: path = '' }, response) => {
  pool.dispatch({ path, method: 'GET', headers }, new ParsedReply(response));
});
server.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port));
