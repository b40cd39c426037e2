import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { StreamSink } from '../exchange.ts';
import type { AnswerRequest } from '../pipeline.ts';
import { createFetchHandler } from './fetch.ts';
import { createNodeHandler } from './node.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const headers = { 'content-type': 'text/plain' };
const pipelineOf =
  (open: (sink: StreamSink) => void): AnswerRequest =>
  async () => ({ status: 200, headers, body: { kind: 'stream', open } });

async function serve(open: (sink: StreamSink) => void): Promise<string> {
  const server = createServer(createNodeHandler(pipelineOf(open)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const DOORS: readonly [string, (open: (sink: StreamSink) => void) => Promise<Response>][] = [
  ['node', async (open) => fetch(await serve(open))],
  ['fetch', (open) => createFetchHandler(pipelineOf(open))(new Request('http://proxy.example/'))],
];

describe.each(DOORS)('a streamed answer over the %s handler', (_, ask) => {
  test('sends each piece when it is written, and ends', async () => {
    let sink: StreamSink | undefined;
    const response = await ask((opened) => {
      sink = opened;
      opened.write('one');
    });
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one');
    sink?.write(new TextEncoder().encode('two'));
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('two');
    sink?.end();
    expect((await reader?.read())?.done).toBe(true);
    expect(sink?.closed.aborted).toBe(true);
  });

  test('tells a writer that the reader is behind, how much lies unread, and when it has caught up', async () => {
    const chunk = new Uint8Array(65_536);
    let written = 0;
    let unread = 0;
    let sink: StreamSink | undefined;
    const response = await ask((opened) => {
      sink = opened;
      while (opened.write(chunk)) written += chunk.length;
      written += chunk.length;
      unread = opened.buffered();
    });
    expect(unread).toBeGreaterThan(0);
    void sink?.drained().then(() => sink?.end());
    expect((await response.arrayBuffer()).byteLength).toBe(written);
  });

  test('lets its reader see that it was broken off', async () => {
    const response = await ask((sink) => {
      sink.write('half');
      setImmediate(() => sink.abort());
    });
    await expect(response.text()).rejects.toThrow();
  });

  test('learns that its reader has gone, and writes nothing from then on', async () => {
    let sink: StreamSink | undefined;
    const response = await ask((opened) => {
      sink = opened;
      opened.write('one');
    });
    await response.body?.cancel();
    await vi.waitFor(() => expect(sink?.closed.aborted).toBe(true));
    expect(sink?.write('two')).toBe(false);
    await sink?.drained();
  });
});

test('a connection that is reset while it is written to does not throw', async () => {
  let sink: StreamSink | undefined;
  const url = new URL(
    await serve((opened) => {
      sink = opened;
    }),
  );
  const socket = connect(Number(url.port), url.hostname);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await vi.waitFor(() => expect(sink).toBeDefined());
  socket.resetAndDestroy();
  await vi.waitFor(() => {
    sink?.write('x'.repeat(1_000));
    expect(sink?.closed.aborted).toBe(true);
  });
});
