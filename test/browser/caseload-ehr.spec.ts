import { axeOf } from './axe.ts';
import { expect, signIn, test } from './stack-fixture.ts';

test('the demo shows all patients of the signed-in professional, and opens a chart from there', async ({
  page,
  stack,
  truth,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, stack);
  await page.getByRole('link', { name: 'Caseload' }).click();
  const list = page.locator('instrument-caseload');
  await expect(page.locator('instrument-caseload:state(ready)')).toHaveCount(1);
  await expect(list.locator('[part=progress]')).toHaveText(/^\d+ patients$/);
  await expect(list.locator('[part=missing]')).toBeHidden();
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  const { id } = await truth.patient('Camila', 'Rocha');
  await page.getByLabel('Search').fill('Camila Rocha');
  const row = list.locator('[part=row]');
  await expect(row).toHaveCount(1);
  const formId = await truth.instrument('PHQ-9');
  const latest = (await truth.course(id, 'PHQ-9')).at(-1);
  const score = row.locator(`[data-form="${formId}"]`);
  await expect(score.locator('[part=value]')).toHaveText(String(latest?.score));
  await expect(score.locator('[part=class]')).toHaveText(latest?.classification ?? '');
  await row.getByRole('button', { name: 'Camila Rocha' }).click();
  await expect(page).toHaveURL(`${stack.urls.ehr}/patients/${id}`);
});
