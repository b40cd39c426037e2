import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SurfaceMessage } from '../intents/messages.ts';
import type { TabStatus, ToSurface } from '../intents/protocol.ts';
import { AskError } from '../intents/requests.ts';
import { SurfaceClient } from './client.ts';
import type { SurfaceEnvironment } from './environment.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';

const status = (epoch: string | null): TabStatus => ({
  tabId: 7,
  origin: 'https://ehr.example',
  site: null,
  context:
    epoch === null
      ? { state: 'settling' }
      : { state: 'known', epoch, identity: { keys: [{ system: '', value: '1' }] } },
  frames: [],
  isPointing: false,
  hasDraft: false,
  language: 'auto',
  faultyProfiles: 0,
});

/** A background that answers nothing by itself. */
function world() {
  const posted: SurfaceMessage[] = [];
  const ports: { hear: (message: ToSurface) => void; cut: () => void }[] = [];
  let isThere = true;
  const environment = {
    connect() {
      if (!isThere) throw new Error('Extension context invalidated.');
      const port = { hear: (_: ToSurface) => {}, cut: () => {} };
      ports.push(port);
      return {
        post: (message: SurfaceMessage) => posted.push(message),
        onMessage: (listener: (message: ToSurface) => void) => {
          port.hear = listener;
        },
        onDisconnect: (listener: () => void) => {
          port.cut = listener;
        },
        disconnect() {},
      };
    },
  } as unknown as SurfaceEnvironment;
  const client = new SurfaceClient(environment);
  const told: string[] = [];
  let online = (): void => {};
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'online') online = listener;
  });
  client.start({ windowId: 1 }, (at) => told.push(at));
  return {
    client,
    posted,
    ports,
    told,
    online: () => online(),
    hear: (message: ToSurface) => ports.at(-1)?.hear(message),
    cut: () => ports.at(-1)?.cut(),
    leave: () => {
      isThere = false;
    },
    asked: () => posted.filter((one) => one.type === 'ask'),
  };
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    (error) => (error instanceof AskError ? [error.problem.code, error.problem.isOutcomeUnknown] : error),
  );

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('a page of the extension', () => {
  it('says at once which tab it looks at, and that somebody is there as long as it is seen', () => {
    const { posted } = world();
    expect(posted).toEqual([{ type: 'show', at: { windowId: 1 } }]);
    vi.advanceTimersByTime(20_000);
    expect(posted.at(-1)).toEqual({ type: 'here' });
  });

  it('gets the answer to its own question, whatever the order they come in', async () => {
    const { client, hear } = world();
    const first = client.read('library.read', {});
    const second = client.read('library.tags', {});
    hear({ type: 'answer', id: 2, value: 'tags' });
    hear({ type: 'answer', id: 1, value: 'library' });
    expect([await first, await second]).toEqual(['library', 'tags']);
  });

  it('learns why something was not done', async () => {
    const { client, hear } = world();
    const asked = client.read('library.read', {});
    hear({
      type: 'refusal',
      id: 1,
      problem: { code: 'forbidden', status: 403, traceId: null, isOutcomeUnknown: false },
    });
    expect(await codeOf(asked)).toEqual(['forbidden', false]);
  });

  it('drops what was asked about a patient as soon as another one is there, and what comes late', async () => {
    const { client, hear } = world();
    hear({ type: 'tab', status: status(A) });
    const asked = codeOf(client.read('chart.read', {}, { epoch: A }));
    const library = client.read('library.read', {});
    hear({ type: 'tab', status: status(B) });
    hear({ type: 'answer', id: 1, value: 'chart of A' });
    hear({ type: 'answer', id: 2, value: 'library' });
    expect(await asked).toEqual(['stale', false]);
    expect(await library).toBe('library');
  });

  it('keeps what was asked about a patient over a moment in which nothing is clear', async () => {
    const { client, hear } = world();
    hear({ type: 'tab', status: status(A) });
    const asked = client.read('chart.read', {}, { epoch: A });
    hear({ type: 'tab', status: status(null) });
    hear({ type: 'tab', status: status(A) });
    hear({ type: 'answer', id: 1, value: 'chart of A' });
    expect(await asked).toBe('chart of A');
  });

  it('tells the background when nobody waits any more', async () => {
    const { client, posted } = world();
    const ending = new AbortController();
    const asked = client.read('library.read', {}, { signal: ending.signal });
    ending.abort();
    await expect(asked).rejects.toThrow(/abort/i);
    expect(posted.at(-1)).toEqual({ type: 'drop', id: 1 });
  });

  it('knows of no patient while the background is away, comes back to it, and says of a lost write that it may be done', async () => {
    const { client, hear, cut, ports, posted } = world();
    hear({ type: 'tab', status: status(A) });
    const write = codeOf(client.write('patient.unlink', {}, { epoch: A }));
    const paid = codeOf(client.act('recommend.ask', { caseText: 'Sleeps badly.' }, { epoch: A }));
    cut();
    expect(client.status.value).toBeNull();
    expect(await write).toEqual(['lost', true]);
    expect(await paid).toEqual(['lost', false]);
    expect(await codeOf(client.write('patient.unlink', {}, { epoch: A }))).toEqual(['lost', false]);
    vi.advanceTimersByTime(400);
    expect(ports).toHaveLength(2);
    expect(posted.at(-1)).toEqual({ type: 'show', at: { windowId: 1 } });
    hear({ type: 'tab', status: status(A) });
    expect([client.connection.value, client.epoch]).toEqual(['open', A]);
  });

  it('asks again what only reads, once it is known that the same patient is there', async () => {
    const { client, hear, cut, asked } = world();
    hear({ type: 'tab', status: status(A) });
    const chart = client.read('chart.read', {}, { epoch: A });
    const library = client.read('library.read', {});
    cut();
    const meanwhile = client.read('history.read', {}, { epoch: A });
    vi.advanceTimersByTime(400);
    const ids = () => asked().map((one) => one.type === 'ask' && one.id);
    expect(ids()).toEqual([1, 2]);
    hear({ type: 'tab', status: status(null) });
    expect(ids()).toEqual([1, 2, 2]);
    hear({ type: 'tab', status: status(A) });
    expect(ids()).toEqual([1, 2, 2, 1, 3]);
    for (const [id, value] of ['chart', 'library', 'history'].entries())
      hear({ type: 'answer', id: id + 1, value });
    expect(await Promise.all([chart, library, meanwhile])).toEqual(['chart', 'library', 'history']);
  });

  it('asks nothing again of a patient who is gone when the background is back, or where there is no way back', async () => {
    const { client, hear, cut, asked, leave } = world();
    hear({ type: 'tab', status: status(A) });
    const chart = codeOf(client.read('chart.read', {}, { epoch: A }));
    const library = codeOf(client.read('library.read', {}));
    cut();
    vi.advanceTimersByTime(400);
    hear({ type: 'tab', status: status(B) });
    expect(await chart).toEqual(['stale', false]);
    leave();
    cut();
    vi.advanceTimersByTime(400);
    expect(await library).toEqual(['lost', false]);
    expect(await codeOf(client.read('library.read', {}))).toEqual(['lost', false]);
    expect(asked()).toHaveLength(3);
  });

  it('takes everything for changed once the device is online again', () => {
    const { client, online } = world();
    online();
    expect(client.changes.value).toBe(1);
  });

  it('hears nothing from a connection that was lost', () => {
    const { client, cut, ports } = world();
    cut();
    vi.advanceTimersByTime(400);
    ports[0]?.hear({ type: 'tab', status: status(A) });
    expect(client.status.value).toBeNull();
  });

  it('says that it is of an earlier version where the extension is another one by now', () => {
    const { client, cut, leave } = world();
    leave();
    cut();
    vi.advanceTimersByTime(400);
    expect(client.connection.value).toBe('gone');
  });

  it('counts changes at the service that concern whom it shows, or nobody', () => {
    const { client, hear } = world();
    hear({ type: 'tab', status: status(A) });
    hear({ type: 'changed', epoch: B });
    expect(client.changes.value).toBe(0);
    hear({ type: 'changed', epoch: A });
    hear({ type: 'changed', epoch: null });
    expect(client.changes.value).toBe(2);
  });

  it('goes where a panel asks it to', () => {
    const { hear, told } = world();
    hear({ type: 'go', at: 'overview' });
    expect(told).toEqual(['overview']);
  });
});
