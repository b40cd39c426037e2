import { describe, expect, it, vi } from 'vitest';
import type { FakePort } from './browser.fixture.ts';
import { ANA, EVA, FORM } from './proxy.fixture.ts';
import { chartFacts, IDENTITIES, startWorld } from './world.fixture.ts';

const refusalOf = (message: Record<string, unknown>) =>
  message.problem as { code: string; isOutcomeUnknown: boolean };
const APPLY = { formId: FORM, input: { recurrenceCycle: 'WEEKLY' } };

describe('before anything is written', () => {
  /** A frame that reads itself again when asked. */
  function rereading(port: FakePort, facts = chartFacts(IDENTITIES.ana)): void {
    let heard = 0;
    const look = (): void => {
      for (const { id } of port.of('reread').slice(heard)) {
        heard++;
        port.say({ type: 'reread', id, facts });
      }
    };
    const timer = setInterval(look, 5);
    setTimeout(() => clearInterval(timer), 20_000).unref();
  }

  it('every frame reads itself again, two identifiers are compared, and it is sent once', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    rereading(port);
    const answer = await world.ask(port, 'apply.create', APPLY, epoch);
    expect(answer).toMatchObject({ type: 'answer', value: { id: 99, patientId: ANA } });
    expect(world.proxy.writes()).toMatchObject([{ body: { patientId: ANA, recurrenceCycle: 'WEEKLY' } }]);
    expect(port.of('reread')).toHaveLength(1);
    expect(port.last('changed')).toEqual({ type: 'changed', epoch });
  });

  it('it is confirmed that the patient is still there, and refused where a frame names somebody else by then or is silent', async () => {
    const there = startWorld();
    const { port, epoch } = await there.chart(IDENTITIES.ana);
    rereading(port);
    expect(await there.ask(port, 'context.confirm', {}, epoch)).toMatchObject({ type: 'answer', value: {} });
    const more = await there.ask(port, 'context.confirm', { patientId: EVA }, epoch);
    expect(refusalOf(more).code).toBe('invalid');
    const gone = startWorld();
    const left = await gone.chart(IDENTITIES.ana);
    rereading(left.port, chartFacts(IDENTITIES.eva, 2));
    expect(refusalOf(await gone.ask(left.port, 'context.confirm', {}, left.epoch)).code).toBe('stale');
    const silent = startWorld();
    const chart = await silent.chart(IDENTITIES.ana);
    const asking = silent.ask(chart.port, 'context.confirm', {}, chart.epoch);
    await vi.waitFor(() => expect(chart.port.last('reread')).toBeDefined());
    silent.clock.advance(1_000);
    expect(refusalOf(await asking).code).toBe('stale');
  });

  it('nothing is sent where a frame names somebody else by then', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    rereading(port, chartFacts(IDENTITIES.eva, 2));
    const answer = await world.ask(port, 'apply.create', APPLY, epoch);
    expect(refusalOf(answer).code).toMatch(/^(changed|stale)$/);
    expect(world.proxy.writes()).toEqual([]);
  });

  it('nothing is sent where a frame that has just come, and said nothing yet, names somebody else', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    rereading(port);
    const header = world.frame(7, 3, 'https://frames.clinic.example/header');
    await vi.waitFor(() => expect(header.last('rules')).toBeDefined());
    rereading(header, { ...chartFacts(IDENTITIES.eva), place: null });
    const answer = await world.ask(port, 'apply.create', APPLY, epoch);
    expect(refusalOf(answer).code).toMatch(/^(changed|stale)$/);
    expect(world.proxy.writes()).toEqual([]);
  });

  it('nothing is sent where a frame does not answer within a second', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    const asking = world.ask(port, 'apply.create', APPLY, epoch);
    await vi.waitFor(() => expect(port.last('reread')).toBeDefined());
    world.clock.advance(1_000);
    expect(refusalOf(await asking).code).toBe('changed');
    expect(world.proxy.writes()).toEqual([]);
  });

  it('nothing is sent where page and record agree in nothing but the key, or contradict each other', async () => {
    const world = startWorld();
    const [key] = IDENTITIES.ana;
    const { port, epoch } = await world.chart([key]);
    rereading(port, chartFacts([key]));
    expect(refusalOf(await world.ask(port, 'apply.create', APPLY, epoch)).code).toBe('unconfirmed');
    const other = startWorld();
    const wrong = [key, { kind: 'name' as const, system: '', value: 'Eva Reis' }];
    const chart = await other.chart(wrong);
    rereading(chart.port, chartFacts(wrong));
    expect(refusalOf(await other.ask(chart.port, 'apply.create', APPLY, chart.epoch)).code).toBe('disagrees');
    expect([...world.proxy.writes(), ...other.proxy.writes()]).toEqual([]);
  });

  it('says that the outcome is unknown where the answer was lost, and never sends it again', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    rereading(port);
    world.proxy.state.instead = ({ method, path }) => {
      if (method === 'POST' && path.endsWith('/applications')) throw new TypeError('connection lost');
      return null;
    };
    const answer = await world.ask(port, 'apply.create', APPLY, epoch);
    expect(answer).toMatchObject({ problem: { isOutcomeUnknown: true, traceId: null } });
    expect(world.proxy.writes()).toHaveLength(1);
  });

  it('an application is not cancelled where that would end another one of the instrument too', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    rereading(port);
    const answer = await world.ask(port, 'application.cancel', { applicationId: 5, formId: FORM }, epoch);
    expect(refusalOf(answer).code).toBe('changed');
    expect(world.proxy.writes()).toEqual([]);
  });
});
