import { answerAs, expect, openPanel, rowOf, sendOnce, signIn, test } from './stack-fixture.ts';

test.describe('the main job', () => {
  test('from the sign-in to a new point in the open graph, without a reload', async ({
    page,
    context,
    stack,
    truth,
  }) => {
    await signIn(page, stack);
    await page.getByRole('link', { name: 'André Nunes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'André Nunes' })).toBeVisible();
    const { id } = await truth.patient('André', 'Nunes');
    const before = await truth.course(id, 'PHQ-9');
    const panel = await openPanel(page, 'PHQ-9');
    const row = rowOf(page, 'PHQ-9');
    await expect(panel.getByText(`${before.at(-1)?.score} of 27`)).toBeVisible();
    await expect(panel.locator('[part=classification]')).toBeVisible();
    await expect(panel.getByText('Table', { exact: true })).toBeVisible();

    const address = await sendOnce(page, 'André Nunes');
    await expect(page.getByText('PHQ-9 was sent to André Nunes.')).toBeVisible();
    const link = page.getByRole('link', { name: /Open questionnaire/ });
    expect(await link.getAttribute('href')).toBe(address);
    const [patientPage] = await Promise.all([context.waitForEvent('page'), link.click()]);

    await page.getByRole('link', { name: 'Back to André Nunes' }).click();
    await expect(row).toContainText(`${before.at(-1)?.score} of 27`);
    await expect(row).toContainText(before.at(-1)?.classification ?? '');
    await openPanel(page, 'PHQ-9');
    await expect(panel.getByText('Table', { exact: true })).toBeVisible();
    await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));
    const sent = page.getByRole('row', { name: /PHQ-9 Once, now/ }).first();
    const lastAnswer = sent.getByRole('cell').nth(3);
    await expect(lastAnswer).toHaveText('none yet');
    const note = page.getByRole('textbox', { name: 'Today’s note' });
    await note.fill('Slept better.');

    // Kroenke, Spitzer, Williams 2001: nine items at 2 make 18, moderately severe; item 9 above 0 is a risk.
    expect(await answerAs(patientPage, 2)).toBe(9);
    await expect(patientPage.getByRole('heading', { name: /thank/i })).toBeVisible();

    await expect(panel.getByText('18 of 27', { exact: true })).toBeVisible();
    await expect(panel.getByText('Moderately severe (15–19)', { exact: true })).toBeVisible();
    await expect(panel.getByRole('status')).toContainText('18 of 27');
    await expect(row).toContainText('18 of 27');
    await expect(row).toContainText(`(${before.at(-1)?.score})`);
    await expect(row).toHaveAttribute('data-risk', 'flagged');
    await expect(page.locator('instrument-overview tr.row').first()).toContainText('PHQ-9');
    // The list of submissions has no answers: that of item 9 is read for the flag alone.
    await expect(
      panel.getByText(/^Suicide or self-harm item 9: “More than half the days” · moderate severity · /),
    ).toBeVisible();
    await expect(panel.getByText('Table', { exact: true })).toBeVisible();
    // The EHR's own table follows the scores, with the row where it stood.
    await expect(lastAnswer).toHaveText('18 Nov 2026');
    await expect(page.getByText('This table may be out of date.')).toBeHidden();
    expect(await page.evaluate(() => 'stillTheSamePage' in globalThis)).toBe(true);
    await expect(note).toHaveValue('Slept better.');

    await page.getByRole('button', { name: 'All on one timeline' }).click();
    const axis = page.getByRole('region', { name: 'All instruments on one timeline' });
    await expect(axis.locator('.said li').filter({ hasText: 'PHQ-9' })).toContainText('18 of 27');
  });

  test('works at 127.0.0.1 as at localhost, though a cookie belongs to one host name', async ({
    page,
    stack,
    truth,
  }) => {
    const ehr = new URL(stack.urls.ehr);
    ehr.hostname = ehr.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    await signIn(page, stack, ehr.origin);
    await page.getByRole('link', { name: 'Rafael Teixeira' }).click();
    const { id } = await truth.patient('Rafael', 'Teixeira');
    const last = (await truth.course(id, 'PHQ-9')).at(-1);
    await expect(rowOf(page, 'PHQ-9')).toContainText(`${last?.score} of 27`);
  });

  test('is spoken in Portuguese once that is chosen, page and scores alike', async ({
    page,
    stack,
    truth,
  }) => {
    await signIn(page, stack);
    await page.getByRole('link', { name: 'Português' }).click();
    await page.getByRole('link', { name: 'Rafael Teixeira' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    await expect(page.getByRole('link', { name: 'Enviar um questionário a Rafael Teixeira' })).toBeVisible();
    const { id } = await truth.patient('Rafael', 'Teixeira');
    const last = (await truth.course(id, 'PHQ-9')).at(-1);
    await expect(rowOf(page, 'PHQ-9')).toContainText(`${last?.score} de 27`);
  });

  test('ends with the sign-out: going back shows nobody', async ({ page, stack }) => {
    await signIn(page, stack);
    await page.getByRole('link', { name: 'Rafael Teixeira' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('Rafael')).toHaveCount(0);
  });

  test('ends with the sign-out in every other tab: the proxy refuses the tokens that are still there', async ({
    page,
    context,
    stack,
  }) => {
    await signIn(page, stack);
    await page.getByRole('link', { name: 'Rafael Teixeira' }).click();
    const asked = page.waitForRequest((request) => Boolean(request.headers().authorization));
    const panel = await openPanel(page, 'PHQ-9');
    await expect(panel.locator('[part=classification]')).toBeVisible();
    const request = await asked;
    const again = () =>
      fetch(request.url(), {
        method: request.method(),
        headers: request.headers(),
        body: request.postData(),
      }).then(({ status }) => status);
    expect(await again()).toBe(200);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect.poll(again).toBe(401);
  });
});
