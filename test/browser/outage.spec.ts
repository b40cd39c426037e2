import { expect, openPanel, signIn, test } from './stack-fixture.ts';

test.describe('a service that is away', () => {
  test.afterEach(async ({ stack }) => stack.startSandbox());

  test('leaves the last graph, marked stale, with a retry that brings it back', async ({
    page,
    stack,
    truth,
  }) => {
    await signIn(page, stack);
    await page.getByRole('link', { name: 'Marcelo Pinto' }).click();
    const { id } = await truth.patient('Marcelo', 'Pinto');
    const course = await truth.course(id, 'PHQ-9');
    const panel = await openPanel(page, 'PHQ-9');
    const headline = panel.getByText(`${course.at(-1)?.score} of 27`);
    await expect(headline).toBeVisible();

    await stack.stopSandbox();
    const retry = panel.getByRole('button', { name: /try again|retry/i });
    await expect(retry).toBeVisible({ timeout: 30_000 });
    await expect(headline).toBeVisible();
    await expect(panel.getByText('Table', { exact: true })).toBeVisible();
    await expect(page.getByText('This table may be out of date.')).toBeVisible();

    // The panel also reads by its clock, and may be back before the click: the button is then no longer in view.
    const button = await retry.elementHandle();
    await stack.startSandbox();
    await button?.evaluate((shown) => (shown as HTMLElement).click());
    await expect(retry).toBeHidden();
    await expect(headline).toBeVisible();
    await expect(page.getByText('This table may be out of date.')).toBeHidden();
  });

  test('leaves the EHR standing: it says what is missing and offers to try again', async ({
    page,
    stack,
  }) => {
    await signIn(page, stack);
    await stack.stopSandbox();
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The assessment service cannot be reached');
    await expect(page.getByRole('table')).toHaveCount(0);
    await stack.startSandbox();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Rafael Teixeira' })).toBeVisible();
  });
});
