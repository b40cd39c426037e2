import { choose, expect, test } from './apply-fixture.ts';

test('offline sends nothing and says so; online again it is applied', async ({ page, context, forms }) => {
  await forms.open();
  await choose(page, 'PHQ-9');
  const apply = page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' });
  await expect(apply).toBeVisible();
  await context.setOffline(true);
  await apply.click();
  await expect(page.getByRole('alert')).toHaveText(
    'You are offline. Connect, then try again. Nothing was sent.',
  );
  expect(forms.service.sent).toEqual([]);
  await context.setOffline(false);
  await apply.click();
  await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
  expect(forms.service.applications).toHaveLength(1);
});
