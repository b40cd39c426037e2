import { workerOf } from '../extension/browser.ts';
import { openDesk } from '../extension/desk.ts';
import { expect, people, settled, test } from '../extension/fixture.ts';

interface BadgeApi {
  readonly tabs: { query(query: object): Promise<{ id: number; url?: string }[]> };
  readonly action: {
    getBadgeText(of: { tabId: number }): Promise<string>;
    getTitle(of: { tabId: number }): Promise<string>;
  };
}

/** Whether a panel is where its content can be seen and clicked: as wide as a row of it, and on top at its middle. */
const standsWell = () => {
  const host = [...document.querySelectorAll('span')].find((one) => one.shadowRoot);
  const box = host?.getBoundingClientRect();
  if (!host || !box || box.width < 200 || box.height < 40) return false;
  return document.elementsFromPoint(box.left + box.width / 2, box.top + 20)[0] === host;
};

for (const [path, place] of [
  ['/spa', 'float'],
  ['/spa', 'covered'],
  ['/framed', 'covered'],
] as const) {
  test(`a chart that leaves room for the panel at ${place} in ${path} shows it where it stands well`, async ({
    page,
    stack,
  }) => {
    const [person] = await people(page, stack, ['Maria Clara Sousa']);
    await page.goto(`${stack.urls.ehr}${path}?place=${place}&hazards=off`);
    if (path === '/framed') {
      const list = page.frameLocator('iframe[name="navigation"]');
      await list.locator(`[data-record="${person?.record}"]`).click();
    } else await page.goto(`${stack.urls.ehr}/spa/patients/${person?.record}`);
    await expect
      .poll(
        // A frame may be on its way to another page.
        () => Promise.all(page.frames().map((frame) => frame.evaluate(standsWell).catch(() => false))),
        { timeout: 20_000 },
      )
      .toContain(true);
  });
}

test('where a chart has no room for the panel at any place, badge and tester say it, with what was measured', async ({
  context,
  page,
  stack,
}) => {
  const [person] = await people(page, stack, ['Maria Clara Sousa']);
  await page.goto(`${stack.urls.ehr}/spa?place=block&hazards=off`);
  await page.goto(`${stack.urls.ehr}/spa/patients/${person?.record}`);
  await settled(page);
  const style = (width: string, overflow: string) =>
    page.evaluate(
      (given) => {
        const part = document.querySelector<HTMLElement>('[role=tabpanel]');
        if (part) Object.assign(part.style, given);
      },
      { width, overflow },
    );
  await style('150px', 'hidden');
  await expect(page.locator('.panel')).toHaveCount(0);

  const worker = await workerOf(context);
  const badge = () =>
    worker.evaluate(async () => {
      const { chrome } = globalThis as unknown as { chrome: BadgeApi };
      const [tab] = await chrome.tabs.query({ url: '*://*/spa/patients/*' });
      const tabId = tab?.id ?? 0;
      return {
        id: tabId,
        text: await chrome.action.getBadgeText({ tabId }),
        title: await chrome.action.getTitle({ tabId }),
      };
    });
  await expect.poll(async () => (await badge()).title).toContain('no room for the panel');
  const { id } = await badge();

  const desk = await openDesk(context);
  const tested = await desk.ask('profiles.test', { tabId: id, profile: 'demo-ehr-spa' });
  const clipped = { state: 'found', fault: { why: 'clipped', measure: expect.any(Number) } };
  expect(tested).toMatchObject({
    frames: [{ explained: { pages: [{ places: [{ ...clipped, select: '#scores-place' }, clipped] }, {}] } }],
  });
  await desk.close();

  // What the page itself has is as before: nothing of ours is left in it.
  await expect(page.locator('#scores-place > *')).toHaveCount(0);
  await style('', '');
  await settled(page);
  await expect.poll(async () => (await badge()).title).not.toContain('no room for the panel');
});
