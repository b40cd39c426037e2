import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { INTENTS } from '../intents/intents.ts';
import type { FrameFacts } from '../site/facts.ts';
import type { FakePort } from './browser.fixture.ts';
import { ANA, EVA, FORM, PROFESSIONAL } from './proxy.fixture.ts';
import { chartFacts, EHR, epochOf, IDENTITIES, startWorld } from './world.fixture.ts';

const refusalOf = (message: Record<string, unknown>) =>
  message.problem as { code: string; isOutcomeUnknown: boolean };

describe('a frame of a site', () => {
  it('is told the rules of its page, and a page of no profile that it is not ours', async () => {
    const world = startWorld();
    const chart = world.frame(1, 0, `${EHR}/app/chart`);
    const login = world.frame(2, 0, `${EHR}/login`);
    const ad = world.frame(1, 5, 'https://ads.example/banner');
    const child = world.frame(1, 6, 'https://frames.clinic.example/header');
    const rules = async (port: FakePort) => (await vi.waitFor(() => expectLast(port, 'rules'))).rules;
    expect(await rules(chart)).toMatchObject({ profileId: 'clinic', top: `${EHR}/app/chart` });
    expect(await rules(login)).toBeNull();
    expect(await rules(ad)).toBeNull();
    expect(await rules(child)).toMatchObject({ profileId: 'clinic' });
  });

  it.each<[string, object]>([
    ['another extension', { id: 'b'.repeat(32) }],
    ['a document with a borrowed address', { origin: 'null' }],
    ['no tab', { tab: undefined }],
    ['no frame', { frameId: undefined }],
    // What Chromium prepares before somebody goes there has a frame id of the tab that may show it.
    ['a page that is not shown yet', { frameId: 12, documentLifecycle: 'prerender' }],
  ])('rejects a frame from %s', async (_, more) => {
    const world = startWorld();
    const port = world.frame(1, 0, `${EHR}/app/chart`, more);
    await vi.waitFor(() => expect(port.isOpen).toBe(false));
    expect(port.heard).toEqual([]);
    expect(world.background.counters.refused).toEqual({ sender: 1 });
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'facts'],
    ['an unknown kind', { type: 'steal' }],
    ['facts of another shape', { type: 'facts', url: `${EHR}/app/chart`, facts: { type: 'chart' } }],
    [
      'an address of another origin',
      { type: 'facts', url: 'https://evil.example/', facts: chartFacts(IDENTITIES.eva) },
    ],
    [
      'facts without end',
      { type: 'facts', url: `${EHR}/app/chart`, facts: chartFacts(Array(50).fill(IDENTITIES.ana[0])) },
    ],
  ])('that says %s is refused and counted, and nobody is known by it any more', async (_, message) => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    port.say(message);
    expect(Object.values(world.background.counters.refused)).toEqual([1]);
    expect(world.background.tabs.get(7)?.context).toEqual({ state: 'none' });
  });

  it('is given the code of the panels once it shows a chart, and not before', async () => {
    const world = startWorld();
    const port = world.frame(7, 0, `${EHR}/app/chart`);
    await vi.waitFor(() => expectLast(port, 'rules'));
    port.say({ type: 'load' });
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: `${EHR}/app/chart` });
    port.say({ type: 'load' });
    const loaded = world.browser.executed.filter(({ file }) => file === 'panel.js');
    expect(loaded).toMatchObject([{ tabId: 7, frameIds: [0], file: 'panel.js' }]);
  });

  it('that would show the panel is told once that the patient is being found out, and once that it is over', async () => {
    const world = startWorld();
    const port = world.frame(7, 0, `${EHR}/app/chart`);
    const header = world.frame(7, 1, 'https://frames.clinic.example/header');
    await vi.waitFor(() => expectLast(port, 'rules'));
    await vi.waitFor(() => expectLast(header, 'rules'));
    const said = (of: FakePort) =>
      of.heard.flatMap((one) => (one.type === 'waiting' ? [(one as { isWaiting?: unknown }).isWaiting] : []));
    const named = { ...chartFacts(IDENTITIES.ana), place: null };
    header.say({ type: 'facts', facts: named, url: 'https://frames.clinic.example/header' });
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: `${EHR}/app/chart` });
    expect(said(port)).toEqual([true]);
    world.clock.advance(400);
    await epochOf(port);
    expect(said(port)).toEqual([true, false]);
    expect(said(header)).toEqual([]);
  });

  it('that comes while it settles is waited for: it may be about to name somebody else', async () => {
    const world = startWorld();
    const port = world.frame(7, 0, `${EHR}/app/chart`);
    await vi.waitFor(() => expectLast(port, 'rules'));
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: `${EHR}/app/chart` });
    const states = () => world.background.tabs.get(7)?.context.state;
    world.clock.advance(250);
    const header = world.frame(7, 3, 'https://frames.clinic.example/header');
    await vi.waitFor(() => expectLast(header, 'rules'));
    world.clock.advance(250);
    expect(states()).toBe('settling');
    const facts = { ...chartFacts(IDENTITIES.eva), place: null };
    header.say({ type: 'facts', facts, url: 'https://frames.clinic.example/header' });
    expect(states()).toBe('unclear');
    header.close();
    world.clock.advance(250);
    // A frame that is not the site's is not waited for.
    const ad = world.frame(7, 5, 'https://ads.example/banner');
    await vi.waitFor(() => expectLast(ad, 'rules'));
    world.clock.advance(60);
    expect(states()).toBe('known');
  });

  it('that does not show the panel is never told who the patient is', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    const header = world.frame(7, 3, 'https://frames.clinic.example/header');
    await vi.waitFor(() => expectLast(header, 'rules'));
    const facts = { ...chartFacts(IDENTITIES.ana), place: null };
    header.say({ type: 'facts', facts, url: 'https://frames.clinic.example/header' });
    await vi.waitFor(() => expectLast(header, 'context'));
    expect(JSON.stringify(header.heard)).not.toContain('Ana');
    expect(port.last('context')).toMatchObject({ mounts: true, context: { state: 'known' } });
  });

  it('at whose places the panel stands badly gives it to another frame; where there is none, the badge says so', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const bad = { at: null, refused: [{ place: 0, fault: { why: 'narrow', measure: 14 } }] };
    expect(world.browser.badges.get(7)?.title).not.toContain('no room');
    port.say({ type: 'places', report: bad });
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '?' }));
    expect(world.browser.badges.get(7)?.title).toContain('no room for the panel');
    const popup = world.surface();
    popup.say({ type: 'show', at: { tabId: 7 } });
    await vi.waitFor(() =>
      expect(popup.last('tab')).toMatchObject({ status: { frames: [{ mounts: true, places: bad }] } }),
    );
    const notes = world.frame(7, 3, 'https://frames.clinic.example/notes');
    await vi.waitFor(() => expectLast(notes, 'rules'));
    notes.say({
      type: 'facts',
      facts: chartFacts(IDENTITIES.ana),
      url: 'https://frames.clinic.example/notes',
    });
    expect(notes.last('context')).toMatchObject({ mounts: true, context: { state: 'known', epoch } });
    expect(port.last('context')).toMatchObject({ mounts: false });
    await vi.waitFor(() => expect(world.browser.badges.get(7)?.title).not.toContain('no room'));
    notes.say({ type: 'places', report: { at: 1, refused: bad.refused } });
    expect(notes.last('context')).toMatchObject({ mounts: true });
    // The next patient's page may have room.
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.eva), url: `${EHR}/app/chart` });
    notes.say({
      type: 'facts',
      facts: chartFacts(IDENTITIES.eva),
      url: 'https://frames.clinic.example/notes',
    });
    await vi.waitFor(() => expect(port.last('context')).toMatchObject({ mounts: true }));
  });

  it.each<[string, unknown]>([
    ['that are none', { at: 0 }],
    [
      'with what nobody can measure',
      { at: null, refused: [{ place: 0, fault: { why: 'narrow', measure: 1e12 } }] },
    ],
    [
      'with a text of the page',
      { at: null, refused: [{ place: 0, fault: { why: 'Ana Lima', measure: 1 } }] },
    ],
  ])('is refused that tells of places %s', async (_, report) => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    port.say({ type: 'places', report });
    expect(world.background.counters.refused).toEqual({ malformed: 1 });
  });

  it('blanks at once when another frame names somebody else', async () => {
    const world = startWorld();
    const { port } = await world.chart(IDENTITIES.ana);
    const header = world.frame(7, 3, 'https://frames.clinic.example/header');
    await vi.waitFor(() => expectLast(header, 'rules'));
    header.say({
      type: 'facts',
      facts: chartFacts(IDENTITIES.eva),
      url: 'https://frames.clinic.example/header',
    });
    expect(port.last('context')).toMatchObject({ context: { state: 'unclear' } });
  });
});

describe('what a panel asks', () => {
  it('is answered of the patient of the context, whatever it says itself', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const answer = await world.ask(port, 'chart.read', {}, epoch);
    expect(answer).toMatchObject({
      type: 'answer',
      value: {
        patient: { serviceId: ANA, name: 'Ana Lima' },
        professionalId: PROFESSIONAL,
        agreed: ['name', 'birthday'],
        courses: [{ formId: FORM, failure: null, submissions: [{ id: 11 }] }],
      },
    });
    expect(await world.ask(port, 'chart.read', { patientId: EVA }, epoch)).toMatchObject({
      problem: { code: 'invalid' },
    });
    expect(JSON.stringify(world.proxy.asked)).not.toContain(EVA);
  });

  it('is remembered for a moment, and read again where somebody asks for that', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    // The list of all patients is read beside it, for the badge, and whenever it comes.
    const asked = () => world.proxy.asked.filter(({ path }) => path.includes(ANA)).length;
    await world.ask(port, 'chart.read', {}, epoch);
    const once = asked();
    expect(once).toBeGreaterThan(0);
    await world.ask(port, 'chart.read', {}, epoch);
    expect(asked()).toBe(once);
    await world.ask(port, 'chart.read', { isAnew: true }, epoch);
    expect(asked()).toBeGreaterThan(once);
  });

  it('is dated by the service’s clock, which may lie years from that of the workstation', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const generatedAt = '2031-05-04T09:00:00Z';
    world.proxy.state.instead = ({ path }) =>
      path.includes('score-graph')
        ? world.proxy.json({ formTemplateId: FORM, patientId: ANA, generatedAt, series: [] })
        : null;
    const { value } = (await world.ask(port, 'chart.read', {}, epoch)) as { value: { at: number } };
    expect(Math.abs(value.at - Date.parse(generatedAt))).toBeLessThan(60_000);
  });

  it('says which course could not be read, and gives the others', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    world.proxy.state.instead = ({ path }) =>
      path.includes('score-graph') ? world.proxy.refused(403, 'FORBIDDEN') : null;
    const answer = await world.ask(port, 'chart.read', {}, epoch);
    expect(answer).toMatchObject({ value: { courses: [{ graph: null, failure: 'forbidden' }] } });
  });

  it('has a course for an instrument of which only a row is known that could not be read, with its flag', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const other = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f09';
    const lost = { id: null, patientId: ANA, formTemplateId: other, status: 'ANSWERED', riskFlagCount: 1 };
    world.proxy.state.instead = ({ path }) =>
      path.includes('/forms/submissions') ? world.proxy.json(path.includes('offset=0') ? [lost] : []) : null;
    const answer = await world.ask(port, 'chart.read', {}, epoch);
    expect(answer).toMatchObject({
      value: {
        courses: [{ formId: FORM }, { formId: other, submissions: [] }],
        lost: [{ riskFlagCount: 1 }],
      },
    });
  });

  it('is refused whole where any part of the reply is about somebody else', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    for (const part of ['/forms/applications', '/forms/submissions', 'score-graph', `/patients/${ANA}`]) {
      world.proxy.state.instead = ({ path, method }) =>
        method === 'GET' && path.split('?')[0]?.endsWith(part)
          ? world.proxy.json(
              part === 'score-graph'
                ? { formTemplateId: FORM, patientId: EVA, series: [] }
                : part.startsWith('/patients')
                  ? { serviceId: EVA, name: 'Ana Lima' }
                  : [
                      world.proxy.submissionOf(EVA, {
                        recurrenceCycle: 'WEEKLY',
                        status: part.endsWith('applications') ? 'FINISHED' : 'ANSWERED',
                      }),
                    ],
            )
          : null;
      world.background.services.clear();
      const answer = await world.ask(port, 'chart.read', {}, epoch);
      expect([part, refusalOf(answer).code]).toEqual([part, 'mismatch']);
      expect(JSON.stringify(answer)).not.toContain(EVA);
    }
  });

  it.each<[string, string, unknown]>([
    ['an intent that does not exist', 'token.read', {}],
    ['one of the extension’s own pages', 'sign.out', { proxy: 'https://proxy.clinic.example' }],
    ['one named like a method', 'toString', {}],
    ['one that links', 'patient.link', { name: 'Ana' }],
  ])('is refused for %s', async (_, intent, input) => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    expect(await world.ask(port, intent, input, epoch)).toMatchObject({ problem: { code: 'invalid' } });
    expect(world.background.counters.refused).toEqual({ 'unknown-intent': 1 });
    expect(world.proxy.to('/patients')).toEqual([]);
  });

  it.each(['tab', 'professional', 'extension'])(
    'is refused for an intent about the %s that no handler for panels exists for',
    async (about) => {
      const unhandled = { ...INTENTS['context.confirm'], about };
      Object.assign(INTENTS, { 'test.unhandled': unhandled });
      onTestFinished(() => void Reflect.deleteProperty(INTENTS, 'test.unhandled'));
      const world = startWorld();
      const { port, epoch } = await world.chart(IDENTITIES.ana);
      for (const input of [{}, { unchecked: true }]) {
        const answer = await world.ask(port, 'test.unhandled', input, epoch);
        expect(answer).toMatchObject({ type: 'refusal', problem: { code: 'invalid' } });
      }
      expect(world.background.counters.refused).toEqual({ 'unknown-intent': 2 });
    },
  );

  it.each([
    ['context.confirm', { patientId: EVA }],
    ['side.open', { at: 'elsewhere' }],
    ['side.open', { at: 'overview', tabId: 8 }],
  ])('is refused for %s with an input that its schema does not allow', async (intent, input) => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    expect(await world.ask(port, intent, input, epoch)).toMatchObject({ problem: { code: 'invalid' } });
    expect(world.background.counters.refused).toEqual({ 'invalid-input': 1 });
    expect(world.browser.opened).toEqual([]);
  });

  it('is refused from a frame that does not show the panel', async () => {
    const world = startWorld();
    const { epoch } = await world.chart(IDENTITIES.ana);
    const header = world.frame(7, 3, 'https://frames.clinic.example/header');
    await vi.waitFor(() => expectLast(header, 'rules'));
    header.say({
      type: 'facts',
      facts: { ...chartFacts(IDENTITIES.ana), place: null },
      url: 'https://frames.clinic.example/header',
    });
    expect(await world.ask(header, 'chart.read', {}, epoch)).toMatchObject({ problem: { code: 'stale' } });
    expect(world.background.counters.refused).toEqual({ 'not-yours': 1 });
  });

  it('is refused as stale once the page shows another patient, and a late answer is dropped', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const held = Promise.withResolvers<void>();
    world.proxy.state.instead = async ({ path }) => {
      if (path.includes('score-graph')) await held.promise;
      return null as unknown as Response;
    };
    const asking = world.ask(port, 'chart.read', {}, epoch);
    await vi.waitFor(() =>
      expect(world.proxy.asked.some(({ path }) => path.includes('score-graph'))).toBe(true),
    );
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.eva, 2), url: `${EHR}/app/chart` });
    expect(await asking).toMatchObject({ type: 'refusal', problem: { code: 'stale' } });
    held.resolve();
    world.clock.advance(400);
    expect(await epochOf(port)).not.toBe(epoch);
    expect(port.of('answer')).toEqual([]);
    expect(await world.ask(port, 'chart.read', {}, epoch)).toMatchObject({ problem: { code: 'stale' } });
  });

  it('is refused as busy beyond 64 questions at once', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    world.proxy.state.instead = () => new Promise<Response>(() => {});
    for (let id = 1; id <= 70; id++) port.say({ type: 'ask', id, epoch, intent: 'chart.read', input: {} });
    await vi.waitFor(() => expect(port.of('refusal')).toHaveLength(6));
    expect(port.of('refusal').map((message) => refusalOf(message).code)).toEqual(Array(6).fill('busy'));
  });

  it('opens the side panel for a list at the sign-in, and at nothing of a patient’s', async () => {
    const world = startWorld({ isSignedIn: false });
    const port = world.frame(7, 0, `${EHR}/app/list`);
    await vi.waitFor(() => expect(port.last('rules')).toBeDefined());
    const list: FrameFacts = { version: 1, type: 'list', page: 1, found: [], gaps: [], place: null };
    port.say({ type: 'facts', facts: list, url: `${EHR}/app/list` });
    expect(await world.ask(port, 'side.open', { at: 'sign-in' }, null)).toMatchObject({ type: 'answer' });
    expect(world.browser.opened).toEqual([7]);
    const refused = await world.ask(port, 'side.open', { at: 'overview' }, null);
    expect(refusalOf(refused).code).toBe('invalid');
    const other = world.frame(8, 0, `${EHR}/app/nothing`);
    await vi.waitFor(() => expect(other.last('rules')).toBeDefined());
    other.say({ type: 'facts', facts: { ...list, type: 'none', page: null }, url: `${EHR}/app/nothing` });
    expect(refusalOf(await world.ask(other, 'side.open', { at: 'sign-in' }, null)).code).toBe('stale');
    expect(world.browser.opened).toEqual([7]);
  });

  it('opens the side panel at a place', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'side.open', { at: 'overview' }, epoch);
    expect(world.browser.opened).toEqual([7]);
    const side = world.surface('/sidepanel.html');
    side.say({ type: 'show', at: { tabId: 7 } });
    await vi.waitFor(() => expect(side.last('go')).toEqual({ type: 'go', at: 'overview' }));
  });
});

function expectLast(port: FakePort, type: string): Record<string, unknown> {
  const message = port.last(type);
  if (!message) throw new Error(`no ${type} yet`);
  return message;
}
