import { expect, it } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';

const NOW = Math.floor(Date.now() / 1_000);

eachStorage('a name that may be claimed once', ({ open, again }) => {
  it('is one caller’s, of many at two proxies at once, and another name is free', async () => {
    const stores = [(await open()).signIns, (await again()).signIns];
    const claims = Array.from({ length: 40 }, (_, index) => stores[index % 2]?.claim('one', NOW, NOW + 60));
    expect((await Promise.all(claims)).filter((isOwn) => isOwn)).toHaveLength(1);
    expect(await stores[1]?.claim('other', NOW, NOW + 60)).toBe(true);
  });

  it('is free again once its time has come, and not before', async () => {
    const { signIns } = await open();
    expect(await signIns.claim('short', NOW, NOW + 1)).toBe(true);
    expect(await signIns.claim('short', NOW, NOW + 1)).toBe(false);
    await expect.poll(() => signIns.claim('short', NOW + 1, NOW + 2)).toBe(true);
  });
});
