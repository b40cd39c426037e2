import { describe, expect, it, vi } from 'vitest';
import { EXTENSION_ID } from './browser.fixture.ts';
import { FORM } from './proxy.fixture.ts';
import { chartFacts, EHR, epochOf, IDENTITIES, PROFILE, startWorld } from './world.fixture.ts';

/** The frame connects again, as its script does, and says what it is by the rules that it is told. */
async function comeBack(
  world: ReturnType<typeof startWorld>,
  facts: ReturnType<typeof chartFacts>,
  more = {},
) {
  const port = world.frame(7, 0, `${EHR}/app/chart`, more);
  await vi.waitFor(() => expect(port.last('rules')).toBeDefined());
  port.say({ type: 'facts', facts, url: `${EHR}/app/chart` });
  return port;
}

describe('a background that the browser stopped', () => {
  it('goes on with the epoch of before, and takes nothing away that is shown, where the frames are unchanged', async () => {
    const world = startWorld();
    const { epoch } = await world.chart(IDENTITIES.ana);
    world.restart();
    // Told once more, its facts have one version more.
    const port = await comeBack(world, chartFacts(IDENTITIES.ana, 2));
    expect(await epochOf(port)).toBe(epoch);
    expect(port.of('context').map(({ context }) => (context as { state: string }).state)).toEqual(['known']);
    expect(await world.ask(port, 'chart.read', {}, epoch)).toMatchObject({ type: 'answer' });
  });

  it('settles again where the page changed meanwhile, and keeps the epoch for the same patient only', async () => {
    const world = startWorld();
    const { epoch } = await world.chart(IDENTITIES.ana);
    world.restart();
    const same = await comeBack(world, chartFacts(IDENTITIES.ana, 5));
    expect(same.last('context')).toMatchObject({ context: { state: 'settling' } });
    world.clock.advance(400);
    expect(await epochOf(same)).toBe(epoch);
    world.restart();
    const other = await comeBack(world, chartFacts(IDENTITIES.eva, 6));
    expect(other.last('context')).toMatchObject({ context: { state: 'settling' } });
    other.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana, 7), url: `${EHR}/app/chart` });
    world.clock.advance(400);
    expect(await epochOf(other)).not.toBe(epoch);
  });

  it('waits for a slow page of which only the address, or only the header, changed', async () => {
    const world = startWorld();
    const { port: before, epoch } = await world.chart(IDENTITIES.ana);
    const [ahead] = IDENTITIES.eva;
    const half = [ahead, ...IDENTITIES.ana.slice(1)];
    before.say({ type: 'facts', facts: chartFacts(half, 2), url: `${EHR}/app/chart` });
    world.clock.advance(5_000);
    expect(before.last('context')).toMatchObject({ context: { state: 'settling' } });
    world.restart();
    const port = await comeBack(world, chartFacts(half, 3));
    world.clock.advance(5_000);
    expect(port.last('context')).toMatchObject({ context: { state: 'settling' } });
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.eva, 4), url: `${EHR}/app/chart` });
    world.clock.advance(400);
    expect(await epochOf(port)).not.toBe(epoch);
  });

  it('does not take a new document for the one of before', async () => {
    const world = startWorld();
    await world.chart(IDENTITIES.ana);
    world.restart();
    const port = await comeBack(world, chartFacts(IDENTITIES.ana), { documentId: 'another' });
    expect(port.last('context')).toMatchObject({ context: { state: 'settling' } });
  });

  it('is signed in still, and says nothing again that it had sent', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const held = Promise.withResolvers<void>();
    world.proxy.state.instead = async ({ method, path }) => {
      if (method === 'POST' && path.endsWith('/applications')) await held.promise;
      return null as unknown as Response;
    };
    const input = { formId: FORM, input: { recurrenceCycle: 'WEEKLY' } };
    port.say({ type: 'ask', id: 500, epoch, intent: 'apply.create', input });
    const asked = await vi.waitFor(() => port.last('reread') ?? Promise.reject(new Error('not yet')));
    port.say({ type: 'reread', id: asked.id, facts: chartFacts(IDENTITIES.ana) });
    await vi.waitFor(() => expect(world.proxy.writes()).toHaveLength(1));
    const flows = world.browser.flows.length;
    world.restart();
    const again = await comeBack(world, chartFacts(IDENTITIES.ana, 2));
    world.proxy.state.instead = () => null;
    expect(await world.ask(again, 'apply.applicationsOf', { formId: FORM }, epoch)).toMatchObject({
      type: 'answer',
    });
    held.resolve();
    expect(world.proxy.writes()).toHaveLength(1);
    expect(world.browser.flows).toHaveLength(flows);
  });

  it('takes the draft of what is pointed at only now, once, and from that tab alone', async () => {
    const world = startWorld();
    await world.chart(IDENTITIES.ana);
    await world.ask(world.surface(), 'point.start', { tabId: 7, what: 'name' });
    const drafted = { type: 'drafted', what: 'name', profile: { ...PROFILE, proxy: '' } };
    const tell = (tabId: number): void =>
      world.events.message.fire(drafted, { id: EXTENSION_ID, tab: { id: tabId } } as never, () => {});
    const readDraft = async () => {
      await world.background.ready;
      return world.ask(world.surface(), 'profiles.draft');
    };
    world.restart();
    tell(8);
    expect(await readDraft()).toMatchObject({ value: null });
    tell(7);
    await vi.waitFor(async () => expect(await readDraft()).toMatchObject({ value: { id: PROFILE.id } }));
    await world.ask(world.surface(), 'profiles.discard');
    world.restart();
    tell(7);
    expect(await readDraft()).toMatchObject({ value: null });
  });

  it('keeps no identifier of the patient in any storage, and no token outside the session’s', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    const { local, session } = world.browser;
    expect(JSON.stringify([local.held, session.held])).not.toMatch(/Ana|Lima|MRN-1|1990-01-02/);
    expect(JSON.stringify(local.held)).not.toContain('.sig');
    expect(JSON.stringify(session.held)).toContain('.sig');
  });
});
