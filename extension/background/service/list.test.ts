import { describe, expect, it, vi } from 'vitest';
import { ANA, EVA, FORM } from '../proxy.fixture.ts';
import { chartFacts, EHR, startWorld } from '../world.fixture.ts';
import { inRequests } from './mapping.ts';

const LIST = { ...chartFacts([]), type: 'list' as const, page: 1, place: null };
const row = (value: string, name?: string) => ({
  keys: [{ system: '', value }],
  ...(name === undefined ? {} : { name }),
});

async function openList(world: ReturnType<typeof startWorld>) {
  const port = world.frame(3, 0, `${EHR}/app/list`);
  await vi.waitFor(() => expect(port.last('rules')).toBeDefined());
  port.say({ type: 'facts', facts: LIST, url: `${EHR}/app/list` });
  return port;
}

describe('the rows of a list', () => {
  it('show the linked patients whose record agrees, and say of the others why not', async () => {
    const world = startWorld();
    world.proxy.state.linked.set('MRN-9', '99999999-9999-4999-8999-999999999999');
    const port = await openList(world);
    const rows = [
      row('MRN-2', 'Eva Reis'),
      row('MRN-7'),
      row('MRN-1', 'Eva Reis'),
      { keys: [...row('MRN-1').keys, { system: 'lab', value: 'MRN-2' }] },
      row('MRN-9', 'Somebody Gone'),
    ];
    const answer = await world.ask(port, 'list.read', { rows });
    expect(answer.value).toMatchObject({
      rows: [
        { state: 'course', patientId: EVA, submissions: [{ id: 22 }] },
        { state: 'unlinked' },
        { state: 'disagrees' },
        { state: 'disagrees' },
        { state: 'unlinked' },
      ],
      scales: { [FORM]: { id: FORM } },
    });
    expect(JSON.stringify(answer)).not.toContain(ANA);
  });

  it('take a number of requests that does not grow with them', async () => {
    const world = startWorld();
    const port = await openList(world);
    const counts = [];
    for (const many of [1, 300]) {
      world.core.services.clear();
      world.proxy.asked.length = 0;
      const rows = Array.from({ length: many }, (_, at) => row(at % 2 ? 'MRN-1' : 'MRN-2'));
      await world.ask(port, 'list.read', { rows });
      counts.push(
        world.proxy.asked.filter(({ path }) => !/well-known|^\/token$|^\/events$/.test(path)).length,
      );
    }
    expect(counts[1]).toBe(counts[0]);
    // What was read serves the rows that come into view next: only their keys are looked up.
    world.proxy.asked.length = 0;
    await world.ask(port, 'list.read', { rows: [row('MRN-1')] });
    expect(world.proxy.asked.map(({ path }) => path)).toEqual(['/patients/lookup']);
  });

  it('are asked for by the frame of a list only, and are no more than 500 at once', async () => {
    const world = startWorld();
    const port = await openList(world);
    const many = Array.from({ length: 501 }, () => row('MRN-1'));
    expect(await world.ask(port, 'list.read', { rows: many })).toMatchObject({
      problem: { code: 'invalid' },
    });
    port.say({ type: 'facts', facts: { ...LIST, version: 2, type: 'none' }, url: `${EHR}/app/list` });
    expect(await world.ask(port, 'list.read', { rows: [] })).toMatchObject({ problem: { code: 'stale' } });
    expect(world.core.tally.refused).toEqual({ 'invalid-input': 1, 'not-yours': 1 });
  });
});

it('keys are sent in as few requests as the proxy takes: 500 and 48 KB at most, in order', () => {
  const keys = Array.from({ length: 1_203 }, (_, at) => ({ system: '', value: `MRN-${at}` }));
  const requests = inRequests(keys);
  expect(requests.map(({ length }) => length)).toEqual([500, 500, 203]);
  expect(requests.flat()).toEqual(keys);
  const long = inRequests(
    Array.from({ length: 400 }, () => ({ system: 'ç'.repeat(100), value: 'x'.repeat(200) })),
  );
  for (const request of long) expect(JSON.stringify(request).length).toBeLessThan(65_536);
  expect(long.flat()).toHaveLength(400);
});
