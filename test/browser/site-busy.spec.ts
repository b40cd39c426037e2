import { expect, test } from './own-page.ts';
import { type Pages, standing, start } from './site/chart.ts';

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

const APART = '<div id=banner data-key=1><h1 id=name>Ana</h1></div><p id=spot>Scores</p><div id=more></div>';

/** Takes what says who the patient is out of sight: what the page's own script does, and whether it is drawn after it. */
const OUT_OF_SIGHT: readonly { readonly how: string; readonly html?: string; readonly change: string }[] = [
  {
    how: 'goes, and leaves a hidden copy that came after the last look',
    change: `
      const copy = banner.cloneNode(true);
      copy.hidden = true;
      banner.before(copy);
      await task();
      banner.remove();`,
  },
  { how: 'is hidden by its own attribute', change: 'banner.hidden = true;' },
  {
    how: 'is hidden by a class around it',
    html: `<style>.off #banner{display:none}</style>${APART}`,
    change: `document.body.className = 'off';`,
  },
  {
    how: 'is hidden before the address changes in the same turn',
    change: `banner.hidden = true; history.pushState(0, '', '/elsewhere');`,
  },
];
for (const { how, html = APART, change } of OUT_OF_SIGHT)
  test(`nobody stands once a frame is drawn in which the header ${how}, however much else the page changes`, async ({
    page,
  }) => {
    await start(page, html);
    await expect.poll(() => standing(page)).toBe('Ana');
    const seen = await page.evaluate(async (given) => {
      const task = () => new Promise((resolve) => setTimeout(resolve));
      const noise = document.querySelector('#more');
      if (noise) await bench.flood(noise);
      const before = bench.standing()?.name;
      const run = new Function('banner', 'task', `return (async () => {${given}})()`);
      await run(document.querySelector('#banner'), task);
      await bench.frame();
      return [before, bench.standing()?.name ?? null];
    }, change);
    expect(seen).toEqual(['Ana', null]);
  });

test('nobody stands in the frame in which the page hides the header as the frame is drawn', async ({
  page,
}) => {
  await start(page, APART);
  await expect.poll(() => standing(page)).toBe('Ana');
  const seen = await page.evaluate(async () => {
    const banner = document.querySelector<HTMLElement>('#banner');
    const probe = document.querySelector<HTMLElement>('#more');
    if (!banner || !probe) return null;
    await bench.settled();
    const drawn = new Promise((resolve) => {
      // Called after all that waits for a frame, and right before it is drawn.
      new ResizeObserver(() => banner.hidden && resolve(bench.standing()?.name ?? null)).observe(probe);
    });
    requestAnimationFrame(() => {
      banner.hidden = true;
      probe.style.height = '7px';
    });
    return drawn;
  });
  expect(seen).toBeNull();
});

const LABELLED: Pages = [
  {
    type: 'chart',
    element: '#banner',
    patient: [
      { kind: 'key', from: 'attribute', select: '#banner', attribute: 'data-key' },
      { kind: 'name', from: 'text', select: '#name' },
      { kind: 'name', from: 'beside', label: 'Patient', optional: true },
    ],
    places: [{ select: '#spot', at: 'after' }],
  },
];

test('nobody stands at once beside a label that names somebody else, however much else the page changes', async ({
  page,
}) => {
  await start(page, APART, LABELLED);
  await expect.poll(() => standing(page)).toBe('Ana');
  const seen = await page.evaluate(async () => {
    const noise = document.querySelector('#more');
    if (noise) await bench.flood(noise);
    const before = bench.standing()?.name;
    // Redraws the part next to the header many times before the label appears.
    const spot = document.querySelector('#spot');
    for (let turn = 0; turn < 15; turn++) {
      spot?.replaceWith(spot);
      await null;
    }
    const label = document.createElement('p');
    for (const text of ['Patient', 'Bia']) label.appendChild(document.createElement('i')).append(text);
    spot?.after(label);
    await null;
    return [before, bench.standing()?.name ?? null];
  });
  expect(seen).toEqual(['Ana', null]);
  await page.evaluate(() => document.querySelector('p:has(i)')?.remove());
  await expect.poll(() => standing(page)).toBe('Ana');
});
