import { describe, expect, it, vi } from 'vitest';
import { chartFacts, EHR, IDENTITIES, startWorld } from './world.fixture.ts';

const HOUR_MS = 3_600_000;
const STILL_MS = 10_000;
const PAGES = { shown: 0, list: 0, unclear: 0, unplaced: 0, unmatched: 0 };

type World = ReturnType<typeof startWorld>;

const reports = (world: World) => world.proxy.to('/sites/health').map(({ body }) => body);
const kept = async (world: World) => {
  const stored = await world.browser.local.get('site-health');
  return stored['site-health'] as
    | { profiles: { id: string; version: number; pages: object }[] }[]
    | undefined;
};
const pagesOf = async (world: World) => (await kept(world))?.[0]?.profiles[0]?.pages;

describe('the health of a site', () => {
  it('counts each page once, when it has stayed as it is, and keeps numbers alone', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    expect(await kept(world)).toBeUndefined();
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () => expect(await pagesOf(world)).toEqual({ ...PAGES, shown: 1 }));
    // The same patient on the same page is no other page.
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana, 2), url: `${EHR}/app/chart` });
    world.clock.advance(STILL_MS);
    const unmatched = { version: 3, type: 'none', page: null, found: [], gaps: [], place: null };
    port.say({ type: 'facts', facts: unmatched, url: `${EHR}/app/chart` });
    // A page that is left at once counts for nothing.
    world.clock.advance(STILL_MS / 2);
    const unclear = { ...chartFacts([], 4), gaps: [{ why: 'missing', source: 0 }] };
    port.say({ type: 'facts', facts: unclear, url: `${EHR}/app/chart` });
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () => expect(await pagesOf(world)).toEqual({ ...PAGES, shown: 1, unclear: 1 }));
    port.say({ type: 'facts', facts: { ...unmatched, version: 5 }, url: `${EHR}/app/chart` });
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () =>
      expect(await pagesOf(world)).toEqual({ ...PAGES, shown: 1, unclear: 1, unmatched: 1 }),
    );
    expect(JSON.stringify(await kept(world))).not.toMatch(/Ana|MRN|1990|chart/);
    expect(reports(world)).toEqual([]);
  });

  it('counts a panel without a place, and a list', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    const fault = { why: 'narrow', measure: 14 };
    port.say({ type: 'places', report: { at: null, refused: [{ place: 0, fault }] } });
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () => expect(await pagesOf(world)).toEqual({ ...PAGES, unplaced: 1 }));
    const list = { version: 2, type: 'list', page: 1, found: [], gaps: [], place: null };
    port.say({ type: 'facts', facts: list, url: `${EHR}/app/chart` });
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () => expect(await pagesOf(world)).toEqual({ ...PAGES, unplaced: 1, list: 1 }));
  });

  it('is reported to the proxy of the site once an hour, after a stop of the background too, and begins again', async () => {
    const world = startWorld();
    const first = await world.chart(IDENTITIES.ana);
    await world.ask(first.port, 'chart.read', {}, first.epoch);
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () => expect(await pagesOf(world)).toEqual({ ...PAGES, shown: 1 }));
    world.restart();
    world.clock.advance(HOUR_MS);
    await world.chart(IDENTITIES.eva, 8);
    world.clock.advance(STILL_MS);
    await vi.waitFor(() => expect(reports(world)).toHaveLength(1));
    const profiles = [{ id: 'clinic', version: 1, pages: { ...PAGES, shown: 2 } }];
    expect(reports(world)).toEqual([{ extension: expect.stringMatching(/^\d+(\.\d+)*$/), profiles }]);
    await vi.waitFor(async () => expect((await kept(world))?.[0]?.profiles).toEqual([]));
  });

  it('that the proxy does not take goes with the next report', async () => {
    const world = startWorld({ isSignedIn: false });
    await world.chart(IDENTITIES.ana);
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () => expect(await pagesOf(world)).toEqual({ ...PAGES, shown: 1 }));
    world.clock.advance(HOUR_MS);
    await world.chart(IDENTITIES.eva, 8);
    world.clock.advance(STILL_MS);
    await vi.waitFor(async () => expect(await pagesOf(world)).toEqual({ ...PAGES, shown: 2 }));
    expect(reports(world)).toEqual([]);
  });
});
