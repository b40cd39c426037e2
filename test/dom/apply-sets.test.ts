import { GAD7, WHO5 } from '../browser/apply-service.ts';
import { BRUNO, PHQ9 } from '../browser/panel-data.ts';
import { expect, test } from './apply-fixture.ts';

const state = (name: string) => `instrument-apply:state(${name})`;

test.beforeEach(({ page }) => page.clock.setFixedTime('2026-11-23T12:00:00Z'));

test('a battery that cannot be sent whole is no button, and one that is not valid is counted', async ({
  page,
  forms,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const lacking = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f09';
  forms.batteries = [
    { name: 'Intake', instruments: [PHQ9, lacking] },
    { name: '', instruments: [PHQ9] },
  ];
  await forms.open();
  const sentence = `“Intake” cannot be chosen: the list of instruments does not have ${lacking}.`;
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole('button', { name: /Intake/ })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveText('1 battery of this page is not valid and is not offered.');
  await expect.poll(() => errors.join()).toContain('batteries[1].name is not a text of 1 to 60 characters');
});

test('what the patient had last time is stated with its state, and chosen with one click', async ({
  page,
  forms,
}) => {
  const createdAt = '2026-10-05T12:00:00Z';
  forms.service.hold(WHO5, { createdAt: '2026-01-05T12:00:00Z', status: 'FINISHED' });
  const lastSubmission = { id: 1, score: 9, completedFillAt: '2026-11-20T12:00:00Z' };
  forms.service.hold(PHQ9, { createdAt, recurrenceCycle: 'BIWEEKLY', lastSubmission });
  forms.service.hold(GAD7, { createdAt, status: 'CANCELED_IDLE' });
  await forms.open('time-zone="America/Sao_Paulo"');
  const sets = page.locator('[part=sets]');
  await expect(sets).toContainText('Last time: set up on Mon, 5 Oct 2026');
  await expect(sets.getByRole('listitem')).toHaveText([
    'PHQ-9: every two weeks, in progress, last answer Fri, 20 Nov 2026',
    'Not included: GAD-7, every week, closed (patient inactive), set up on Mon, 5 Oct 2026',
  ]);
  await page.getByRole('button', { name: 'Repeat PHQ-9, every two weeks already active: PHQ-9' }).click();
  await expect(page.getByRole('radio', { name: 'Every two weeks' })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('[part=in-use]')).toContainText('Already active, in progress: every two weeks');
  await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
  expect(forms.service.sent).toEqual([]);
});

test('the next visit of one patient is never offered for another', async ({ page, forms }) => {
  const visit = page.getByRole('button', { name: /^On the next visit/ });
  await forms.open('next-visit="2026-11-30"');
  await expect(visit).toBeVisible();
  const element = page.locator('instrument-apply');
  await element.evaluate((form, patientId) => form.setAttribute('patient-id', patientId), BRUNO);
  await expect(page.locator('[part=patient]')).toContainText('Bruno Reis');
  await expect(page.locator(state('choosing'))).toHaveCount(1);
  await expect(visit).toHaveCount(0);
  await element.evaluate((form) => form.setAttribute('next-visit', '2026-12-07'));
  await expect(visit).toHaveText('On the next visit: Mon, 7 Dec 2026');
});
