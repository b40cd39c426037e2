import { answerAs, expect, panelOf, signIn, test } from './stack-fixture.ts';

test('a new answer comes into the overview of a chart through proxy and service, with its flag on top', async ({
  page,
  context,
  stack,
  truth,
}) => {
  await signIn(page, stack);
  await page.getByRole('link', { name: 'André Nunes' }).click();
  const { id } = await truth.patient('André', 'Nunes');
  const formId = await truth.instrument('PHQ-9');
  const before = (await truth.course(id, 'PHQ-9')).at(-1);
  await page.getByRole('combobox', { name: 'Instrument' }).selectOption(formId);
  await page.getByLabel('Frequency').selectOption('NOW');
  await page.getByRole('button', { name: 'Send to André Nunes' }).click();
  const link = page.getByRole('link', { name: 'Open questionnaire' });
  const [patientPage] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await page.getByRole('link', { name: 'Back to André Nunes' }).click();
  const panel = panelOf(page, formId);
  await expect(panel.getByText(`${before?.score} of 27`)).toBeVisible();

  // Beside the chart's own panels, by their token.
  await panel.evaluate((beside) => {
    const overview = document.createElement('instrument-overview');
    for (const name of ['patient-id', 'professional-id'])
      overview.setAttribute(name, beside.getAttribute(name) ?? '');
    overview.setAttribute('refresh', '2');
    document.querySelector('main')?.prepend(overview);
  });
  const overview = page.locator('instrument-overview');
  const row = overview.locator('tr.row').filter({ hasText: 'PHQ-9' });
  await expect(row).toContainText(`${before?.score} of 27`);
  await expect(row).toContainText(before?.classification ?? '');
  await expect(overview.locator('instrument-overview:state(partial)')).toHaveCount(0);

  // Kroenke, Spitzer, Williams 2001: nine items at 2 make 18, moderately severe; item 9 above 0 is a risk.
  expect(await answerAs(patientPage, 2)).toBe(9);
  await expect(row).toContainText('18 of 27');
  await expect(row).toContainText('Moderately severe');
  await expect(row).toContainText(`(${before?.score})`);
  await expect(row).toHaveAttribute('data-risk', 'flagged');
  await expect(overview.locator('tr.row').first()).toContainText('PHQ-9');
  await expect(row).toContainText('Suicide or self-harm item 9');
  await expect(overview.getByRole('status').first()).toContainText('New answer. PHQ-9 18 of 27');

  await overview.getByRole('button', { name: 'One time axis' }).click();
  const axis = overview.getByRole('region', { name: 'All instruments on one time axis' });
  await expect(axis.locator('.said li').filter({ hasText: 'PHQ-9' })).toContainText('18 of 27');
});
