import { describe, expect, it, vi } from 'vitest';
import type { FakePort } from './browser.fixture.ts';
import { ANA, EVA, FORM, PROFESSIONAL, PROXY } from './proxy.fixture.ts';
import { type LastCharts as Charts, LastCharts } from './service/last-charts.ts';
import { type BackgroundWorld, chartFacts, EHR, epochOf, IDENTITIES, startWorld } from './world.fixture.ts';

/** The page goes to another patient, or says whom it shows in other words. */
async function goTo(
  world: BackgroundWorld,
  port: FakePort,
  identifiers: Parameters<typeof chartFacts>[0],
): Promise<string> {
  const before = port.of('context').length;
  version += 1;
  port.say({ type: 'facts', facts: chartFacts(identifiers, version), url: `${EHR}/app/chart` });
  world.clock.advance(400);
  await vi.waitFor(() => expect(port.of('context').length).toBeGreaterThan(before));
  return epochOf(port);
}
let version = 1;

interface Recalled {
  readonly patient: { readonly serviceId: string };
  readonly agreed: readonly string[];
}
const recall = async (world: BackgroundWorld, port: FakePort, epoch: string): Promise<Recalled | null> => {
  const answer = await world.ask(port, 'chart.recall', {}, epoch);
  expect(answer.type, JSON.stringify(answer)).toBe('answer');
  return (answer as unknown as { value: Recalled | null }).value;
};

/** Ana's chart was read, and the page has gone on to Eva's. */
async function startWithAna() {
  const world = startWorld();
  const { port, epoch } = await world.chart(IDENTITIES.ana);
  expect(await recall(world, port, epoch)).toBeNull();
  expect(await world.ask(port, 'chart.read', {}, epoch)).toMatchObject({ type: 'answer' });
  const ofEva = await goTo(world, port, IDENTITIES.eva);
  return { world, port, ofEva, back: () => goTo(world, port, IDENTITIES.ana) };
}

describe('the last chart of a patient', () => {
  it('is there when the tab comes back to the patient, and is nobody else’s', async () => {
    const { world, port, ofEva, back } = await startWithAna();
    expect(await recall(world, port, ofEva)).toBeNull();
    await world.ask(port, 'chart.read', {}, ofEva);
    expect((await recall(world, port, ofEva))?.patient.serviceId).toBe(EVA);
    const epoch = await back();
    const { patient, agreed } = (await recall(world, port, epoch)) ?? {};
    expect([patient?.serviceId, agreed]).toEqual([ANA, ['name', 'birthday']]);
  });

  it('is asked for by whom the proxy finds, and not by the record number that the page shows', async () => {
    const { world, port, back } = await startWithAna();
    // The same number is another person's by now.
    world.proxy.state.linked.set('MRN-1', EVA);
    world.clock.advance(60_000);
    const epoch = await back();
    const answer = await world.ask(port, 'chart.recall', {}, epoch);
    expect(answer).toMatchObject({ type: 'refusal', problem: { code: 'disagrees' } });
  });

  it('is not there where the page names nothing but the name beside the number', async () => {
    const { world, port } = await startWithAna();
    const epoch = await goTo(world, port, IDENTITIES.ana.slice(0, 2));
    expect(await recall(world, port, epoch)).toBeNull();
  });

  it('is refused to an epoch that is over, also if that ends while the patient is being found', async () => {
    const { world, port, back } = await startWithAna();
    const epoch = await back();
    const held = Promise.withResolvers<void>();
    world.clock.advance(60_000);
    world.proxy.state.instead = async ({ path }) => {
      if (path.includes('resolve')) await held.promise;
      return null as unknown as Response;
    };
    const asking = world.ask(port, 'chart.recall', {}, epoch);
    await goTo(world, port, IDENTITIES.eva);
    expect(await asking).toMatchObject({ type: 'refusal', problem: { code: 'stale' } });
    held.resolve();
    expect(await world.ask(port, 'chart.recall', {}, epoch)).toMatchObject({ problem: { code: 'stale' } });
    expect(
      port.of('answer').every(({ value }) => JSON.stringify(value ?? null).includes(EVA) === false),
    ).toBe(true);
  });

  it('is not there for a page of the extension’s own', async () => {
    const { world, ofEva } = await startWithAna();
    const side = world.surface('/sidepanel.html');
    side.say({ type: 'show', at: { tabId: 7 } });
    expect(await world.ask(side, 'chart.recall', {}, ofEva)).toMatchObject({
      problem: { code: 'invalid' },
    });
  });

  it('is not there in another tab', async () => {
    const { world } = await startWithAna();
    const { port, epoch } = await world.chart(IDENTITIES.ana, 8);
    expect(await recall(world, port, epoch)).toBeNull();
  });

  it.each<[string, (world: BackgroundWorld, port: FakePort) => unknown]>([
    ['the worker has ended and begun again', (world) => world.restart()],
    ['ten minutes have passed', (world) => world.clock.advance(600_000)],
    [
      'an answer of the patient has come',
      (world) => world.background.heardEvent(PROXY, { kind: 'SUBMISSION_ANSWERED', patientId: ANA }),
    ],
    [
      'an answer of nobody knows whom has come',
      (world) => world.background.heardEvent(PROXY, { kind: 'SUBMISSION_ANSWERED' }),
    ],
    ['the events of a time were missed', (world) => world.background.heardEvent(PROXY, null)],
    ['the proxy has refused the token', (world) => world.background.tokenRejected(PROXY)],
    ['the workstation was locked', (world) => world.events.locked.fire()],
    ['the tab has forgotten its patient', (world) => world.background.tabs.get(7)?.forget()],
  ])('is gone once %s', async (_, end) => {
    const { world, port: before, back } = await startWithAna();
    end(world, before);
    const isRestarted = world.background.tabs.get(7) === null;
    if (isRestarted) {
      const { port, epoch } = await world.chart(IDENTITIES.ana);
      expect(await recall(world, port, epoch)).toBeNull();
      return;
    }
    expect(await recall(world, before, await back())).toBeNull();
  });

  it('is gone with a sign-out, also for who signs in again', async () => {
    const { world, port, back } = await startWithAna();
    await world.ask(world.surface(), 'sign.out', { proxy: PROXY });
    await world.ask(world.surface(), 'sign.in', { proxy: PROXY });
    expect(await recall(world, port, await back())).toBeNull();
  });

  it('is gone with what is sent: the chart is another one by then', async () => {
    const { world, port, ofEva, back } = await startWithAna();
    const input = { recurrenceCycle: 'ONCE', startedAt: '2026-11-20T10:00:00Z' };
    const sending = world.ask(port, 'apply.create', { formId: FORM, input }, ofEva);
    const { id } = await vi.waitFor(() => port.last('reread') ?? Promise.reject(new Error('not yet')));
    port.say({ type: 'reread', id, facts: chartFacts(IDENTITIES.eva, ++version) });
    await sending;
    expect(await recall(world, port, await back())).toBeNull();
  });

  it('is never in a storage of the browser', async () => {
    const { world, port, ofEva } = await startWithAna();
    await world.ask(port, 'chart.read', {}, ofEva);
    const { local, session } = world.browser;
    const stored = JSON.stringify([await local.get(null), await session.get(null)]);
    for (const one of [ANA, EVA, 'Ana Lima', 'Eva Reis', 'Questionnaire']) expect(stored).not.toContain(one);
    expect(stored).toContain(PROFESSIONAL);
  });
});

describe('what is kept of a tab', () => {
  const chartOf = (id: number, failure: string | null = null) => ({
    patient: { serviceId: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}` },
    courses: [{ failure }],
  });
  const agreed = ['name', 'birthday'] as const;
  const isKept = (charts: Charts, id: number, tabId = 7): boolean =>
    charts.recall(tabId, { patientId: chartOf(id).patient.serviceId, agreed: [...agreed] }) !== null;
  const create = () => {
    const timers: { run: () => void; ms: number }[] = [];
    let now = 0;
    const setTimer = (run: () => void, ms: number) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    };
    const charts = new LastCharts({ elapsed: () => now, setTimer });
    return { charts, timers, pass: (ms: number) => (now += ms) };
  };

  it('are the charts of the last ten patients; another tab has ten of its own', () => {
    const { charts } = create();
    charts.keep(8, chartOf(0));
    for (let id = 0; id <= 10; id += 1) charts.keep(7, chartOf(id));
    expect(Array.from({ length: 11 }, (_, id) => isKept(charts, id))).toEqual([
      false,
      ...Array(10).fill(true),
    ]);
    expect(isKept(charts, 0, 8)).toBe(true);
    charts.forget({ tabId: 7 });
    expect([isKept(charts, 10), isKept(charts, 0, 8)]).toEqual([false, true]);
  });

  it('is no chart of which a part could not be read, nor the one before it', () => {
    const { charts } = create();
    charts.keep(7, chartOf(1));
    charts.keep(7, chartOf(1, 'unreachable'));
    expect(isKept(charts, 1)).toBe(false);
  });

  it('is forgotten after ten minutes, though nobody asks, and then no timer is left', () => {
    const { charts, timers, pass } = create();
    charts.keep(7, chartOf(1));
    pass(300_000);
    charts.keep(7, chartOf(2));
    expect(timers.map(({ ms }) => ms)).toEqual([300_000]);
    pass(300_000);
    timers.splice(0)[0]?.run();
    expect([isKept(charts, 1), isKept(charts, 2)]).toEqual([false, true]);
    pass(300_000);
    timers.splice(0)[0]?.run();
    expect([isKept(charts, 2), timers]).toEqual([false, []]);
  });
});
