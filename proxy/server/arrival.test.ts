import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { json } from '../exchange.ts';
import { statuses } from '../fixtures/raw-request.ts';
import { serviceByHand } from '../fixtures/service-by-hand.ts';
import { PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import { createNodeHandler } from './node.ts';

const METRICS_TOKEN = 'metrics-0123456789abcdef';

let world: World | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await world?.close();
  world = undefined;
});

/** Sends a beginning and then a byte now and then, as one who wants to keep the connection does. */
function trickle(beginning: string, allowHalfOpen = false): Promise<string> {
  const { hostname, port } = new URL(world?.url ?? '');
  return new Promise((resolve) => {
    let drip: NodeJS.Timeout | undefined;
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen }, () => {
      socket.write(beginning);
      drip = setInterval(() => socket.write('x'), 50);
    });
    sockets.push(socket);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      resolve(received);
    });
  });
}

describe('a request that arrives too slowly', () => {
  test.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['the request line', 'GET /heal'],
  ])('with slow %s is answered 408 and closed', async (_, beginning) => {
    world = await startWorld({ limits: { headersMs: 300, requestMs: 10_000 } });
    const received = await trickle(beginning);
    expect(statuses(received)).toEqual([408]);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(received).toContain('"code":"REQUEST_TIMEOUT"');
    expect(received).toContain('cache-control: no-store');
  });

  test('with a slow body is answered 408 and closed, and nothing of it reaches the service', async () => {
    world = await startWorld({ limits: { headersMs: 300, requestMs: 400 } });
    const token = await tokenFor();
    const received = await trickle(
      `POST /third-party/api/v1/professionals/${PROFESSIONAL}/patients HTTP/1.1\r\nHost: a\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`,
    );
    expect(statuses(received)).toEqual([408]);
    expect(world.service.requests).toEqual([]);
  });

  test.each([
    ['half a header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['a body that it withholds', 'POST /session HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n{'],
    ['what is no HTTP', '\0\0\0\r\n\r\n'],
    ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('with %s is disconnected although its caller keeps the connection open', async (_, beginning) => {
    world = await startWorld({ limits: { headersMs: 300, requestMs: 400 } });
    const received = await trickle(beginning, true);
    expect(statuses(received).length).toBe(1);
  });

  test('does not hold up one that is answered slowly', async () => {
    world = await startWorld({ limits: { headersMs: 1_000, requestMs: 1_000 } });
    world.service.answer = () => ({ after: 2_500, body: { serviceId: PATIENT } });
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
    expect((await world.ask(path, await tokenFor())).status).toBe(200);
  });
});

describe('a connection more than there may be', () => {
  const open = async (written: string): Promise<Socket> => {
    const { hostname, port } = new URL(world?.url ?? '');
    const socket = connect(Number(port), hostname).on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(written);
    return socket;
  };
  const LIST = `/third-party/api/v1/professionals/${PROFESSIONAL}/patients/${PATIENT}`;

  test('is closed and counted while requests of all others are being answered', async () => {
    const limits = { clientConnections: 3 };
    const held: (() => void)[] = [];
    const upstream = await serviceByHand((_, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    world = await startWorld({ upstream, limits, metrics: { token: METRICS_TOKEN } });
    const asking = `GET ${LIST} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${await tokenFor()}\r\n\r\n`;
    const all = [await open(asking), await open(asking), await open(asking)];
    await expect.poll(() => held.length).toBe(3);
    await once(await open(asking), 'close');
    const answers = all.map((socket) => once(socket, 'data'));
    for (const answer of held) answer();
    for (const [bytes] of await Promise.all(answers)) expect(statuses(String(bytes))).toEqual([200]);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${world.url}/metrics`, { headers })).text();
    expect(text).toMatch(/^instrument_panel_proxy_connections_dropped_total [12]$/m);
  });

  test.each([
    ['has sent half a header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['has sent nothing', ''],
    ['was answered, and asks nothing more', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('takes the place of one that %s', async (_, written) => {
    world = await startWorld({ limits: { clientConnections: 3, headersMs: 60_000, requestMs: 60_000 } });
    for (let count = 0; count < 30; count += 1) {
      const held = await open(written);
      if (!written.endsWith('\r\n\r\n')) continue;
      const [answer] = await Promise.race([once(held, 'data'), once(held, 'close')]);
      expect(statuses(String(answer)), `connection ${count + 1}`).toEqual([200]);
    }
    const asked = await open('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const [bytes] = await once(asked, 'data');
    expect(statuses(String(bytes))).toEqual([200]);
  });
});

test('a body whose caller has gone before it was asked for is refused, and not waited for for ever', async () => {
  let settled = '';
  const server = createServer(
    createNodeHandler(async (request) => {
      await new Promise<void>((resolve) => request.onGone?.(resolve));
      await request.readBody(100).catch((error: unknown) => {
        settled = String(error);
      });
      return json(200, {});
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const arrived = once(server, 'request');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
  await arrived;
  socket.destroy();
  await expect.poll(() => settled, { timeout: 5_000 }).toContain('The body ended early.');
  server.close();
});
