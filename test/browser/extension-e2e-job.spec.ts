import type { Page } from '@playwright/test';
import { expect, people, settled, test } from '../extension/fixture.ts';
import { focusOf, pressShortcut, tabTo } from '../extension/keyboard.ts';
import { press } from './press.ts';
import { answerAs } from './stack-fixture.ts';

/** Our panel's row of an instrument. */
const course = (page: Page, instrument: string) => page.locator('tr.row', { hasText: instrument });

test('a clinician opens a chart, sees its scores, applies an instrument in three clicks, and sees the answer come', async ({
  page,
  context,
  stack,
  truth,
}) => {
  test.setTimeout(90_000);
  const { id } = await truth.patient('Beatriz', 'Lima');
  const before = await truth.course(id, 'GAD-7');
  const [beatriz] = await people(page, stack, ['Beatriz Lima']);
  await page.goto(`${stack.urls.ehr}/spa/patients/${beatriz?.record}`);
  await settled(page);
  await expect(course(page, 'GAD-7')).toContainText(`${before.at(-1)?.score} of 21`);
  await expect(course(page, 'GAD-7')).toContainText(before.at(-1)?.classification ?? '');

  await page.evaluate(() => {
    const clicks = { made: 0 };
    Object.assign(globalThis, { clicks });
    addEventListener('click', ({ isTrusted }) => isTrusted && clicks.made++, true);
  });
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send GAD-7', exact: true }).click();
  await press(page.getByRole('button', { name: 'Send GAD-7 to Beatriz Lima' }));
  await expect(page.getByText('GAD-7 was sent to Beatriz Lima.')).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { clicks: { made: number } }).clicks.made)).toBe(
    3,
  );

  const link = page.getByRole('link', { name: /Open questionnaire/ });
  const [patientPage] = await Promise.all([context.waitForEvent('page'), link.click()]);
  // Spitzer, Kroenke, Williams, Löwe 2006: seven items at 1 make 7, mild.
  expect(await answerAs(patientPage, 1)).toBe(7);
  await expect.poll(async () => (await truth.course(id, 'GAD-7')).length).toBe(before.length + 1);
  await page.bringToFront();
  await expect(course(page, 'GAD-7')).toContainText('7 of 21', { timeout: 30_000 });
  await expect(course(page, 'GAD-7')).toContainText('Mild');

  // The same by the keyboard alone, from somewhere in the page and back there.
  const { keyboard } = page;
  await page.getByRole('link', { name: 'All patients' }).focus();
  await pressShortcut(context);
  await expect.poll(() => focusOf(page)).toEqual({ name: 'Scores', isOurs: true, isSeen: true });
  await tabTo(page, /^Send another$/);
  await keyboard.press('Enter');
  await expect.poll(async () => (await focusOf(page)).name).toBe('Send a questionnaire');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await tabTo(page, /^Search instruments$/);
  await keyboard.type('PHQ-15');
  await expect(page.getByRole('option')).toHaveCount(1);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await tabTo(page, /^Continue$/);
  await keyboard.press('Enter');
  await expect.poll(async () => (await focusOf(page)).name).toBe('Review and confirm');
  await tabTo(page, /^Send PHQ-15 to Beatriz Lima$/);
  await keyboard.press('Enter');
  await expect(page.getByText('PHQ-15 was sent to Beatriz Lima.')).toBeVisible();
  expect(await focusOf(page)).toMatchObject({ isOurs: true, isSeen: true });
  await keyboard.press('Escape');
  await expect.poll(async () => (await focusOf(page)).name).toBe('Scores');
  await keyboard.press('Escape');
  expect(await focusOf(page)).toEqual({ name: '← All patients', isOurs: false, isSeen: true });

  await page.getByRole('link', { name: 'All patients' }).click();
  await page.getByLabel('Filter').fill('beatriz lima');
  const row = page.locator('.lines > .line:visible');
  await expect(row).toHaveCount(1);
  await expect(row.locator('.line-scores')).toContainText(/7|GAD-7/);
});

test('a list marks each row with its own patient’s latest, through sort, filter and rows that are used again', {
  tag: '@long',
}, async ({ page, stack, truth }) => {
  test.setTimeout(90_000);
  const all = [
    ['Camila', 'Rocha', 'PHQ-9'],
    ['Daniel', 'Azevedo', 'PHQ-9'],
    ['Hiroshi', 'Tanaka', 'DEMO-6'],
  ] as const;
  // One is linked, since the chart was opened; the others are recognised by name and birthday.
  const [linked] = await people(page, stack, ['Camila Rocha']);
  await page.goto(`${stack.urls.ehr}/spa/patients/${linked?.record}`);
  await settled(page);
  await page.goto(`${stack.urls.ehr}/spa`);
  for (const sort of ['name', 'record', 'bornOn']) {
    await page.locator('#sort').selectOption(sort);
    for (const [name, surname, instrument] of all) {
      const { id } = await truth.patient(name, surname);
      const last = (await truth.course(id, instrument)).at(-1);
      await page.getByLabel('Filter').fill(`${name} ${surname}`);
      const row = page.locator('.lines > .line:visible');
      await expect(row).toHaveCount(1);
      await expect(row.locator('.line-scores')).toContainText(String(last?.score));
    }
  }
  // Of two of the same name the service knows one, by the birthday.
  const { id } = await truth.patient('Rafael', 'Teixeira');
  const score = String((await truth.course(id, 'PHQ-9')).at(-1)?.score);
  await page.getByLabel('Filter').fill('Rafael Teixeira');
  const marks = page.locator('.lines > .line:visible > .line-scores');
  await expect(marks).toHaveCount(2);
  for (const hasText of [score, 'not linked']) await expect(marks.filter({ hasText })).toHaveCount(1);
});
