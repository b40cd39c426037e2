import type { Page } from '@playwright/test';
import { answered, answerSubmissions, course } from './item-fixture.ts';
import { attributes, expect, test } from './panel-fixture.ts';

const risk = (page: Page) => page.locator('[part=risk]');
const NAMED = 'Suicide or self-harm item 9: “More than half the days” · high severity · 10 Aug 2026';
const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Answers single submissions from now on, and says of which of them how often somebody asked. */
async function counting(page: Page, answer: (id: number) => unknown): Promise<number[]> {
  const asked: number[] = [];
  await answerSubmissions(page, (id, route) => {
    asked.push(id);
    const said = answer(id);
    return said === undefined ? route.fulfill({ status: 422, json: { code: 'X', message: 'no' } }) : said;
  });
  return asked;
}

/** Opens a panel, and waits until it has said everything. */
async function open(page: Page, panels: { open: (markup: string) => Promise<void> }, more = '') {
  await panels.open(`<instrument-panel ${attributes(undefined, more)}></instrument-panel>`);
  await expect(page.locator('[part=tools]')).toBeVisible();
}

test('a current flag says item, answer, severity and date, and is asked for once', async ({
  page,
  panels,
}) => {
  const asked = await counting(page, (id) => answered(id));
  panels.answer(course());
  await open(page, panels);
  await expect(risk(page)).toContainText(NAMED);
  await expect(risk(page)).toHaveAttribute('data-severity', 'HIGH');
  const graphs = panels.asked('graph');
  await look(page);
  await expect.poll(() => panels.asked('graph')).toBeGreaterThan(graphs);
  await expect(risk(page)).toContainText(NAMED);
  expect(asked).toEqual([6]);
  await risk(page).getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog')).toContainText('More than half the days');
});

// Always at one place, so that a flag that arrives stands there too, and moves nothing.
for (const [name, options] of [
  ['a current flag stands above everything', {}],
  ['that there is no flag stands above everything', { flagged: [] }],
  ['a flag that a later answer did not repeat stands above everything', { flagged: [2] }],
] as const) {
  test(name, async ({ page, panels }) => {
    panels.answer(course(options));
    await open(page, panels);
    const top = async (part: string) => (await page.locator(`[part=${part}]`).boundingBox())?.y ?? 0;
    const [said, title, score, graph] = await Promise.all(['risk', 'title', 'score', 'graph'].map(top));
    expect(Number(said)).toBeLessThan(Number(title));
    expect(Number(said)).toBeLessThan(Number(score));
    expect(Number(said)).toBeLessThan(Number(graph));
  });
}

test('a flag has one mark and one bar however grave it is; its words say how grave, and a grave one has a ground', async ({
  page,
  panels,
}) => {
  const grounds: string[] = [];
  for (const severity of ['HIGH', 'MODERATE', 'LOW'] as const) {
    await answerSubmissions(page, (id) => {
      const one = answered(id);
      const answers = one.answers?.map((answer) =>
        answer.riskFlag?.flagType === 'NONE'
          ? answer
          : { ...answer, riskFlag: { flagType: 'SUICIDE_SELF_HARM', severity } },
      );
      return { ...one, hasHighRisk: severity === 'HIGH', answers };
    });
    panels.answer(course());
    await open(page, panels);
    await expect(risk(page)).toContainText(`${severity.toLowerCase()} severity`);
    const look = await risk(page).evaluate((one) => {
      const { borderInlineStartStyle, borderInlineStartWidth, backgroundColor } = getComputedStyle(one);
      const mark = getComputedStyle(one.querySelector('strong') as Element, '::before').content;
      return { bar: [borderInlineStartStyle, borderInlineStartWidth], mark, backgroundColor };
    });
    expect(look.bar).toEqual(['solid', '4px']);
    expect(look.mark).toContain('⚑');
    grounds.push(look.backgroundColor);
  }
  const [high, moderate, low] = grounds;
  expect(high).not.toBe(low);
  expect(moderate).toBe(low);
});
