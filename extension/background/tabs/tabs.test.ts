import { describe, expect, it, vi } from 'vitest';
import type { FakePort } from '../browser.fixture.ts';
import { chartFacts, EHR, epochOf, GRANTS, IDENTITIES, PROFILE, startWorld } from '../world.fixture.ts';

const ANNEX = `${EHR}/annex/chart`;
/** Two clinics in one EHR, each with a proxy, in which numbers and names of patients may be the same. */
const annex = { ...PROFILE, id: 'annex', proxy: 'https://annex.clinic.example', match: [`${EHR}/annex/*`] };

function twoClinics(profiles: readonly object[] = [annex]) {
  const world = startWorld();
  world.browser.state.granted = new Set([...GRANTS, 'https://annex.clinic.example/*']);
  world.browser.local.held.profiles = profiles;
  return world;
}
const isTold = (port: FakePort, profileId: string) =>
  vi.waitFor(() => expect(port.last('rules')).toMatchObject({ rules: { profileId } }));

describe('an epoch', () => {
  it('never goes on where the page comes to another clinic, though it names the same patient there', async () => {
    const world = twoClinics();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    world.browser.tabs.set(7, ANNEX);
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana, 2), url: ANNEX });
    await isTold(port, 'annex');
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana, 3), url: ANNEX });
    world.clock.advance(400);
    await vi.waitFor(() => expect(port.last('context')).toMatchObject({ context: { state: 'known' } }));
    expect(await epochOf(port)).not.toBe(epoch);
  });

  it('never goes on in a new page of another clinic, also over a stop of the background', async () => {
    const world = twoClinics();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    port.close();
    const other = async (): Promise<string> => {
      const came = world.frame(7, 0, ANNEX, { documentId: 'another' });
      await isTold(came, 'annex');
      came.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: ANNEX });
      world.clock.advance(2_000);
      return epochOf(came);
    };
    expect(await other()).not.toBe(epoch);
    const stopped = twoClinics();
    const before = await stopped.chart(IDENTITIES.ana);
    stopped.restart();
    const came = stopped.frame(7, 0, ANNEX, { documentId: 'another' });
    await isTold(came, 'annex');
    came.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: ANNEX });
    stopped.clock.advance(2_000);
    expect(await epochOf(came)).not.toBe(before.epoch);
  });

  it('ends where the profile names another proxy by now', async () => {
    const world = twoClinics([]);
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    world.browser.local.held.profiles = [{ ...PROFILE, version: 2, proxy: annex.proxy }];
    world.events.stored.fire({ profiles: {} }, 'local');
    await vi.waitFor(() => expect(world.background.registry.site('clinic')?.profile.version).toBe(2));
    expect(world.background.tabs.get(7)?.epoch).toBeNull();
    world.clock.advance(400);
    expect(await epochOf(port)).not.toBe(epoch);
  });
});

it('a frame whose document is gone before it is known where it stands takes the place of nobody', async () => {
  const world = startWorld();
  await world.background.ready;
  const asked = Promise.withResolvers<void>();
  const { get } = world.background.platform.tabs;
  world.background.platform.tabs.get = async (tabId) => {
    await asked.promise;
    return get(tabId);
  };
  const header = 'https://frames.clinic.example/header';
  const gone = world.frame(7, 3, header);
  const top = world.frame(7, 0, `${EHR}/app/chart`);
  await vi.waitFor(() => expect(top.last('rules')).toBeDefined());
  gone.close();
  const now = world.frame(7, 3, header);
  await vi.waitFor(() => expect(now.last('rules')).toBeDefined());
  asked.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
  top.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: `${EHR}/app/chart` });
  now.say({ type: 'facts', facts: { ...chartFacts(IDENTITIES.eva), place: null }, url: header });
  world.clock.advance(400);
  expect(world.background.tabs.get(7)?.context.state).toBe('unclear');
});

it('of a tab that was closed nothing is kept, also where that is what woke the background', async () => {
  const world = startWorld();
  await world.chart(IDENTITIES.ana);
  expect(Object.keys(world.browser.session.held)).toContain('tab:7');
  world.restart();
  world.events.removed.fire(7);
  await vi.waitFor(() => expect(Object.keys(world.browser.session.held)).not.toContain('tab:7'));
});

describe('a document that begins in a frame', () => {
  const HEADER = 'https://frames.clinic.example/header';
  const stateOf = (port: FakePort) => (port.last('context')?.context as { state: string } | undefined)?.state;
  /** A chart on top, and a header in a frame, which both name Ana. */
  async function withHeader() {
    const world = startWorld();
    const port = world.frame(7, 0, `${EHR}/app/chart`);
    await vi.waitFor(() => expect(port.last('rules')).toBeDefined());
    const header = world.frame(7, 3, HEADER, { documentId: 'first' });
    await vi.waitFor(() => expect(header.last('rules')).toBeDefined());
    header.say({ type: 'facts', facts: { ...chartFacts(IDENTITIES.ana), place: null }, url: HEADER });
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: `${EHR}/app/chart` });
    world.clock.advance(400);
    await epochOf(port);
    return { world, port };
  }

  it('takes the word from the one before, however late the browser says that that is gone', async () => {
    const { world, port } = await withHeader();
    await world.detect(7, 3, HEADER, { documentId: 'first' });
    expect(stateOf(port)).toBe('known');
    await world.detect(7, 3, HEADER, { documentId: 'second' });
    expect(stateOf(port)).toBe('settling');
  });

  it.each([
    ['detects', 'second'],
    ['comes', 'second'],
    ['names nobody any more', 'first'],
  ])('is not waited for after a stop of the background where it %s', async (how, documentId) => {
    const { world } = await withHeader();
    world.restart();
    const port = world.frame(7, 0, `${EHR}/app/chart`);
    await vi.waitFor(() => expect(port.last('rules')).toBeDefined());
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana, 2), url: `${EHR}/app/chart` });
    // The header may be on its way, and nothing is taken away that is shown.
    expect(stateOf(port)).toBeUndefined();
    if (how === 'detects') await world.detect(7, 3, HEADER, { documentId });
    else {
      const header = world.frame(7, 3, HEADER, { documentId });
      await vi.waitFor(() => expect(header.last('rules')).toBeDefined());
      const nobody = { ...chartFacts([], 2), type: 'none', page: null, place: null } as const;
      if (documentId === 'first') header.say({ type: 'facts', facts: nobody, url: HEADER });
    }
    expect(stateOf(port)).toBe('settling');
  });
});
