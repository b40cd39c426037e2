import { describe, expect, it, vi } from 'vitest';
import type { FakePort } from '../browser.fixture.ts';
import { ANA, PROXY } from '../proxy.fixture.ts';
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
    return { world, port, header };
  }

  it('is waited for from when the one before says that it goes', async () => {
    const { port, header } = await withHeader();
    expect(stateOf(port)).toBe('known');
    header.say({ type: 'left' });
    expect(stateOf(port)).toBe('settling');
  });

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

describe('a patient whom the service knows by the key', () => {
  const inHeader = (of: 'ana' | 'eva', version = 1) => chartFacts(IDENTITIES[of], version);
  const resolves = (world: ReturnType<typeof startWorld>) => world.proxy.to('/patients/resolve');
  async function opened(world = startWorld(), isSignedIn = true) {
    if (isSignedIn) {
      await world.ask(world.surface(), 'sign.in', { proxy: PROXY });
      await vi.waitFor(() => expect(world.background.signIns.at(PROXY).state).toBe('signed-in'));
    }
    const port = world.frame(7, 0, `${EHR}/app/chart`);
    await vi.waitFor(() => expect(port.last('rules')).toBeDefined());
    const say = (of: 'ana' | 'eva', version = 1) =>
      port.say({ type: 'facts', facts: inHeader(of, version), url: `${EHR}/app/chart` });
    return { world, port, say };
  }
  const stateIn = (world: ReturnType<typeof startWorld>) => world.background.tabs.get(7)?.context.state;
  const answered = () => new Promise((resolve) => setTimeout(resolve, 50));

  it('is shown without settling where name and birthday agree, asked for once and never linked', async () => {
    const { world, port, say } = await opened();
    say('ana');
    expect(stateIn(world)).toBe('settling');
    const epoch = await epochOf(port);
    expect(resolves(world).map(({ body }) => (body as { link: string }).link)).toEqual(['no']);
    expect(await world.ask(port, 'chart.read', {}, epoch)).toMatchObject({ type: 'answer' });
    expect(resolves(world), 'the chart takes what was found').toHaveLength(1);
  });

  it('settles where the key has no link yet, and is linked only then', async () => {
    const { world, port, say } = await opened();
    world.proxy.state.linked.clear();
    say('ana');
    await vi.waitFor(() => expect(resolves(world)).toHaveLength(1));
    await answered();
    expect(stateIn(world)).toBe('settling');
    world.clock.advance(300);
    const epoch = await epochOf(port);
    await world.ask(port, 'chart.read', {}, epoch);
    expect(resolves(world).map(({ body }) => (body as { link: string }).link)).toEqual(['no', 'yes']);
  });

  it('settles where the record has another birthday', async () => {
    const world = startWorld();
    world.proxy.state.instead = ({ path }) =>
      path === '/patients/resolve'
        ? world.proxy.json({ status: 'linked', patientId: ANA, agreed: ['name'] })
        : null;
    const { say } = await opened(world);
    say('ana');
    await vi.waitFor(() => expect(resolves(world)).toHaveLength(1));
    await answered();
    expect(stateIn(world)).toBe('settling');
  });

  it('is not shown by an answer that was asked for before the page named another', async () => {
    const world = startWorld();
    const held = Promise.withResolvers<Response>();
    world.proxy.state.instead = ({ path, body }) =>
      path === '/patients/resolve' && (body as { key: string }).key === 'MRN-1' ? held.promise : null;
    const { port, say } = await opened(world);
    say('ana');
    await vi.waitFor(() => expect(resolves(world)).toHaveLength(1));
    say('eva', 2);
    held.resolve(world.proxy.json({ status: 'linked', patientId: ANA, agreed: ['name', 'birthday'] }));
    await epochOf(port);
    expect(world.background.tabs.get(7)?.context).toMatchObject({ identity: { name: 'Eva Reis' } });
    expect(
      port.heard
        .filter(({ type }) => type === 'context')
        .flatMap(({ context }) => (context as { identity?: { name: string } }).identity?.name ?? []),
    ).toEqual(['Eva Reis']);
  });

  it('settles where another frame of the site could name somebody else', async () => {
    const { world, say } = await opened();
    const other = world.frame(7, 3, 'https://frames.clinic.example/header');
    await vi.waitFor(() => expect(other.last('rules')).toBeDefined());
    say('ana');
    await answered();
    expect(resolves(world)).toEqual([]);
    expect(stateIn(world)).toBe('settling');
  });

  it('settles where nobody is signed in, and nobody is asked to', async () => {
    const { world, say } = await opened(startWorld({ isSignedIn: false }), false);
    say('ana');
    await answered();
    expect(resolves(world)).toEqual([]);
    expect(stateIn(world)).toBe('settling');
    expect(world.proxy.to('/token')).toEqual([]);
  });
});
