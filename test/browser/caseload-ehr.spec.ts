import { axeOf } from './axe.ts';
import { answerAs, expect, sendOnce, signIn, test } from './stack-fixture.ts';

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
  // Who opens a patient has left a list that was whole and in view.
  await page.getByRole('link', { name: 'Caseload' }).click();
  await expect(list.locator('[part=window]')).toContainText('You last looked');
});

test('an answer of a patient is in the list of a professional who has it open, without a jump', async ({
  page,
  context,
  stack,
  truth,
}) => {
  await signIn(page, stack);
  const { id } = await truth.patient('Camila', 'Rocha');
  await page.goto(`${stack.urls.ehr}/patients/${id}`);
  const link = await sendOnce(page, 'Camila Rocha');
  await page.goto(`${stack.urls.ehr}/caseload`);
  await expect(page.locator('instrument-caseload:state(ready)')).toHaveCount(1);
  const places = () =>
    page
      .locator('instrument-caseload')
      .evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('.name') ?? [])].map(
          (name) => `${name.textContent} ${name.getBoundingClientRect().top}`,
        ),
      );
  const before = await places();
  const patientPage = await context.newPage();
  await patientPage.goto(link);
  await answerAs(patientPage, 3);
  const row = page.locator('instrument-caseload [part=row]', { hasText: 'Camila Rocha' });
  await expect(row.locator('[part=new]')).toHaveText('New');
  await expect(row.locator('[part=value]').first()).toHaveText('27');
  // The button that sorts again takes room from the list, so that a row beyond its edge may be gone.
  const after = await places();
  expect(after.length).toBeGreaterThan(3);
  expect(after).toEqual(before.slice(0, after.length));
});
