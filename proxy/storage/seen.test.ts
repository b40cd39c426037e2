import { expect, it } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';

const [ANA, RUI] = ['a'.repeat(64), 'b'.repeat(64)];

eachStorage('until when a list was seen', ({ open, again }) => {
  it('is not known before the first time, and is each person’s own', async () => {
    const { seen } = await open();
    expect(await seen.read(ANA)).toBeNull();
    expect(await seen.move(ANA, 1_780_000_000_123)).toBe(1_780_000_000_123);
    expect(await seen.read(ANA)).toBe(1_780_000_000_123);
    expect(await seen.read(RUI)).toBeNull();
  });

  it('never moves back, and says what stays', async () => {
    const { seen } = await open();
    await seen.move(ANA, 2_000);
    expect(await seen.move(ANA, 1_000)).toBe(2_000);
    expect(await seen.move(ANA, 2_000)).toBe(2_000);
    expect(await seen.move(ANA, 3_000)).toBe(3_000);
    expect(await seen.read(ANA)).toBe(3_000);
  });

  it('is the latest of all that two proxies were told at once, for both', async () => {
    const stores = [(await open()).seen, (await again()).seen];
    const told = Array.from({ length: 40 }, (_, index) => 1_000 + ((index * 17) % 40));
    const stayed = await Promise.all(told.map((at, index) => stores[index % 2]?.move(ANA, at)));
    told.forEach((at, index) => {
      expect(stayed[index]).toBeGreaterThanOrEqual(at);
    });
    expect(await Promise.all(stores.map((store) => store.read(ANA)))).toEqual([1_039, 1_039]);
  });
});
