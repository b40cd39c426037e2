import { describe, expect, it, vi } from 'vitest';
import { patientsPage } from '../../shared/caseload/pages.fixture.ts';
import { EXTENSION_ID, FakePort } from './browser.fixture.ts';
import { ANA, EVA, PROFESSIONAL, PROXY } from './proxy.fixture.ts';
import { chartFacts, EHR, IDENTITIES, startWorld } from './world.fixture.ts';

const statusOf = (port: FakePort) => port.last('tab')?.status as Record<string, unknown> | undefined;

/** A side panel that looks at the tab of a chart. */
async function beside(world: ReturnType<typeof startWorld>, tabId = 7) {
  const port = world.surface('/sidepanel.html');
  port.say({ type: 'show', at: { tabId } });
  await vi.waitFor(() => expect(statusOf(port)).toBeDefined());
  return port;
}

describe('a page of the extension', () => {
  it('is told the site, the sign-in, whose chart it is and what each frame says, and again when that changes', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    expect(statusOf(side)).toMatchObject({
      tabId: 7,
      origin: EHR,
      site: { profileId: 'clinic', proxy: PROXY, isEnabled: true, isGranted: true },
      context: { state: 'known', epoch, identity: { name: 'Ana Lima' } },
      frames: [{ frameId: 0, mounts: true, facts: { type: 'chart' } }],
    });
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.eva, 2), url: `${EHR}/app/chart` });
    await vi.waitFor(() => expect(statusOf(side)).toMatchObject({ context: { state: 'settling' } }));
    expect(JSON.stringify(statusOf(side))).not.toContain('Ana Lima');
  });

  it('is none where a script in a page of the web calls itself one', async () => {
    const world = startWorld();
    const url = `${EHR}/app/chart`;
    for (const sender of [
      { id: EXTENSION_ID, url, origin: EHR, tab: { id: 7 }, frameId: 0 },
      { id: 'b'.repeat(32), url: `chrome-extension://${'b'.repeat(32)}/popup.html` },
      { id: EXTENSION_ID, url: `chrome-extension://${EXTENSION_ID}.evil.example/popup.html` },
      { id: EXTENSION_ID },
    ]) {
      const port = new FakePort('surface', sender);
      world.events.connect.fire(port.port);
      port.say({ type: 'show', at: { tabId: 7 } });
      expect([port.isOpen, port.heard]).toEqual([false, []]);
    }
    expect(world.background.counters.refused).toEqual({ sender: 4 });
  });

  it('asks of the patient whom it showed, and gets nothing of the next', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    expect(await world.ask(side, 'history.read', {}, epoch)).toMatchObject({
      value: { submissions: [{ patientId: ANA }], applications: [{ patientId: ANA }] },
    });
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.eva, 2), url: `${EHR}/app/chart` });
    world.clock.advance(400);
    expect(await world.ask(side, 'history.read', {}, epoch)).toMatchObject({ problem: { code: 'stale' } });
    expect(await world.ask(side, 'history.read', {})).toMatchObject({ problem: { code: 'stale' } });
  });

  it('sends no case text that names the patient, and none as if the tab had no patient', async () => {
    const world = startWorld();
    const { epoch } = await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    const caseText = 'Lima has slept badly since 2 January 1990.';
    expect(await world.ask(side, 'recommend.ask', { caseText }, epoch)).toMatchObject({
      value: { state: 'identifies', found: expect.arrayContaining(['name']) },
    });
    expect(await world.ask(side, 'recommend.ask', { caseText })).toMatchObject({
      problem: { code: 'stale' },
    });
    expect(world.proxy.writes()).toEqual([]);
  });

  it('registers nobody whom the page contradicts', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    const asking = world.ask(side, 'patient.register', { name: 'Eva Reis', email: 'eva@x.example' }, epoch);
    const asked = await vi.waitFor(() => port.last('reread') ?? Promise.reject(new Error('not yet')));
    port.say({ type: 'reread', id: asked.id, facts: chartFacts(IDENTITIES.ana) });
    expect(await asking).toMatchObject({ problem: { code: 'disagrees' } });
    expect(world.proxy.to('/patients/register')).toEqual([]);
  });

  it('is shown the patients who are like an unlinked one, and nobody is linked by that', async () => {
    const world = startWorld();
    const { epoch } = await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    const before = world.proxy.to('/patients/resolve').length;
    world.proxy.state.linked.delete('MRN-1');
    world.proxy.state.linked.set('MRN-9', ANA);
    expect(await world.ask(side, 'patient.alike', {}, epoch)).toMatchObject({
      value: {
        isLinked: false,
        patients: [{ patientId: ANA, name: 'Ana Lima', hasNumber: true }],
        unreadable: 0,
      },
    });
    world.proxy.state.linked.set('MRN-1', EVA);
    expect(await world.ask(side, 'patient.alike', {}, epoch)).toMatchObject({
      value: { isLinked: true, patients: [] },
    });
    expect(world.proxy.to('/patients/resolve')).toHaveLength(before);
  });

  it('is told who is signed in, and until when; nothing of that after the sign-out', async () => {
    const world = startWorld();
    const surface = world.surface();
    await world.ask(surface, 'sign.in', { proxy: PROXY });
    const list = async () => (await world.ask(surface, 'profiles.list')).value;
    // The fake proxy's tokens last 600 seconds.
    const until = world.clock.now() + 600_000;
    expect(await list()).toMatchObject({ proxies: [{ proxy: PROXY, who: 'Bia Reis', until }] });
    world.restart();
    const again = world.surface();
    expect((await world.ask(again, 'profiles.list')).value).toMatchObject({
      proxies: [{ who: 'Bia Reis', until }],
    });
    await world.ask(again, 'sign.out', { proxy: PROXY });
    expect((await world.ask(again, 'profiles.list')).value).toMatchObject({
      proxies: [{ signIn: 'signed-out', who: null, until: null }],
    });
  });

  it('is told at once which language was chosen, and so are the frames', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    expect(statusOf(side)).toMatchObject({ language: 'auto' });
    expect(port.last('rules')?.rules).not.toHaveProperty('language');
    await world.ask(world.surface('/options.html'), 'language.set', { language: 'pt-BR' });
    await vi.waitFor(() => expect(statusOf(side)).toMatchObject({ language: 'pt-BR' }));
    expect(port.last('rules')).toMatchObject({ rules: { profileId: 'clinic', language: 'pt-BR' } });
  });

  it('gives diagnostics without a patient, an address of a page or a token', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    const { value } = await world.ask(world.surface(), 'diagnostics.read');
    expect(value).toMatchObject({
      version: '1.2.3',
      profiles: [{ id: 'clinic', isGranted: true }],
      proxies: [{ origin: PROXY, signIn: 'signed-in' }],
      registered: ['site'],
      tabs: 1,
      frames: 1,
    });
    expect(JSON.stringify(value)).not.toMatch(/Ana|Lima|MRN|aaaaaaaa|\.sig|app\/chart/);
  });
});

describe('the list of all patients', () => {
  /** A side panel beside a page without a patient, and a proxy that has a list. */
  async function beList() {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    world.proxy.state.instead = ({ path }) =>
      path.startsWith('/caseload/patients')
        ? world.proxy.json(patientsPage([{ serviceId: ANA, name: 'Ana' }]))
        : path === '/caseload/seen'
          ? world.proxy.json({ seenAt: '2026-11-20T12:00:00Z' })
          : null;
    const leave = () =>
      port.say({
        type: 'facts',
        facts: { version: 2, type: 'none', page: null, found: [], gaps: [], place: null },
        url: `${EHR}/app/home`,
      });
    return { world, side, epoch, leave };
  }

  it('is given with whose it is, and seen by that person alone', async () => {
    const { world, side } = await beList();
    expect(await world.ask(side, 'caseload.patients')).toMatchObject({
      value: { professionalId: PROFESSIONAL, reply: { data: { name: ['Ana'] } } },
    });
    const seenAt = '2026-11-20T12:00:00.000Z';
    expect(await world.ask(side, 'caseload.seen', { professionalId: ANA, seenAt })).toMatchObject({
      problem: { code: 'stale' },
    });
    expect(world.proxy.to('/caseload/seen')).toEqual([]);
    await world.ask(side, 'caseload.seen', { professionalId: PROFESSIONAL, seenAt });
    expect(world.proxy.to('/caseload/seen')).toMatchObject([
      { method: 'POST', body: { professionalId: PROFESSIONAL, seenAt } },
    ]);
  });

  it('is nothing that a page of the web can ask for', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    for (const [intent, input] of [
      ['caseload.patients', {}],
      ['listed.chart', { patientId: ANA }],
    ] as const)
      expect(await world.ask(port, intent, input, epoch)).toMatchObject({ problem: { code: 'invalid' } });
    expect(world.proxy.to('/caseload')).toEqual([]);
  });

  it('gives the chart of one of them where the page has no patient, and of nobody beside the page’s', async () => {
    const { world, side, leave } = await beList();
    expect(await world.ask(side, 'listed.chart', { patientId: ANA })).toMatchObject({
      problem: { code: 'stale' },
    });
    leave();
    await vi.waitFor(() => expect(statusOf(side)).toMatchObject({ context: { state: 'none' } }));
    expect(await world.ask(side, 'listed.chart', { patientId: ANA })).toMatchObject({
      value: { patient: { serviceId: ANA }, agreed: [] },
    });
    world.proxy.state.instead = ({ path }) =>
      path.endsWith(`/patients/${ANA}`) ? world.proxy.json({ serviceId: EVA, name: 'Eva' }) : null;
    expect(await world.ask(side, 'listed.chart', { patientId: ANA, isAnew: true })).toMatchObject({
      problem: { code: 'mismatch' },
    });
  });
});

describe('risk flags', () => {
  const SEEN = '2026-11-19T12:00:00Z';
  const flag = (id: number, at: number) => ({
    id,
    at,
    patient: ANA,
    flags: 1,
    answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM' }],
  });
  const badge = (world: ReturnType<typeof startWorld>) => world.browser.badges.get(7);

  it('of latest answers are counted from when the list was seen, and counting moves nothing', async () => {
    const world = startWorld();
    Object.assign(world.proxy.state, {
      seenAt: SEEN,
      caseload: [flag(1, Date.parse(SEEN) + 1), { ...flag(2, Date.parse(SEEN)), patient: EVA }],
    });
    await world.chart(IDENTITIES.ana);
    await world.ask(await beside(world), 'library.read');
    await vi.waitFor(() =>
      expect(badge(world)).toMatchObject({
        text: '1!',
        title: 'instrument-panel: 1 risk flag you have not seen',
      }),
    );
    expect(world.proxy.to('/caseload/seen')).toEqual([]);
    expect(JSON.stringify(world.browser.session.held)).not.toMatch(/SUICIDE|aaaaaaaa/);
  });

  it('are counted no more once the list was seen', async () => {
    const world = startWorld();
    world.proxy.state.caseload = [flag(1, Date.parse(SEEN))];
    await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    await world.ask(side, 'library.read');
    await vi.waitFor(() => expect(badge(world)).toMatchObject({ text: '1!' }));
    const seenAt = '2026-11-20T12:00:00.000Z';
    await world.ask(side, 'caseload.seen', { professionalId: PROFESSIONAL, seenAt });
    await vi.waitFor(() => expect(badge(world)).toMatchObject({ text: '' }));
  });

  it('are counted again by what is new, and by what was seen on another machine', async () => {
    const world = startWorld();
    Object.assign(world.proxy.state, { seenAt: SEEN, caseload: [flag(1, Date.parse(SEEN) + 1)] });
    await world.chart(IDENTITIES.ana);
    const side = await beside(world);
    await world.ask(side, 'library.read');
    await vi.waitFor(() => expect(badge(world)).toMatchObject({ text: '1!' }));
    const lists = () =>
      ['patients', 'applications', 'submissions'].map((one) => world.proxy.to(`/caseload/${one}`).length);
    const before = lists();
    world.proxy.state.seenAt = '2026-11-20T12:00:00Z';
    world.clock.advance(600_001);
    await world.ask(world.surface(), 'badge.seen', { profileId: 'clinic' });
    await vi.waitFor(() => expect(badge(world)).toMatchObject({ text: '' }));
    await vi.waitFor(() => expect(lists()).toEqual(before.map((count) => count + 1)));
  });

  it('are unknown, and not none, where the list or the risk of an answer could not be read', async () => {
    for (const caseload of [[], [{ ...flag(1, Date.parse(SEEN)), flags: null, answers: [] }]]) {
      const world = startWorld();
      world.proxy.state.caseload = caseload;
      world.proxy.state.instead = ({ path }) =>
        caseload.length === 0 && path.startsWith('/caseload/submissions')
          ? world.proxy.refused(500, 'INTERNAL')
          : null;
      await world.chart(IDENTITIES.ana);
      await world.ask(await beside(world), 'library.read');
      await vi.waitFor(() => expect(world.proxy.to('/caseload/submissions')).not.toEqual([]));
      expect(badge(world)).toMatchObject({ text: '?', title: expect.stringContaining('not known yet') });
    }
  });
});

describe('what is new', () => {
  const hint = (submissionId: number) => ({ kind: 'SUBMISSION_ANSWERED', submissionId, patientId: ANA });

  it('is counted once, on the badge in figures and in words, until somebody looks', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    const service = world.background.services.present(PROXY);
    if (!service) throw new Error('nobody is signed in');
    for (const id of [41, 41, 42]) await world.background.news.hear('clinic', hint(id), service);
    // Whether there are flags that were not seen is known a moment later.
    await vi.waitFor(() =>
      expect(world.browser.badges.get(7)).toMatchObject({
        text: '2',
        title: expect.stringContaining('2 new answers'),
      }),
    );
    world.proxy.state.hasHighRisk = true;
    await world.background.news.hear('clinic', hint(43), service);
    await vi.waitFor(() =>
      expect(world.browser.badges.get(7)).toMatchObject({
        text: '1!',
        title: expect.stringContaining('3 new answers, 1 high risk'),
      }),
    );
    expect(JSON.stringify(world.browser.session.held['news:clinic'])).not.toMatch(/Ana|aaaaaaaa/);
    world.restart();
    await world.background.ready;
    expect(world.background.news.countsOf('clinic')).toEqual({ answers: 3, risks: 1 });
    const surface = world.surface();
    expect(await world.ask(surface, 'news.read', { profileId: 'clinic' })).toMatchObject({
      value: {
        items: [
          { submissionId: 43, patientName: 'Ana Lima', risk: 'high' },
          { submissionId: 42 },
          { submissionId: 41 },
        ],
      },
    });
    await world.ask(surface, 'badge.seen', { profileId: 'clinic' });
    expect(world.background.news.countsOf('clinic')).toEqual({ answers: 0, risks: 0 });
  });
});
