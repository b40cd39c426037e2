import { FOOT } from './extension-panel/layouts.ts';
import { expect, OPEN, test } from './extension-panel-fixture.ts';

const MARKUP = `<div id="scaled"><h1 id="name">Lima, Ana</h1></div>${FOOT}`;
const PLACES = [
  { select: '#name', at: 'after' },
  { select: '#foot', at: 'before' },
] as const;

for (const [css, why, measure] of [
  ['transform:scale(.98);transform-origin:0 0', 'scaled', 98],
  ['scale:.9', 'scaled', 90],
  ['transform:rotate(.4deg)', 'turned', 100],
  ['rotate:.4deg', 'turned', 100],
] as const) {
  test(`a place in a part with ${css} is refused, and the next one works`, async ({ page, ehr }) => {
    await ehr.open({ css: `#scaled{${css}}`, markup: MARKUP, places: PLACES });
    await ehr.show();
    await expect
      .poll(() => ehr.report())
      .toEqual({ at: 1, refused: [{ place: 0, fault: { why, measure } }] });
    await page.getByRole('button', { name: OPEN }).click();
    await expect(page.locator('#sheet')).toBeVisible();
  });
}

for (const css of [
  'transform:translate(4px,2px)',
  'transform:scale(1.1);transform-origin:0 0',
  'transform:translateZ(0)',
]) {
  test(`a place in a part with ${css} stays, and its buttons work up to sending`, async ({ page, ehr }) => {
    await ehr.open({ css: `#scaled{${css}}`, markup: MARKUP, places: PLACES });
    await ehr.showOpened();
    expect(await ehr.report()).toEqual({ at: 0, refused: [] });
    await page.getByRole('button', { name: 'Send questionnaire' }).click();
    await page.getByRole('button', { name: 'Send WHO-5' }).click();
    await expect(async () => {
      if (ehr.count('apply.create') === 0)
        await page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' }).click({ timeout: 1_000 });
      expect(ehr.count('apply.create')).toBe(1);
    }).toPass();
  });
}

test('where the page turns the panel while somebody is at it, reading goes on and nothing is sent', async ({
  page,
  ehr,
}) => {
  await ehr.open({ css: '#scaled.turned{transform:rotate(.4deg)}', markup: MARKUP });
  await ehr.showOpened();
  await page.evaluate(() => document.querySelector('#scaled')?.classList.add('turned'));
  // The line is turned, and its button works all the same.
  const toggle = page.locator('#toggle');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(page.locator('#sheet')).toBeVisible();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  await page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' }).click();
  const said = 'Click ignored: this button is covered, transparent or scaled.';
  await expect(page.getByText(said)).toBeAttached();
  expect(ehr.count('apply.create')).toBe(0);
});

test('a page that scales the frame of the panel has the place refused too', async ({ page, ehr }) => {
  await ehr.open({ markup: MARKUP, places: PLACES.slice(0, 1) });
  await page.route('http://ehr.test/top', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<iframe name="chart" src="/" style="width:900px;height:500px;transform:scale(.98)"></iframe>',
    }),
  );
  await page.goto('http://ehr.test/top');
  const frame = page.frame('chart');
  if (!frame) throw new Error('no frame');
  await frame.waitForFunction(() => 'panels' in globalThis);
  const report = await frame.evaluate(() => {
    const anchor = document.querySelector('#name') as Element;
    globalThis.panels.show({ epoch: 'epoch-of-ana', identity: { keys: [] } }, { anchor, at: 'after' });
    return globalThis.reports.at(-1);
  });
  expect(report).toEqual({ at: null, refused: [{ place: 0, fault: { why: 'scaled', measure: 98 } }] });
});
