import { describe } from 'vitest';
import { PHQ9 } from '../browser/panel-data.ts';
import { choose, expect, test } from './apply-fixture.ts';

describe('what the patient has already', () => {
  test('is read once more before anything is sent: what came meanwhile is shown first', async ({
    page,
    forms,
  }) => {
    await forms.open();
    await choose(page, 'PHQ-9');
    const apply = page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' });
    await expect(apply).toBeVisible();
    forms.service.hold(PHQ9);
    await apply.click();
    await expect(page.getByRole('alert')).toContainText('active questionnaires have just changed');
    await expect(page.locator('[part=in-use]')).toContainText('Already active');
    expect(forms.service.sent).toEqual([]);
  });

  test('an application in a state that is not known counts as in use, and asks for a word', async ({
    page,
    forms,
  }) => {
    forms.service.hold(PHQ9, { status: 'UNHEARD_OF' });
    await forms.open();
    await choose(page, 'PHQ-9');
    await expect(page.locator('[part=in-use]')).toContainText('Already active, UNHEARD_OF');
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    expect(forms.service.sent).toEqual([]);
  });

  test('where a row of it cannot be read, that is said and asks for a word', async ({ page, forms }) => {
    forms.service.hold(PHQ9, { id: 'seven' as unknown as number });
    await forms.open();
    await expect(page.getByText('1 questionnaire sent to this patient could not be read')).toBeVisible();
    await choose(page, 'PHQ-9');
    await expect(page.locator('[part=in-use]')).toContainText('could not be read');
    await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
    expect(forms.service.sent).toEqual([]);
  });
});

test('an instrument that is applied a second time, knowingly, leaves the first result where it was', async ({
  page,
  forms,
}) => {
  forms.service.endings = ['works', { status: 422, code: 'INVALID_STATE' }, 'works'];
  await forms.open();
  await choose(page, 'PHQ-9', 'GAD-7');
  await page.getByRole('button', { name: 'Send PHQ-9 and GAD-7 to Ana Lima' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await choose(page, 'PHQ-9');
  await page.getByRole('checkbox', { name: 'Send PHQ-9 anyway' }).check();
  await page.getByRole('button', { name: 'Send GAD-7 and PHQ-9 to Ana Lima' }).click();
  await expect(page.locator('[data-standing=created]')).toHaveCount(3);
  const links = await page
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  expect(new Set(links).size, 'each with its own link').toBe(3);
});
