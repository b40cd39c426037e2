import { phq9 } from './panel-data.ts';
import { expect, test } from './panel-fixture.ts';

test.beforeEach(async ({ page, panels }) => {
  panels.answer(phq9({ flagged: [1], missed: [20] }));
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  // The walk comes after the first sight; of what is pressed before it is there only the last is kept.
  await expect(page.getByRole('application')).toHaveAccessibleName(/Arrow keys/);
});

test('the name of the graph says what the picture says', async ({ page }) => {
  await expect(page.getByRole('application')).toHaveAccessibleName(
    'Score graph of Patient Health Questionnaire-9 (PHQ-9), 6 answers. Scale 0 to 27, higher is worse. ' +
      'Latest answer 14 days ago (10 Aug 2026). 14 of 27, Moderate (10–14). Arrow keys walk through the answers.',
  );
});

test('arrow keys, Home and End walk the answers, each announced with all its facts', async ({ page }) => {
  const said = page.getByRole('status');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(said).toHaveText(
    '10 Aug 2026, 09:00. Score 14 of 27, Moderate. 3 higher than on 27 Jul 2026 (11). ' +
      'Risk: None recorded.',
  );
  await page.keyboard.press('Home');
  await expect(said).toHaveText('1 Jun 2026, 09:00. Score 19 of 27, Moderately severe. Risk: None recorded.');
  await page.keyboard.press('ArrowRight');
  await expect(said).toContainText('15 Jun 2026, 09:00. Score 17 of 27');
  await expect(said).toContainText('Risk: Risk flag.');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(said).toContainText('10 Aug 2026');
});

test('Escape hides what is shown of an answer; one Tab leaves the graph', async ({ page }) => {
  const tip = page.locator('instrument-panel .tip');
  await page.getByRole('application').focus();
  await page.keyboard.press('Home');
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.locator('#summary')).toBeFocused();
});

test('Enter and a click choose an answer; the event carries identifiers only', async ({ page }) => {
  await page.getByRole('application').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const events = await page.evaluate(() => Reflect.get(globalThis, 'events'));
  const { graph } = phq9();
  expect(events.at(-1)).toEqual({
    type: 'instrument-select',
    detail: {
      patientId: graph.patientId,
      formId: graph.formTemplateId,
      seriesId: 'GLOBAL',
      submissionId: 1,
      applicationId: 7,
    },
  });
  await expect(page.getByRole('dialog'), 'the answers are shown').toBeVisible();
  await page.keyboard.press('Escape');
  const box = await page.locator('instrument-panel .score-graph').boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 2, (box?.y ?? 0) + 20);
  const after = await page.evaluate(() => Reflect.get(globalThis, 'events'));
  expect(after.at(-1).detail.submissionId).toBe(6);
});

test('on touch the first tap shows an answer, and a second on it opens it', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const plot = await page.locator('instrument-panel .score-graph').boundingBox();
  /** A finger that trembles, as fingers do: the pointer has moved over the graph before the click comes. */
  const tap = async (part: number): Promise<void> => {
    const at = { x: (plot?.x ?? 0) + (plot?.width ?? 0) * part, y: (plot?.y ?? 0) + 40 };
    for (const type of ['touchStart', 'touchMove', 'touchEnd'] as const) {
      const x = type === 'touchStart' ? at.x : at.x + 1;
      const touchPoints = type === 'touchEnd' ? [] : [{ ...at, x }];
      await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    }
  };
  const tip = page.locator('instrument-panel .tip');
  await tap(0.99);
  await expect(tip).toContainText('Score 14 of 27');
  await expect(tip).toContainText('Tap again to view the answers');
  await tap(0.01);
  await expect(tip).toContainText('Score 19 of 27');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'events').at(-1).type)).not.toBe(
    'instrument-select',
  );
  await tap(0.01);
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`what a pointer shows stays inside the panel at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const plot = await page.locator('instrument-panel .score-graph').boundingBox();
    const panel = await page.locator('instrument-panel').boundingBox();
    if (!plot || !panel) throw new Error('the panel has no box');
    for (let step = 0; step <= 10; step++) {
      await page.mouse.move(plot.x + (plot.width * step) / 10, plot.y + plot.height / 2);
      const tip = await page.locator('instrument-panel .tip').boundingBox();
      expect(tip?.x).toBeGreaterThanOrEqual(panel.x);
      expect((tip?.x ?? 0) + (tip?.width ?? 0)).toBeLessThanOrEqual(panel.x + panel.width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('the table has the same facts, newest first, and is built when it is opened', async ({ page }) => {
  await expect(page.locator('instrument-panel table')).toHaveCount(0);
  await page.getByText('Table', { exact: true }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1)).toHaveText(/10 Aug 2026, 09:00\s*14 of 27\s*Moderate\s*\+3\s*−5\s*None recorded/);
  await expect(rows.nth(5)).toHaveText(/21 Jun 2026, 09:00\s*Not answered: replaced by the next request/);
  await expect(rows.nth(6)).toContainText('Risk flag');
  await expect(page.getByRole('columnheader')).toHaveCount(6);
});

test('on paper the table is there without having been opened', async ({ page }) => {
  // What fills the table comes after the first sight.
  await expect(page.locator('[part=tools]')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('table')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('table')).toBeHidden();
});

// Safari gives the focus of a button that is pressed to what is around it, as every browser does beside the buttons.
test('the menu of the tools stays open while it is pressed beside its buttons', async ({ page }) => {
  const menu = page.locator('[part=tools] details');
  await menu.locator('summary').click();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('button').first()).toBeFocused();
  await menu.locator('div').click({ position: { x: 2, y: 2 } });
  await expect(menu).toHaveAttribute('open');
  await menu.getByRole('button').first().click();
  await expect(menu).not.toHaveAttribute('open');
});
