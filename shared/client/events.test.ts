import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EventHint } from './contract/proxy-api/events.ts';
import { createFrameReader, listenToEvents, mayConcern } from './events.ts';

const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const BRUNO = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const FORM = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';

describe('the frames of a stream (HTML standard, 9.2.6)', () => {
  const readAll = (pieces: readonly string[]) => {
    const read = createFrameReader();
    const all = pieces.map((piece) => read(piece));
    return {
      frames: all.flatMap(({ frames }) => frames),
      lastId: all.at(-1)?.lastId,
      retry: all.at(-1)?.retry,
    };
  };

  // The examples of the standard.
  it.each<[string, { event: string; data: string }[]]>([
    ['data: YHOO\ndata: +2\ndata: 10\n\n', [{ event: 'message', data: 'YHOO\n+2\n10' }]],
    [
      ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
      ['first event', 'second event', ' third event'].map((data) => ({ event: 'message', data })),
    ],
    [
      'data\n\ndata\ndata\n\ndata:',
      [
        { event: 'message', data: '' },
        { event: 'message', data: '\n' },
      ],
    ],
    [
      'data:test\n\ndata: test\n\n',
      [
        { event: 'message', data: 'test' },
        { event: 'message', data: 'test' },
      ],
    ],
    ['event: add\ndata: 73857293\n\n', [{ event: 'add', data: '73857293' }]],
  ])('%j', (text, frames) => {
    expect(readAll([text]).frames).toEqual(frames);
  });

  it('an id without data is kept, and raises nothing', () => {
    expect(readAll(['retry: 3000\n: open\nid: 41\n\n'])).toEqual({ frames: [], lastId: '41', retry: 3000 });
  });

  it('is the same wherever it is cut, and whichever line ends it has', () => {
    const field = fc.oneof(
      fc.constantFrom('data: {"kind":"x"}', 'event: resync', 'id: 7', ': sign of life', 'retry: 10', ''),
      fc.string({ maxLength: 6 }).map((text) => `data:${text.replace(/[\r\n]/g, '')}`),
    );
    fc.assert(
      fc.property(
        fc.array(field, { maxLength: 20 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(80)),
        (lines, end, cuts) => {
          const text = [...lines, '', ''].join(end);
          const pieces: string[] = [];
          let from = 0;
          for (const cut of cuts.toSorted((a, b) => a - b)) {
            pieces.push(text.slice(from, Math.max(from, cut)));
            from = Math.max(from, cut);
          }
          pieces.push(text.slice(from), end === '\r' ? '\n' : '');
          expect(readAll(pieces).frames).toEqual(readAll([[...lines, '', ''].join('\n')]).frames);
        },
      ),
    );
  });

  it('a line without end is refused rather than kept', () => {
    const read = createFrameReader();
    expect(() => read(`data: ${'x'.repeat(70_000)}`)).toThrow(RangeError);
  });
});

describe('what an event may concern', () => {
  const hint = (more: Partial<EventHint>): EventHint => ({ kind: 'SUBMISSION_ANSWERED', ...more });

  it.each([
    [hint({ patientId: ANA, formTemplateId: FORM }), true],
    [hint({ patientId: ANA.toUpperCase() }), true],
    [hint({ patientId: BRUNO }), false],
    [hint({ patientId: ANA, formTemplateId: BRUNO }), false],
    [hint({}), true],
  ])('%j: %s', (given, concerns) => {
    expect(mayConcern(given, ANA, FORM)).toBe(concerns);
  });
});

type Serve = (request: IncomingMessage, response: ServerResponse, nth: number) => void;
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** A proxy of the test's own, and a listener to it; everything heard is written down in order. */
async function listen(
  serve: Serve,
  tokens = ['one', 'two', 'three'],
  more: Partial<Parameters<typeof listenToEvents>[0]> = {},
) {
  const heard: string[] = [];
  const asked: (string | undefined)[] = [];
  let nth = 0;
  const server = createServer((request, response) => {
    asked.push(`${request.headers.authorization} ${request.headers['last-event-id'] ?? '-'}`);
    nth += 1;
    serve(request, response, nth);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let held = 0;
  const end = listenToEvents({
    baseUrl: `http://127.0.0.1:${port}/`,
    auth: {
      get: async (reason) => {
        if (reason === 'rejected') held += 1;
        return tokens[held] ?? 'none';
      },
    },
    onEvent: ({ submissionId }) => heard.push(`event ${submissionId}`),
    onResync: () => heard.push('resync'),
    onLive: (isLive) => heard.push(isLive ? 'live' : 'away'),
    random: () => 0,
    ...more,
  });
  endings.push(
    end,
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { heard, asked, end };
}

const stream = (response: ServerResponse, text: string): ServerResponse => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`retry: 20\n\n${text}`);
  return response;
};
const event = (sequence: number, submissionId: number): string =>
  `id: ${sequence}\ndata: ${JSON.stringify({ kind: 'SUBMISSION_ANSWERED', submissionId })}\n\n`;

describe('listening to the proxy', () => {
  it('hears events with the token in a header, and tells when the stream is open', async () => {
    const { heard, asked } = await listen((_, response) => stream(response, event(1, 11)));
    await vi.waitFor(() => expect(heard).toEqual(['live', 'event 11']));
    expect(asked).toEqual(['Bearer one -']);
  });

  it('comes back after a loss with the id of the last event', async () => {
    const { heard, asked } = await listen((_, response, nth) =>
      nth === 1 ? stream(response, event(5, 11)).end() : stream(response, event(6, 12)),
    );
    await vi.waitFor(() => expect(heard).toEqual(['live', 'event 11', 'away', 'live', 'event 12']));
    expect(asked).toEqual(['Bearer one -', 'Bearer one 5']);
  });

  it('goes on from the event that an earlier listener says it heard last, and says itself which that is', async () => {
    const ids: string[] = [];
    const { asked } = await listen((_, response) => stream(response, `${event(8, 11)}id: 9\n\n`), undefined, {
      lastId: '7',
      onId: (id) => ids.push(id),
    });
    await vi.waitFor(() => expect(ids.at(-1)).toBe('9'));
    expect(asked).toEqual(['Bearer one 7']);
  });

  it('asks for a fresh token where the one it has is refused', async () => {
    const { heard, asked } = await listen((_, response, nth) =>
      nth === 1 ? response.writeHead(401).end() : stream(response, event(1, 11)),
    );
    await vi.waitFor(() => expect(heard).toContain('event 11'));
    expect(asked).toEqual(['Bearer one -', 'Bearer two -']);
  });

  it('renews a token that has expired in the middle, and goes on where it was', async () => {
    const { heard, asked } = await listen((_, response, nth) =>
      nth === 1
        ? stream(response, `${event(5, 11)}event: expired\ndata: {}\n\n`).end()
        : stream(response, event(6, 12)),
    );
    await vi.waitFor(() => expect(heard).toContain('event 12'));
    expect(asked).toEqual(['Bearer one -', 'Bearer two 5']);
  });

  it.each([403, 404, 501])('gives up after %i: there is nothing to come back for', async (status) => {
    const { heard, asked } = await listen((_, response) => response.writeHead(status).end());
    await vi.waitFor(() => expect(heard).toEqual(['away']));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toHaveLength(1);
  });

  it('gives up where something else answers at the address', async () => {
    const { heard, asked } = await listen((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
    );
    await vi.waitFor(() => expect(heard).toEqual(['away']));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toHaveLength(1);
  });

  it('gives up after its token was revoked', async () => {
    const { heard, asked } = await listen((_, response) =>
      stream(response, 'event: revoked\ndata: {}\n\n').end(),
    );
    await vi.waitFor(() => expect(heard).toEqual(['live', 'away']));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toHaveLength(1);
  });

  it('reads everything anew after a resync, and after an event that it cannot read', async () => {
    const { heard } = await listen((_, response) =>
      stream(
        response,
        'id: 9\nevent: resync\ndata: {}\n\ndata: {"kind":7}\n\ndata: {"kind":\n\ndata: null\n\n',
      ),
    );
    await vi.waitFor(() => expect(heard).toEqual(['live', 'resync', 'resync', 'resync', 'resync']));
  });

  it('hears nothing once it was ended', async () => {
    let later: ServerResponse | undefined;
    const { heard, end } = await listen((_, response) => {
      later = stream(response, event(1, 11));
    });
    await vi.waitFor(() => expect(heard).toContain('event 11'));
    end();
    later?.write(event(2, 12));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).not.toContain('event 12');
  });
});
