import { describe, expect, it, vi } from 'vitest';
import type { FakePort } from './browser.fixture.ts';
import { ANA, type Asked, EVA, PROXY } from './proxy.fixture.ts';
import { IDENTITIES, startWorld } from './world.fixture.ts';

/** A proxy whose streams of events the test writes; each asks to be opened again at once where it breaks. */
function withEvents(world: ReturnType<typeof startWorld>) {
  const streams: { asked: Asked; write: (text: string) => void; lose: () => void }[] = [];
  world.proxy.state.instead = (asked) => {
    if (asked.path !== '/events') return null;
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    const body = new ReadableStream<Uint8Array>({
      start: (opened) => {
        controller = opened;
      },
    });
    asked.signal?.addEventListener('abort', () => controller?.error(asked.signal?.reason));
    const write = (text: string): void => controller?.enqueue(new TextEncoder().encode(text));
    streams.push({ asked, write, lose: () => controller?.close() });
    write('retry: 1\n\n');
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return {
    streams,
    /** Waits for the nth stream. */
    stream: (count: number) =>
      vi.waitFor(() => {
        const stream = streams[count - 1];
        if (!stream) throw new Error('not yet');
        return stream;
      }),
  };
}

const answered = (id: number, patientId: string, submissionId: number): string =>
  `id: ${id}\ndata: ${JSON.stringify({ kind: 'SUBMISSION_ANSWERED', submissionId, patientId })}\n\n`;
const changes = (port: FakePort): number => port.of('changed').length;

/** A chart that was read, so that it is known whose it is, and a side panel beside it. */
async function reading() {
  const world = startWorld();
  const events = withEvents(world);
  const { port, epoch } = await world.chart(IDENTITIES.ana);
  await world.ask(port, 'chart.read', {}, epoch);
  const side = world.surface('/sidepanel.html');
  side.say({ type: 'show', at: { tabId: 7 } });
  await vi.waitFor(() => expect(side.last('tab')).toBeDefined());
  const stream = await events.stream(1);
  return { world, events, port, epoch, side, stream };
}

describe('an event of the proxy', () => {
  it('has panel and side panel read again, drops what was read before, and is counted on the badge', async () => {
    const { world, port, side, stream, epoch } = await reading();
    const before = [changes(port), changes(side)];
    stream.write(answered(1, ANA, 41));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    expect([changes(port), changes(side)]).toEqual(before.map((count) => count + 1));
    expect(port.last('changed')).toEqual({ type: 'changed', epoch });
    const reads = world.proxy.to('/third-party').length;
    await world.ask(port, 'chart.read', {}, epoch);
    expect(world.proxy.to('/third-party').length).toBeGreaterThan(reads);
  });

  it('about another patient reaches no panel of this one, and says nothing of whom', async () => {
    const { world, port, side, stream } = await reading();
    const before = [port.heard.length, changes(side)];
    stream.write(answered(1, EVA, 22));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    expect([port.heard.length, changes(side)]).toEqual(before);
    expect(JSON.stringify([...port.heard, ...side.heard, world.browser.badges.get(7)])).not.toMatch(
      /Eva|bbbb/,
    );
  });

  it('that was missed while the stream was broken is asked for; what cannot be told has everything read again', async () => {
    const { world, events, port, stream } = await reading();
    stream.write(answered(17, ANA, 41));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    stream.lose();
    const second = await events.stream(2);
    expect(second.asked.lastEventId).toBe('17');
    const before = changes(port);
    second.write('event: resync\ndata: {}\n\n');
    await vi.waitFor(() => expect(changes(port)).toBe(before + 1));
    expect(world.browser.badges.get(7)).toMatchObject({ text: '1' });
  });

  it('that was missed while the background was stopped is asked for, and one that was seen is not counted again', async () => {
    const { world, events, stream } = await reading();
    stream.write(answered(17, ANA, 41));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    await vi.waitFor(() => expect(JSON.stringify(world.browser.session.held)).toContain('"id":"17"'));
    await world.ask(world.surface(), 'badge.seen', { profileId: 'clinic' });
    world.restart();
    await world.chart(IDENTITIES.ana);
    const again = await events.stream(2);
    expect(again.asked.lastEventId).toBe('17');
    again.write(answered(18, ANA, 42));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    // What happens while nobody is signed in is nobody's news.
    await world.ask(world.surface(), 'sign.out', { proxy: PROXY });
    await world.ask(world.surface(), 'sign.in', { proxy: PROXY });
    world.clock.advance(400);
    expect((await events.stream(3)).asked.lastEventId).toBeNull();
  });

  it('is heard no more once the person signed out, and again once they are back', async () => {
    const { world, events, port, stream } = await reading();
    await world.ask(world.surface(), 'sign.out', { proxy: PROXY });
    const before = changes(port);
    expect(stream.asked.signal?.aborted).toBe(true);
    expect(events.streams).toHaveLength(1);
    await world.ask(world.surface(), 'sign.in', { proxy: PROXY });
    const again = await events.stream(2);
    again.write(answered(2, ANA, 42));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    expect(changes(port)).toBeGreaterThan(before);
    expect(world.background.news.countsOf('clinic')).toEqual({ answers: 1, risks: 0 });
  });

  it('stays counted on the badge of a tab in which another document comes, though the browser took that away', async () => {
    const { world, port, stream } = await reading();
    stream.write(answered(1, ANA, 41));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    world.browser.badges.delete(7);
    port.close();
    await world.chart(IDENTITIES.ana);
    expect(world.browser.badges.get(7)).toMatchObject({ text: '1' });
    // Where the new document is heard of before the end of the one before.
    world.browser.badges.delete(7);
    await world.chart(IDENTITIES.ana);
    expect(world.browser.badges.get(7)).toMatchObject({ text: '1' });
  });

  it('of whose risk nothing could be read says so on the badge, until it is read, also after a stop', async () => {
    const { world, stream } = await reading();
    const events = world.proxy.state.instead;
    world.proxy.state.hasHighRisk = true;
    world.proxy.state.instead = (asked) =>
      asked.path.endsWith('/submissions/41') ? world.proxy.refused(404, 'NOT_FOUND') : events(asked);
    stream.write(answered(17, ANA, 41));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1?' }));
    expect(world.browser.badges.get(7)?.title).toContain('1 risk not known yet');
    world.proxy.state.instead = events;
    world.restart();
    await world.chart(IDENTITIES.ana);
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1!' }));
    expect(world.browser.badges.get(7)?.title).not.toContain('known');
  });

  it('is counted on no tab whose page is another by now', async () => {
    const { world, port, stream } = await reading();
    await world.chart(IDENTITIES.eva, 8);
    port.close();
    // The browser says no address of a page onto which it does not let us.
    world.browser.badges.delete(7);
    stream.write(answered(1, ANA, 41));
    await vi.waitFor(() => expect(world.browser.badges.get(8)).toMatchObject({ text: '1' }));
    expect(world.browser.badges.get(7)?.text ?? '').toBe('');
  });

  it('is listened to only while somebody looks at something of the proxy, and again after a stop of the background', async () => {
    const { world, events, port, side } = await reading();
    side.close();
    port.close();
    world.clock.advance(2_000);
    await vi.waitFor(() => expect(events.streams[0]?.asked.signal?.aborted).toBe(true));
    world.restart();
    await world.background.ready;
    expect(events.streams).toHaveLength(1);
    await world.chart(IDENTITIES.ana);
    const again = await events.stream(2);
    again.write(answered(1, ANA, 41));
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
  });
});
