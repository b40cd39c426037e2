import type { Page } from '@playwright/test';
import { ANA, phq9 } from './panel-data.ts';
import { attributes, expect, type Panels, test } from './panel-fixture.ts';

const HOUR = 3_600_000;
const frame = (patientId: string): string =>
  `id: 7\ndata: ${JSON.stringify({ kind: 'SUBMISSION_ANSWERED', submissionId: 3, patientId })}\n\n`;

/** A panel that looks for new answers once an hour, on a clock that the test moves. */
async function open(page: Page, panels: Panels): Promise<void> {
  await page.clock.install();
  panels.answer(phq9({ scores: [19, 17] }));
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="3600"')}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
}

/** The proxy's stream of events, one answer for each time it is asked; and what came with each request. */
async function stream(page: Page, bodies: readonly string[]): Promise<(string | undefined)[]> {
  const asked: (string | undefined)[] = [];
  await page.route('**/events', (route) => {
    const { authorization, 'last-event-id': last } = route.request().headers();
    asked.push(`${authorization} ${last ?? '-'}`);
    const body = bodies[asked.length - 1];
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'text/event-stream', body });
  });
  return asked;
}

test('an event brings a new answer before the clock would', async ({ page, panels }) => {
  await open(page, panels);
  const asked = await stream(page, [`retry: 10\n\n${frame(ANA)}`]);
  await page.clock.runFor(HOUR);
  // The stream is opened by the first look; what is there by then is what the event tells of.
  panels.answer(phq9({ scores: [19, 17, 8] }));
  // By small steps: a leap past a request's time limit would end the stream while it is being opened.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(page.locator('[part=score]')).toHaveText('8 of 27', { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('status')).toContainText('New answer.');
  expect(asked[0]).toBe('Bearer test-token -');
});

for (const [reducedMotion, expected] of [
  ['no-preference', ['line', 'ahead', 'last', 'value']],
  ['reduce', []],
] as const) {
  test(`a new answer draws itself in, motion ${reducedMotion}`, async ({ page, panels }) => {
    await page.emulateMedia({ reducedMotion });
    panels.answer(phq9({ scores: [19, 17] }));
    await panels.open(
      `<instrument-panel ${attributes(ANA, 'refresh="0"')}></instrument-panel>`,
      `globalThis.drawn = [];
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...given) {
        drawn.push(this.getAttribute('class'));
        return animate.apply(this, given);
      };`,
    );
    await expect(page.locator('[part=tools]')).toBeVisible();
    const drawn = () => page.evaluate(() => Reflect.get(globalThis, 'drawn'));
    expect(await drawn(), 'not with the first reading').toEqual([]);
    panels.answer(phq9({ scores: [19, 17, 8] }));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.locator('[part=score]')).toContainText('8 of 27');
    await expect.poll(async () => [...(await drawn())].sort()).toEqual([...expected].sort());
  });
}

test('a flag that arrives live stands above the figure, and no button moves away from the pointer', async ({
  page,
  panels,
}) => {
  panels.answer(phq9({ scores: [19, 17] }));
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="0"')}></instrument-panel>`);
  await expect(page.locator('[part=tools]')).toBeVisible();
  const topOf = (part: string) =>
    page.locator(`[part=${part}]`).evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const operable = () => Promise.all(['tools', 'graph', 'table'].map(topOf));
  const before = await operable();
  panels.answer(phq9({ scores: [19, 17, 3], flagged: [2] }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('[part=risk]')).toContainText('Risk flag ·');
  await expect(page.locator('[part=score]')).toContainText('3 of 27');
  expect(await topOf('risk')).toBeLessThan(await topOf('title'));
  expect(await topOf('risk')).toBeLessThan(await topOf('score'));
  expect(await operable()).toEqual(before);
});

for (const media of [
  { reducedMotion: 'no-preference', forcedColors: 'none' },
  { reducedMotion: 'reduce', forcedColors: 'active' },
] as const)
  test(`"New" stands at a new answer for ten seconds in which it can be seen: ${JSON.stringify(media)}`, async ({
    page,
    panels,
  }) => {
    await page.emulateMedia(media);
    await page.clock.install();
    panels.answer(phq9({ scores: [19, 17] }));
    await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="0"')}></instrument-panel>`);
    await expect(page.locator('[part=tools]')).toBeVisible();
    const mark = page.locator('[part=date]').getByText('New', { exact: true });
    await expect(mark, 'not with the first reading').toHaveCount(0);
    panels.answer(phq9({ scores: [19, 17, 8] }));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.locator('[part=score]')).toContainText('8 of 27');
    await expect(mark).toBeVisible();
    // From here on time passes as the test says, however busy the machine is.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const look = await mark.evaluate((one) => [
      getComputedStyle(one).borderTopStyle,
      getComputedStyle(one).opacity,
      one.getAnimations({ subtree: true }).length,
    ]);
    expect(look).toEqual(['solid', '1', 0]);
    await page.clock.runFor(4_000);
    await expect(mark).toBeVisible();
    // Time in which the page is out of sight does not count.
    const setSight = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await setSight('hidden');
    await page.clock.runFor(60_000);
    await setSight('visible');
    await expect(mark).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(mark).toHaveCount(0);
  });
