import { ownStrings } from '../extension/calibrate.ts';
import { openDesk, signInToProxy } from '../extension/desk.ts';
import { expect, people, settled, inOwnWindow as test } from '../extension/fixture.ts';
import { openHere } from '../extension/steps.ts';

test('a key that stays in the address above another patient’s header is never linked to that patient', async ({
  context,
  page,
  stack,
}) => {
  const { ehr, proxy } = stack.urls;
  const [late, quick] = await people(page, stack, ['Fernanda Oliveira', 'André Nunes']);
  if (!late || !quick) throw new Error('Two people are needed.');
  const desk = await openDesk(context);
  await desk.ask('sign.out', { proxy });
  await page.goto(`${ehr}/racing`);
  await expect(page.locator('#quick')).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(`**/spa-data/patients/${late.record}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.evaluate(openHere, [[late.record, quick.record], 20] as const);
  await expect(page.getByRole('heading', { level: 1, name: quick.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(quick.record));
  held.resolve();
  await expect(page).toHaveURL(new RegExp(late.record));
  await expect(page.getByRole('heading', { level: 1, name: quick.name })).toBeVisible();
  await signInToProxy(context, desk, stack);
  // The extension has asked the proxy by then, and says that it knows nobody by this key.
  await expect
    .poll(async () => (await ownStrings(page)).join(' '), { timeout: 20_000 })
    .toMatch(/not linked/i);
  // Each of the two is found by their own number, whose link nobody has.
  for (const { record, name } of [late, quick]) {
    await page.goto(`${ehr}/spa/patients/${record}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await settled(page);
  }
  await desk.close();
});
