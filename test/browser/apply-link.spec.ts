import { choose, expect, test } from './apply-fixture.ts';

test('a link that is no address of the web becomes neither a link nor a QR code', async ({ page, forms }) => {
  await forms.open();
  forms.service.hold = (
    (hold) => (formId, more) =>
      hold.call(forms.service, formId, { ...more, urlToAnswer: 'javascript:alert(1)' })
  )(forms.service.hold);
  await choose(page, 'PHQ-9');
  await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
  await expect(page.getByText('The service sent no link')).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
});

test('a link is copied, and shared where the browser can', async ({ page, context, forms }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.assign(globalThis, { shared: [] });
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => void Reflect.get(globalThis, 'shared').push(data),
    });
  });
  await forms.open();
  await choose(page, 'PHQ-9');
  await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
  const address = 'https://answer.example/answer/token-100';
  await page.getByRole('button', { name: 'Share link' }).click();
  const shared = await page.evaluate(() => Reflect.get(globalThis, 'shared'));
  expect(shared, 'without a name').toEqual([{ text: 'Please answer this questionnaire:', url: address }]);
  // A page without a secure origin has no clipboard: it is said, and the link is selected to be copied by hand.
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/Link copied\.|copy it manually/)).toBeVisible();
});
