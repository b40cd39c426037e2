import { choose, expect, test } from './apply-fixture.ts';
import { GAD7 } from './apply-service.ts';
import { PHQ9 } from './panel-data.ts';

test('is said in the list and at the confirmation, and nobody applies twice unknowingly', async ({
  page,
  forms,
}) => {
  forms.service.hold(PHQ9);
  forms.service.hold(GAD7, { status: 'FINISHED' });
  await forms.open('time-zone="America/Sao_Paulo"');
  await expect(page.getByRole('option', { name: 'PHQ-9' })).toContainText('already active');
  await expect(page.getByRole('option', { name: 'GAD-7' })).not.toContainText('already active');
  await choose(page, 'PHQ-9');
  await expect(page.locator('[part=in-use]')).toContainText(
    'Already active, in progress: every week, since Tue, 3 Mar 2026, next request Tue, 24 Nov 2026.',
  );
  await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
  const box = page.getByRole('checkbox', { name: 'Send PHQ-9 anyway' });
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription(/Confirm to send a second one/);
  expect(forms.service.sent).toEqual([]);
  await box.check();
  await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
  await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
  expect(forms.service.applications).toHaveLength(3);
});

test('is not said of what was sent once and has been answered, which can be sent again as it is', async ({
  page,
  forms,
}) => {
  const once = { recurrenceCycle: 'NOW', nextAnswerAt: null } as const;
  forms.service.hold(PHQ9, { ...once, lastSubmission: { id: 1, completedFillAt: '2026-03-03T12:00:00Z' } });
  forms.service.hold(GAD7, once);
  await forms.open('time-zone="America/Sao_Paulo"');
  await expect(page.getByRole('option', { name: 'GAD-7' })).toContainText('already active');
  await expect(page.getByRole('option', { name: 'PHQ-9' })).not.toContainText('already active');
  await choose(page, 'PHQ-9');
  await expect(page.locator('[part=in-use]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
  await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
});
