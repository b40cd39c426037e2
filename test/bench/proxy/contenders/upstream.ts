import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tellPort } from '../child.ts';
import { DOCUMENT, LIST } from '../document.ts';

/** The service: the same 2 KB for every request that carries the two headers, once each; or a list of patients. */
const document = Buffer.from(JSON.stringify(DOCUMENT));
const list = Buffer.from(LIST);
const server = createServer((request, response) => {
  const { 'x-api-key': key, 'x-api-secret': secret } = request.headers;
  const signed = key === 'bench-key' && secret === 'bench-secret';
  if (!signed) return void response.writeHead(401, { 'content-length': 0 }).end();
  const body = request.url?.endsWith('/patients') ? list : document;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port));
