import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { proxyOptions } from '../fixtures/world.ts';
import { checkOptions } from '../settings.ts';
import { createUpstream, type Upstream } from './upstream.ts';

const ok = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

let upstream: Upstream | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await upstream?.close();
});

/** A service that numbers its answers. */
async function startService(): Promise<string> {
  let answers = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      answers += 1;
      socket.write(ok(`answer ${answers}`));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask({ send }: Upstream): Promise<string> {
  const { body } = await send({
    ...{ method: 'GET', path: '/third-party/api/v1/forms/tags', headers: {}, body: null, caller: null },
    ...{ deadline: Date.now() + 5_000, document: null, person: 'p', isRecommendation: false },
  });
  return body.toString();
}

test('an answer that nobody asked for is not that of a call made in the turn in which it comes', async () => {
  upstream = createUpstream(checkOptions(proxyOptions(await startService())));
  expect(await ask(upstream)).toBe('answer 1');
  sockets[0]?.write(ok('forged'));
  // It is on this machine by then, and this process has not looked since.
  const until = performance.now() + 50;
  while (performance.now() < until);
  expect(await ask(upstream)).toBe('answer 2');
});
