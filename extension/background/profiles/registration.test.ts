import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { PROXY } from '../proxy.fixture.ts';
import { reopenPopupToSignIn } from '../start.ts';
import { chartFacts, EHR, GRANTS, IDENTITIES, PROFILE, startWorld } from '../world.fixture.ts';

const settled = async (world: ReturnType<typeof startWorld>): Promise<void> => {
  await world.background.ready;
  await world.background.registered;
};

describe('the script of a site', () => {
  it('is registered for the pages and frames of what was granted, and run in the tabs that are open', async () => {
    const world = startWorld();
    world.browser.tabs.set(4, `${EHR}/app/chart`);
    world.browser.tabs.set(5, 'https://elsewhere.example/');
    await settled(world);
    expect([...world.browser.scripts.values()]).toEqual([
      {
        id: 'site',
        js: ['detect.js'],
        matches: ['https://ehr.clinic.example/*', 'https://frames.clinic.example/*'],
        allFrames: true,
        matchOriginAsFallback: false,
        persistAcrossSessions: true,
        runAt: 'document_start',
      },
    ]);
    expect(world.browser.executed).toMatchObject([{ tabId: 4, frameIds: null, file: 'site.js' }]);
    world.restart();
    await settled(world);
    expect(world.browser.executed).toHaveLength(1);
    world.events.installed.fire();
    await vi.waitFor(() => expect(world.browser.executed).toHaveLength(2));
  });

  it('comes into a frame that concerns us when that asks, at once and into that document; into no other', async () => {
    const world = startWorld();
    await settled(world);
    for (const [frameId, url] of [
      [0, `${EHR}/app/chart`],
      [3, 'https://frames.clinic.example/header'],
      [4, 'https://ads.example/'],
    ] as const)
      await world.detect(7, frameId, url);
    // An address that its document has borrowed, a page that is not shown yet, and one that is not the profile's.
    await world.detect(7, 5, `${EHR}/app/chart`, { origin: 'https://evil.example' });
    await world.detect(7, 6, `${EHR}/app/chart`, { documentLifecycle: 'prerender' });
    await world.detect(8, 0, `${EHR}/elsewhere`);
    await world.detect(8, 1, 'https://frames.clinic.example/header');
    expect(world.browser.executed).toEqual([
      { tabId: 7, frameIds: null, documentIds: ['d7-0'], file: 'site.js', isAtOnce: true },
      { tabId: 7, frameIds: null, documentIds: ['d7-3'], file: 'site.js', isAtOnce: true },
    ]);
    expect(world.background.counters.refused).toEqual({ sender: 2 });
  });

  it('comes into a page of one document that comes to an address that concerns us, also once nobody remembers it', async () => {
    const world = startWorld();
    await settled(world);
    await world.detect(7, 0, `${EHR}/elsewhere`);
    world.events.updated.fire(7, { url: `${EHR}/elsewhere/too` });
    await world.background.ready;
    expect(world.browser.executed).toEqual([]);
    world.events.updated.fire(7, { url: `${EHR}/app/chart` });
    await world.background.ready;
    expect(world.browser.executed).toMatchObject([{ tabId: 7, frameIds: null, file: 'site.js' }]);
    world.events.updated.fire(7, { url: `${EHR}/app/chart?tab=2` });
    await world.background.ready;
    expect(world.browser.executed).toHaveLength(1);
    // What wakes a stopped background is that very change, before it has read which pages are ours.
    world.restart();
    world.events.updated.fire(8, { url: `${EHR}/app/chart` });
    await vi.waitFor(() =>
      expect(world.browser.executed.at(-1)).toMatchObject({ tabId: 8, file: 'site.js' }),
    );
  });

  it('comes into the open pages of a site that is enabled later, whose patterns were there before', async () => {
    const world = startWorld();
    await settled(world);
    world.browser.tabs.set(4, `${EHR}/other/chart`);
    world.browser.local.held.profiles = [{ ...PROFILE, id: 'other', match: [`${EHR}/other/*`] }];
    world.events.stored.fire({ profiles: {} }, 'local');
    await vi.waitFor(() => expect(world.browser.executed).toMatchObject([{ tabId: 4, file: 'site.js' }]));
  });

  it('is taken away with the permission, and what was shown with it', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    world.browser.state.granted.clear();
    world.events.taken.fire();
    await vi.waitFor(() => expect(port.last('rules')).toEqual({ type: 'rules', rules: null }));
    await settled(world);
    await vi.waitFor(() => expect(world.browser.scripts.size).toBe(0));
    expect(world.background.tabs.get(7)?.context).toEqual({ state: 'none' });
    world.browser.state.granted = new Set(GRANTS);
    world.events.added.fire();
    await vi.waitFor(() => expect(world.browser.scripts.size).toBe(1));
  });

  it('goes on with the sign-in in the popup once the browser lets it onto the site that is looked at', async () => {
    const world = startWorld();
    await settled(world);
    const popups = () => world.browser.state.popups;
    // Allowed from a page of our own, which goes on by itself.
    world.browser.tabs.set(1, 'chrome-extension://options');
    await reopenPopupToSignIn(world.background);
    expect(popups()).toBe(0);
    world.browser.tabs.delete(1);
    world.browser.tabs.set(4, `${EHR}/app/chart`);
    world.events.added.fire();
    await vi.waitFor(() => expect(popups()).toBe(1));
    await world.ask(world.surface(), 'sign.in', { proxy: PROXY });
    await reopenPopupToSignIn(world.background);
    expect(popups()).toBe(1);
  });

  it('rests where the person has the site switched off, until they switch it on', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    const surface = world.surface();
    await world.ask(surface, 'site.disable', { profileId: 'clinic' });
    expect(port.last('rules')).toEqual({ type: 'rules', rules: null });
    expect(await world.ask(surface, 'profiles.list')).toMatchObject({
      value: { profiles: [{ id: 'clinic', isGranted: true, isEnabled: false }] },
    });
    await world.ask(surface, 'site.enable', { profileId: 'clinic' });
    expect(port.last('rules')).toMatchObject({ rules: { profileId: 'clinic' } });
  });

  it('is switched off by a higher version of the profile that the proxy hands out', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    world.proxy.state.profiles = [{ ...PROFILE, version: 2, enabled: false }];
    await world.ask(world.surface(), 'profiles.from', { proxy: PROXY });
    expect(port.last('rules')).toEqual({ type: 'rules', rules: null });
    expect(world.background.registry.active).toEqual([]);
  });

  it('is switched off so within an hour, however long the background is not stopped', async () => {
    const world = startWorld();
    world.browser.local.held.proxies = [
      { proxy: PROXY, name: null, profiles: [], failure: null, isNamed: false, at: world.clock.now() },
    ];
    const { port } = await world.chart(IDENTITIES.ana);
    world.proxy.state.profiles = [{ ...PROFILE, version: 2, enabled: false }];
    world.clock.advance(3_600_000);
    await vi.waitFor(() => expect(port.last('rules')).toEqual({ type: 'rules', rules: null }));
  });
});

describe('profiles', () => {
  it('that do not parse are not kept, and say which field and why', async () => {
    const world = startWorld();
    const given = { ...PROFILE, id: 'mine', match: ['*://*/*'] };
    const answer = await world.ask(world.surface(), 'profiles.add', { profile: given });
    expect(answer.value).toMatchObject({ id: null, faults: [{ field: 'match[0]' }] });
    expect(world.browser.local.held.profiles).toBeUndefined();
  });

  it('of a proxy that is read again keep their place before those of one that was known later', async () => {
    const world = startWorld();
    const later = { proxy: 'https://later.example', name: null, failure: null, isNamed: true };
    const early = { proxy: PROXY, name: null, profiles: [], failure: null, isNamed: true, at: 0 };
    world.browser.local.held.proxies = [early, { ...later, profiles: [], at: world.clock.now() }];
    world.events.stored.fire({ proxies: {} }, 'local');
    await vi.waitFor(() => expect(world.background.registry.documents).toHaveLength(2));
    await world.ask(world.surface(), 'profiles.from', { proxy: PROXY });
    expect(world.background.registry.documents.map(({ proxy }) => proxy)).toEqual([PROXY, later.proxy]);
  });

  it('that were added by hand stay, and go', async () => {
    const world = startWorld();
    const surface = world.surface();
    const given = { ...PROFILE, id: 'mine', match: ['https://mine.example/*'] };
    await world.ask(surface, 'profiles.add', { profile: given });
    world.restart();
    await world.background.ready;
    expect(world.background.registry.site('mine')).toMatchObject({ source: 'own', isGranted: false });
    await world.ask(world.surface(), 'profiles.remove', { profileId: 'mine' });
    expect(world.background.registry.site('mine')).toBeNull();
  });

  it('that somebody else keeps in the storage are used as they come', async () => {
    const world = startWorld();
    await world.background.ready;
    world.browser.local.held.profiles = [{ ...PROFILE, id: 'given', match: ['https://given.example/*'] }];
    world.events.stored.fire({ profiles: {} }, 'local');
    await vi.waitFor(() => expect(world.background.registry.site('given')).toMatchObject({ source: 'own' }));
  });

  it('are read of no proxy that redirects, is none, or is asked for without https', async () => {
    const world = startWorld();
    const surface = world.surface();
    for (const [proxy, code] of [
      ['http://proxy.clinic.example', 'invalid'],
      ['https://user@proxy.clinic.example', 'invalid'],
      ['javascript:alert(1)', 'invalid'],
      ['https://nobody.example', 'network'],
    ]) {
      expect(await world.ask(surface, 'profiles.from', { proxy })).toMatchObject({ problem: { code } });
    }
  });
});

it('an address with another port is no page of a profile, though the browser’s own pattern would match it', async () => {
  const world = startWorld();
  const port = world.frame(7, 0, 'https://ehr.clinic.example:8443/app/chart');
  await vi.waitFor(() => expect(port.last('rules')).toEqual({ type: 'rules', rules: null }));
  port.say({
    type: 'facts',
    facts: chartFacts(IDENTITIES.ana),
    url: 'https://ehr.clinic.example:8443/app/chart',
  });
  expect(world.background.counters.refused).toEqual({ 'not-yours': 1 });
});

describe('with a policy that names a public key', () => {
  const listed = (world: ReturnType<typeof startWorld>) =>
    world.background.registry.judged.map(({ id, source, unused }) => `${source} ${id} ${unused}`);

  it('a profile of the proxy or of the user is used only if that key signed it', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const sign = (profile: object) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(profile)))
        .setProtectedHeader({ alg: 'ES256', typ: 'instrument-panel-profile+jws' })
        .sign(privateKey);
    const world = startWorld();
    world.browser.managed.held.profileKeys = [JSON.stringify(await exportJWK(publicKey))];
    world.events.stored.fire({ profileKeys: {} }, 'managed');
    const next = { ...PROFILE, version: 2, name: 'Signed' };
    world.proxy.state.profiles = [{ ...PROFILE, version: 3 }, await sign(next)];
    await world.ask(world.surface(), 'profiles.from', { proxy: PROXY });
    expect(listed(world)).toEqual(['package clinic older', 'proxy clinic faults', 'proxy clinic null']);
    expect(world.background.registry.site('clinic')?.profile).toMatchObject({ version: 2, name: 'Signed' });

    const own = { ...PROFILE, id: 'mine', match: ['https://mine.example/*'] };
    const surface = world.surface();
    expect(await world.ask(surface, 'profiles.add', { profile: own })).toMatchObject({
      value: { id: null, faults: [{ field: 'signature', fault: { code: 'unsigned' } }] },
    });
    expect(await world.ask(surface, 'profiles.add', { profile: await sign(own) })).toMatchObject({
      value: { id: 'mine', faults: [] },
    });
    world.restart();
    await world.background.ready;
    expect(world.background.registry.site('mine')).toMatchObject({ source: 'own' });
    await world.ask(world.surface(), 'profiles.remove', { profileId: 'mine' });
    expect(world.background.registry.site('mine')).toBeNull();
  });

  it('that is no list of keys, no profile comes in but its own and the package’s', async () => {
    const world = startWorld();
    world.browser.managed.held.profileKeys = 'a key';
    world.events.stored.fire({ profileKeys: {} }, 'managed');
    world.proxy.state.profiles = [{ ...PROFILE, version: 2 }];
    await world.ask(world.surface(), 'profiles.from', { proxy: PROXY });
    expect(listed(world)).toEqual(['package clinic null', 'proxy clinic faults']);
  });
});

it('a computer draws its seat once, and keeps it', async () => {
  const world = startWorld();
  await settled(world);
  expect(world.browser.local.held.seat).toBe(50);
  world.browser.local.held.seat = 7;
  world.restart();
  await settled(world);
  expect(world.browser.local.held.seat).toBe(7);
});
