import { expect, test } from './own-page.ts';
import { standing, start } from './site/chart.ts';

test('a header that took the place of the one before is watched at once, however much else the page changes', async ({
  page,
}) => {
  await start(
    page,
    '<div id=banner data-key=1><h1 id=name>Ana</h1></div><p id=spot>Scores</p><div id=more></div>',
  );
  await expect.poll(() => standing(page)).toBe('Ana');
  const seen = await page.evaluate(async () => {
    const found: string[] = [];
    let stood = 0;
    const noise = document.querySelector('#more');
    const task = () => new Promise((resolve) => setTimeout(resolve));
    for (let turn = 0; turn < 60; turn++) {
      // More than the script may look at.
      for (let more = 0; more < 600; more++) noise?.replaceChildren(document.createElement('i'));
      await bench.frame();
      const banner = document.querySelector('#banner');
      banner?.replaceWith(banner.cloneNode(true));
      await task();
      if (bench.standing()) stood++;
      const name = document.querySelector('#name');
      if (name) name.textContent = 'Bia';
      await null;
      if (bench.standing()?.name === 'Ana') found.push(`at turn ${turn}`);
      if (name) name.textContent = 'Ana';
      for (let wait = 0; wait < 30 && bench.standing()?.name !== 'Ana'; wait++) await bench.frame();
    }
    return { found, stood };
  });
  expect(seen.found).toEqual([]);
  // Where nobody ever stood, nothing would be shown by it.
  expect(seen.stood).toBeGreaterThan(5);
});
