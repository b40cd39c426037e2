import { expect, it } from 'vitest';
import { storedMemory, withRecent } from './memory.ts';

const storage = (held: Record<string, unknown>) => ({
  get: async (key: string) => ({ [key]: held[key] }),
  set: async (items: Record<string, unknown>) => void Object.assign(held, items),
});

it.each([undefined, null, 'odd', 7, [], { isOpen: true, recent: 'none' }, { recent: [1, null] }])(
  'whatever is stored, such as %j, something sound is read',
  async (stored) => {
    expect(await storedMemory(storage({ 'panel:ehr': stored }), 'ehr').read()).toEqual({ recent: [] });
  },
);

it('each site has its own, and a storage that is gone remembers nothing', async () => {
  const held = {};
  storedMemory(storage(held), 'one').write({ recent: ['a'] });
  expect(await storedMemory(storage(held), 'one').read()).toEqual({ recent: ['a'] });
  expect(await storedMemory(storage(held), 'two').read()).toEqual({ recent: [] });
  const gone = { get: () => Promise.reject(new Error('gone')), set: () => Promise.reject(new Error('gone')) };
  const memory = storedMemory(gone, 'one');
  memory.write({ recent: [] });
  expect(await memory.read()).toEqual({ recent: [] });
});

it('the instrument applied last comes first, each once, five at most', () => {
  let remembered = { recent: [] as readonly string[] };
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) remembered = withRecent(remembered, id);
  expect(remembered.recent).toEqual(['b', 'f', 'e', 'd', 'c']);
});
