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

  it('show whom name and birthday recognise where no key is linked yet, and link nobody', async () => {
    const born = { [ANA]: '1990-01-02', [EVA]: '1985-06-07' };
    const ana = { ...row('MRN-A', 'LIMA, Ana'), birthday: born[ANA] };
    const eva = { ...row('MRN-E', 'Eva Reis'), birthday: born[EVA] };
    const read = async (linked: [string, string][], rows: object[]) => {
      const world = startWorld();
      world.proxy.state.linked = new Map(linked);
      const port = await openList(world);
      const { value } = await world.ask(port, 'list.read', { rows });
      expect(world.proxy.asked.map(({ path }) => path)).not.toContain('/patients/resolve');
      const sent = JSON.stringify(world.proxy.to('/patients/lookup').map(({ body }) => body));
      expect(sent, 'no name and no birthday is sent').not.toMatch(/Ana|Eva|Reis|Lima|19\d\d-/);
      return (value as { rows: { state: string; patientId?: string }[] }).rows.map(
        ({ state, patientId }) => patientId ?? state,
      );
    };
    expect(await read([], [ana, eva])).toEqual([ANA, EVA]);
    // One whom another key is linked to is another person of the same name and birthday.
    expect(await read([['MRN-1', ANA]], [ana, eva])).toEqual(['unlinked', EVA]);
    // The name alone, two rows that are both them, and what contradicts.
    expect(await read([], [row('MRN-A', 'Ana Lima')])).toEqual(['unlinked']);
    const twin = { ...ana, ...row('MRN-B') };
    expect(await read([], [ana, { ...twin, name: 'Ana Lima' }, ana])).toEqual(Array(3).fill('unlinked'));
    expect(await read([], [ana, ana])).toEqual([ANA, ANA]);
    expect(await read([], [{ ...ana, birthday: born[EVA] }])).toEqual(['unlinked']);
    // Of several keys each has to be free.
    const lab = { system: 'lab', value: 'MRN-1' };
    expect(await read([['MRN-1', EVA]], [{ ...ana, keys: [...ana.keys, lab] }])).toEqual(['disagrees']);
  });

  it('take a number of requests that does not grow with them', async () => {
    const world = startWorld();
    const port = await openList(world);
    const counts = [];
    for (const many of [1, 300]) {
      world.background.services.clear();
      world.proxy.asked.length = 0;
      const rows = Array.from({ length: many }, (_, at) => row(at % 2 ? 'MRN-1' : 'MRN-2'));
      await world.ask(port, 'list.read', { rows });
      counts.push(
        world.proxy.asked.filter(({ path }) => !/well-known|^\/(token$|events$|caseload)/.test(path)).length,
      );
    }
    expect(counts[1]).toBe(counts[0]);
    // What was read serves the rows that come into view next: only their keys are looked up.
    world.proxy.asked.length = 0;
    await world.ask(port, 'list.read', { rows: [row('MRN-1')] });
    expect(world.proxy.asked.map(({ path }) => path).filter((path) => !path.startsWith('/caseload'))).toEqual(
      ['/patients/lookup'],
    );
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
    expect(world.background.counters.refused).toEqual({ 'invalid-input': 1, 'not-yours': 1 });
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
