import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { rawRequest } from '../fixtures/raw-request.ts';
import { FORM, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';

let world: World;
let service: Server;
afterEach(async () => {
  await world.close();
  service.closeAllConnections();
  service.close();
});

const PDF = `/forms/${FORM}?format=pdf`;
const TYPE = { 'content-type': 'application/pdf' };
const MEGABYTE = 1_048_576;

/** A proxy in front of a service that answers everything by hand. */
async function inFrontOf(
  answer: (response: ServerResponse, url: string) => void,
  more: Partial<ProxyOptions> = {},
) {
  service = createServer(({ url = '' }, response) => answer(response, url));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  world = await startWorld({ upstream: `http://127.0.0.1:${port}`, ...more });
}

/** Writes the service's document without end, as fast as it is taken; counts what was written. */
function endless(response: ServerResponse): { written: number } {
  const count = { written: 0 };
  const block = Buffer.alloc(65_536, 'x');
  const more = (): void => {
    for (let isTaken = true; isTaken && !response.destroyed; count.written += block.length) {
      isTaken = response.write(block);
    }
  };
  response.writeHead(200, TYPE).on('drain', more);
  more();
  return count;
}

const direct = (token: string) =>
  world.proxy.fetch(
    new Request(`https://panel.example/third-party/api/v1${PDF}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );

describe('a document', () => {
  test.each(['node', 'fetch'])('reaches a %s caller byte for byte, with its length', async (adapter) => {
    const bytes = Buffer.from(Array.from({ length: 3 * MEGABYTE }, (_, index) => (index * 31) % 251));
    await inFrontOf((response) =>
      response.writeHead(200, { ...TYPE, 'content-length': bytes.length }).end(bytes),
    );
    const token = await tokenFor();
    const got = await (adapter === 'node' ? world.ask(PDF, token) : direct(token));
    expect(got.headers.get('content-length')).toBe(String(bytes.length));
    expect(got.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('begins before the service has sent its end', async () => {
    let finish = (): void => {};
    await inFrontOf((response) => {
      response.writeHead(200, TYPE).write('%PDF-1.7');
      finish = () => response.end(' the rest');
    });
    const got = await world.ask(PDF, await tokenFor());
    const reader = got.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('%PDF-1.7');
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(' the rest');
  });

  test.each(['node', 'fetch'])(
    'is read from the service no faster than a %s caller takes it',
    async (adapter) => {
      let count = { written: 0 };
      await inFrontOf(
        (response) => {
          count = endless(response);
        },
        { limits: { documentBytes: 268_435_456 } },
      );
      const token = await tokenFor();
      const settled = async () => {
        let before = -1;
        await expect
          .poll(
            () => {
              const isSettled = count.written === before;
              before = count.written;
              return isSettled;
            },
            { interval: 200, timeout: 10_000 },
          )
          .toBe(true);
      };
      if (adapter === 'node') {
        const { hostname, port } = new URL(world.url);
        const socket = connect(Number(port), hostname).pause();
        socket.write(
          `GET /third-party/api/v1${PDF} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        );
        await expect.poll(() => count.written).toBeGreaterThan(0);
        await settled();
        socket.destroy();
      } else {
        const got = await direct(token);
        await expect.poll(() => count.written).toBeGreaterThan(0);
        await settled();
        await got.body?.cancel();
      }
      // What lies in the buffers of sockets on the way is the kernel's; the whole would be 256 MB.
      expect(count.written).toBeLessThan(32 * MEGABYTE);
    },
  );

  test('that breaks off breaks the caller’s connection, with chunks and with a length', async () => {
    for (const length of [{}, { 'content-length': '100' }]) {
      await inFrontOf((response) => {
        response.writeHead(200, { ...TYPE, ...length }).write('%PDF-1.7', () => response.destroy());
      });
      const token = await tokenFor();
      const got = await world.ask(PDF, token);
      expect(got.status).toBe(200);
      await expect(got.text()).rejects.toThrow();
      await expect((await direct(token)).text()).rejects.toThrow();
      const head = `GET /third-party/api/v1${PDF} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
      const received = await rawRequest(world.url, head);
      expect(received).toContain('%PDF-1.7');
      expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
      await world.close();
      service.close();
    }
  });

  test('larger than the limit is refused where the service says so, and broken off where it does not', async () => {
    const limits = { documentBytes: 65_536 };
    await inFrontOf(
      (response) => response.writeHead(200, { ...TYPE, 'content-length': 70_000 }).end('x'.repeat(70_000)),
      { limits },
    );
    expect((await world.ask(PDF, await tokenFor())).status).toBe(502);
    await world.close();
    service.close();
    await inFrontOf((response) => void endless(response), { limits });
    const got = await world.ask(PDF, await tokenFor());
    await expect(got.arrayBuffer()).rejects.toThrow();
  });

  test('that takes too long is broken off', async () => {
    await inFrontOf((response) => void response.writeHead(200, TYPE).write('%PDF'), {
      limits: { documentMs: 100 },
    });
    const got = await world.ask(PDF, await tokenFor());
    await expect(got.text()).rejects.toThrow();
  });

  test('ends at the service when its caller goes away', async () => {
    let isClosed = false;
    await inFrontOf((response) => {
      response.on('close', () => {
        isClosed = true;
      });
      response.writeHead(200, TYPE).write('%PDF');
    });
    const leave = new AbortController();
    const got = await world.ask(PDF, await tokenFor(), { signal: leave.signal });
    expect(got.status).toBe(200);
    leave.abort();
    await expect.poll(() => isClosed).toBe(true);
  });

  test('that is not read holds no connection on which others ask for something else', async () => {
    await inFrontOf(
      (response, url) => {
        if (url.endsWith('format=pdf')) endless(response);
        else response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      },
      { limits: { connections: 4, upstreamMs: 1_000, breakerFailures: 2 } },
    );
    const token = await tokenFor();
    const unread = await world.ask(PDF, token);
    expect(unread.status).toBe(200);
    // What waits for its turn in vain has not been sent, and tells nothing of the service.
    const waiting = await Promise.all(Array.from({ length: 6 }, () => world.ask(PDF, token)));
    for (const refused of waiting) {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await refused.json()).toMatchObject({ code: 'PROXY_BUSY' });
    }
    expect((await world.ask('/forms/tags', token)).status).toBe(200);
    await unread.body?.cancel();
    await expect.poll(async () => (await world.ask(PDF, token)).status).toBe(200);
  });

  test('that nobody asked for is not let through', async () => {
    await inFrontOf((response) => response.writeHead(200, TYPE).end('%PDF'));
    expect((await world.ask(`/forms/${FORM}`, await tokenFor())).status).toBe(502);
  });

  test('of no bytes is not a document', async () => {
    await inFrontOf((response) => response.writeHead(200, { ...TYPE, 'content-length': 0 }).end());
    expect((await world.ask(PDF, await tokenFor())).status).toBe(502);
  });

  test('that is an error is an error', async () => {
    await inFrontOf((response) =>
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"code":"NOT_FOUND","message":"NAME-CANARY"}'),
    );
    const got = await world.ask(PDF, await tokenFor());
    expect([got.status, await got.text()]).toEqual([404, expect.not.stringContaining('CANARY')]);
  });
});
