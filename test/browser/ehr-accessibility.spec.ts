import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { expect, openPanel, sendOnce, signIn, test } from './stack-fixture.ts';

/** Nothing that axe knows, in the page and in the panels' shadow roots. */
async function expectClean(page: Page, what: string): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, what).toEqual([]);
}

async function expectNoSideways(page: Page, what: string): Promise<void> {
  // Before its style sheet has come a page can be measured, and is wider.
  await page.waitForLoadState('load');
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${what}: pixels beyond the window`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(
      `every page is clean to axe and fits, ${colorScheme}, ${width} px`,
      longUnless(colorScheme === 'dark' && width === 360),
      async ({ page, context, stack }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const check = async (what: string) => {
          await expectNoSideways(page, what);
          await expectClean(page, what);
        };
        await page.goto(stack.urls.ehr);
        await check('sign-in');
        await signIn(page, stack);
        await check('patient list');
        await page.getByRole('link', { name: 'Camila Rocha' }).click();
        await expect((await openPanel(page, 'PHQ-9')).getByText(/of 27/)).toBeVisible();
        await check('chart');
        const link = await sendOnce(page, 'Camila Rocha');
        await check('confirmation');
        const patientPage = await context.newPage();
        await patientPage.emulateMedia({ colorScheme });
        await patientPage.setViewportSize({ width, height: 900 });
        await patientPage.goto(link);
        await expect(patientPage.getByRole('radio').first()).toBeVisible();
        await expectNoSideways(patientPage, 'patient’s page');
        await expectClean(patientPage, 'patient’s page');
      },
    );
  }
}

test('the EHR can be used by keyboard alone, from the skip link on', async ({ page, stack }) => {
  await page.goto(stack.urls.ehr);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  const [ana] = stack.signIns;
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(ana?.email ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ana?.password ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  const sort = page.getByRole('button', { name: 'Date of birth' });
  await sort.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Date of birth' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});
