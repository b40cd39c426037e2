import { ANA, BRUNO, phq9 } from '../browser/panel-data.ts';
import type { Page } from './page.ts';
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
  await page.route(/\/events$/, (route) => {
    const { authorization, 'last-event-id': last } = route.request().headers();
    asked.push(`${authorization} ${last ?? '-'}`);
    const body = bodies[asked.length - 1];
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'text/event-stream', body });
  });
  return asked;
}

test('an event about another patient changes nothing, and asks for nothing', async ({ page, panels }) => {
  await open(page, panels);
  await stream(page, [frame(BRUNO).repeat(3)]);
  await page.clock.runFor(HOUR);
  await expect.poll(() => panels.asked('graph')).toBeGreaterThanOrEqual(3);
  await page.clock.runFor(60_000);
  // The first reading, the look by the clock, the opening of the stream and its confirmation; none for the events.
  expect(panels.asked('graph')).toBeLessThanOrEqual(4);
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
});

test('nothing is listened to before the first look, and nothing without one', async ({ page, panels }) => {
  const asked = await stream(page, [frame(ANA)]);
  panels.answer(phq9({ scores: [19, 17] }));
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="0"')}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => panels.asked('graph')).toBe(2);
  expect(asked).toEqual([]);
});

test('a stream that ends is resumed after its last event, and left with the panel', async ({
  page,
  panels,
}) => {
  await open(page, panels);
  const asked = await stream(
    page,
    Array.from({ length: 1_000 }, () => `retry: 10\n\n${frame(ANA)}`),
  );
  await page.clock.runFor(HOUR);
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2);
  expect(asked[1]).toBe('Bearer test-token 7');
  await page.evaluate(() => document.querySelector('instrument-panel')?.remove());
  const before = asked.length;
  await page.clock.runFor(60_000);
  // One may have been on its way.
  expect(asked.length).toBeLessThanOrEqual(before + 1);
});

test('the class of the first answer stands as soon as it arrives', async ({ page, panels }) => {
  panels.answer(phq9({ scores: [] }));
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="0"')}></instrument-panel>`);
  await expect.poll(() => panels.asked('graph')).toBe(1);
  panels.answer(phq9({ scores: [17] }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
  await expect(page.getByText('Moderately severe (15–19)', { exact: true })).toBeVisible();
});
