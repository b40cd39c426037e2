import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
const servers: Server[] = [];
afterEach(async () => {
  await world.close();
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'a port at which nothing listens',
    async () => `http://127.0.0.1:${await closedPort()}`,
    /ECONNREFUSED\).*port/,
  ],
  ['a name without an address', async () => 'https://nowhere.invalid', /(ENOTFOUND|EAI_AGAIN)\).*DNS/],
  [
    'a port that speaks no TLS',
    async () => `https://127.0.0.1:${await listening(createHttpServer((_, reply) => reply.end()))}`,
    /ERR_SSL\w*\).*does not speak TLS/,
  ],
  [
    'a service that hangs up',
    async () => `http://127.0.0.1:${await listening(createServer((socket) => socket.destroy()))}`,
    /(UND_ERR_SOCKET|ECONNRESET)\).*closed the connection/,
  ],
])('the log names %s once, and the caller is told nothing of it', async (_, where, said) => {
  const upstream = await where();
  world = await startWorld({ upstream, allowInsecure: ['upstream'], limits: { breakerFailures: 100 } });
  const token = await tokenFor({ role: 'operations', ops: ['read'] });
  for (let time = 0; time < 3; time++) {
    const reply = await world.ask('/forms/tags', token);
    expect([reply.status, await reply.json()]).toEqual([
      502,
      { code: 'UPSTREAM_UNREACHABLE', message: 'The service cannot be reached. Try again in a moment.' },
    ]);
  }
  const lines = world.lines.filter(({ event }) => event === 'service-unreachable');
  expect(lines.map(({ hint }) => hint)).toEqual([expect.stringMatching(said)]);
});
