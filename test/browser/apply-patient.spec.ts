import { choose, expect, test } from './apply-fixture.ts';
import { BRUNO } from './panel-data.ts';

test('a change of patient empties the form at once, and the new one is read', async ({ page, forms }) => {
  await forms.open();
  await choose(page, 'PHQ-9');
  await expect(page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' })).toBeVisible();
  const seen = await page.locator('instrument-apply').evaluate((element, patientId) => {
    element.setAttribute('patient-id', patientId);
    // In the same task: nothing of the patient before may be seen even for one frame.
    return element.shadowRoot?.textContent ?? '';
  }, BRUNO);
  expect(seen).not.toContain('Ana');
  await expect(page.locator('[part=patient]')).toHaveText('For Bruno Reis, born 30 Nov 1984');
  await expect(
    page.getByRole('heading', { name: 'Send a questionnaire' }),
    'who was in it stays there',
  ).toBeFocused();
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await expect(page.getByText('Ana Lima')).toHaveCount(0);
});
