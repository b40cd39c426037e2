import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { BASE } from '../fixtures/attack.ts';
import { expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import { rawRequest, statuses } from '../fixtures/raw-request.ts';
import { PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Ids of so many patients. */
const patients = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `dddddddd-dddd-4ddd-8ddd-${String(index).padStart(12, '0')}`);
const pathOf = (patient: string) => `${BASE}/professionals/${PROFESSIONAL}/patients/${patient}`;

/** The names in what came back, in order. */
const namesIn = (received: string): string[] =>
  [...received.matchAll(/"name":"([^"]*)"/g)].map((found) => found[1] ?? '');

async function start(more: Parameters<typeof startWorld>[0] = {}): Promise<World> {
  const world = await startWorld(more);
  closing.push(world.close);
  // Each patient's name is their id, and the later a request is sent the sooner it is answered.
  world.service.answer = ({ url }) => {
    const patient = url.split('/').at(-1) ?? '';
    return {
      body: { serviceId: patient, name: patient },
      after: Math.max(0, 60 - Number(patient.slice(-2)) * 3),
    };
  };
  return world;
}

describe('the answer to one request never stands where that of another is awaited', () => {
  test('for requests sent ahead on one connection, answered by the service in the opposite order', async () => {
    const world = await start();
    const token = await tokenFor();
    const ids = patients(16);
    const requests = ids.map(
      (id, index) =>
        `GET ${pathOf(id)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
        `${index === ids.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
    );
    const received = await rawRequest(world.url, requests.join(''));
    expect(statuses(received)).toEqual(ids.map(() => 200));
    expect(namesIn(received)).toEqual(ids);
    expectOnlyRebuilt(world.service);
  });

  test('for tokens of different patients on one connection', async () => {
    const world = await start();
    const [first = '', second = ''] = patients(2);
    const tokens = [await tokenFor({ pat: [first] }), await tokenFor({ pat: [second] })];
    const asked = [0, 1, 0, 1].flatMap((token) => [first, second].map((id) => ({ token, id })));
    const requests = asked.map(
      ({ token, id }) =>
        `GET ${pathOf(id)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens[token]}\r\n\r\n`,
    );
    const last = `GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const received = await rawRequest(world.url, requests.join('') + last);
    expect(statuses(received)).toEqual([
      ...[0, 1, 0, 1].flatMap((own) => (own === 0 ? [200, 404] : [404, 200])),
      200,
    ]);
    expect(namesIn(received)).toEqual([first, second, first, second]);
  });

  test('whatever letters the answers before it were written in', async () => {
    const world = await start();
    const token = await tokenFor();
    const names = ['Ana', 'João', 'Zoë ÿ', 'Ωμέγα', '日本', '👩‍⚕️', 'Ana'];
    world.service.answer = () => ({ body: { name: names[world.service.requests.length - 1] } });
    const [id = ''] = patients(1);
    const request = `GET ${pathOf(id)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n`;
    for (const name of names) {
      const received = await rawRequest(world.url, `${request}Connection: close\r\n\r\n`);
      const [head = '', body = ''] = received.split('\r\n\r\n');
      expect(JSON.parse(Buffer.from(body, 'latin1').toString('utf8'))).toEqual({ name });
      expect(head.toLowerCase()).toContain(`content-length: ${body.length}`);
    }
  });

  test('over many connections at once and few to the service', async () => {
    const world = await start({ limits: { connections: 2 } });
    const token = await tokenFor();
    const answers = await Promise.all(
      patients(40).map(async (id) => [
        id,
        await (await world.ask(pathOf(id).slice(BASE.length), token)).text(),
      ]),
    );
    for (const [id, text] of answers)
      expect(JSON.parse(text ?? '')).toMatchObject({ serviceId: id, name: id });
  });
});

/** A service that sends the given bytes for the first request, and an empty list for each after it. */
async function startForger(forged: string): Promise<string> {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      asked += 1;
      const empty = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]';
      socket.write(asked === 1 ? empty + forged : empty);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.unshift(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const FORGED = [
  [
    'a second answer',
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 21\r\n\r\n[{"name":"FORGED-1"}]',
  ],
  [
    'a second answer of the wrong length',
    'HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n[{"name":"FORGED-1"}]',
  ],
  ['bytes without a head', '[{"name":"FORGED-1"}]'],
] as const;

describe('what the service sends after its answer', () => {
  test.each(FORGED)('%s is never taken for the answer to the next request', async (_, forged) => {
    const world = await start({ upstream: await startForger(forged), limits: { connections: 1 } });
    const token = await tokenFor();
    for (let ask = 0; ask < 4; ask += 1) {
      const response = await world.ask(`/professionals/${PROFESSIONAL}/patients`, token);
      const text = await response.text();
      expect(text).not.toContain('FORGED');
      expect([200, 502]).toContain(response.status);
    }
  });

  test.each(FORGED)(
    '%s is never taken for that of a request that waits for the connection',
    async (_, forged) => {
      const world = await start({ upstream: await startForger(forged), limits: { connections: 1 } });
      const token = await tokenFor();
      const asks = Array.from({ length: 4 }, () =>
        world.ask(`/professionals/${PROFESSIONAL}/patients`, token),
      );
      for (const response of await Promise.all(asks)) {
        expect(await response.text()).not.toContain('FORGED');
        expect([200, 502]).toContain(response.status);
      }
    },
  );

  test('headers of the service are not copied, line breaks in its error neither', async () => {
    const world = await start();
    world.service.answer = () => ({
      headers: {
        'set-cookie': 'a=b',
        'access-control-allow-origin': '*',
        'x-api-key': 'KEY-CANARY',
        location: '//evil',
      },
      status: 422,
      body: { code: 'INVALID\r\nX-Evil: 1', message: 'line\r\nX-Evil: 1', traceId: 'a\r\nX-Evil: 1' },
    });
    const response = await world.ask(`/professionals/${PROFESSIONAL}/patients`, await tokenFor());
    const names = [...response.headers.keys()].filter(
      (name) => !['date', 'connection', 'keep-alive'].includes(name),
    );
    expect(names.sort()).toEqual([
      'cache-control',
      'content-length',
      'content-type',
      'instrument-panel-protocol',
      'vary',
      'x-content-type-options',
      'x-request-id',
    ]);
    expect(await response.json()).toEqual({ code: 'INVALID_STATE', message: 'line\r\nX-Evil: 1' });
  });
});
