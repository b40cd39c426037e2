import { expect, test } from './own-page.ts';
import { ANA, standing, start } from './site/chart.ts';

test('a form whose field is called as what it could be asked hides no change of the patient', async ({
  page,
}) => {
  await start(page, `<form id=trap><input name=contains></form>${ANA}`);
  await expect.poll(() => standing(page)).toBe('Ana');
  const atOnce = await page.evaluate(async () => {
    document.querySelector('#trap')?.setAttribute('class', 'changed');
    document.querySelector('#banner')?.setAttribute('data-key', '2');
    await null;
    return bench.standing()?.name ?? null;
  });
  expect(atOnce).toBeNull();
});
