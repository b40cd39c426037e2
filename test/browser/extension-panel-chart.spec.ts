import { chart } from './extension-panel/service.ts';
import { expect, problem, test } from './extension-panel-fixture.ts';
import { hurryLooks } from './hurry.ts';
import { press } from './press.ts';

test('says per instrument where the patient stands, and of risk before anything else', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.show();
  const panel = page.locator('.panel');
  await expect(panel.getByText('Ana Lima, born 4 Mar 1990')).toBeVisible();
  await expect(panel.locator('.risks li').first()).toHaveText(
    /PHQ-9: Risk flag in the latest answer, 10 Aug 2026\./,
  );
  await expect(panel.getByText('WHO-5: No risk flag recorded as of 13 Jul 2026.')).toBeVisible();
  const [first] = await panel.innerText().then((text) => text.split('\n').filter((line) => line.length > 3));
  expect(first).toContain('Risk flag in the latest answer');
  // Scores, ranges, the change for the last of 19, 17, 18, 14, 11, 14.
  const row = page.getByRole('button', { name: /^PHQ-9/ });
  for (const said of [
    '14 of 27',
    'in range Moderate',
    '3 higher than on 27 Jul 2026 (11)',
    '10 Aug 2026',
    '1 request late',
  ])
    await expect(row).toContainText(said);
  await expect(page.getByRole('button', { name: /^WHO-5/ })).toContainText(/16 higher than on \d+ \S+ 2026/);
  // No score stands for all three (Lovibond and Lovibond, 1995), so none stands alone.
  const subscales = page.getByRole('button', { name: /^DASS-21/ });
  for (const said of [
    'Depression 10 of 42',
    'Anxiety 14 of 42, in range Moderate',
    'Stress 18 of 42, in range Mild',
  ])
    await expect(subscales).toContainText(said);
  await expect(page.getByRole('button', { name: /^GAD-7/ })).toContainText('No answers yet');
  // The sign of no risk flag would be said of nobody's answer.
  await expect(page.getByRole('listitem').filter({ hasText: 'GAD-7: No answers, so' })).not.toContainText(
    '–',
  );
});

test('closed, it still says what is known of risk, and remembers that it was closed', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.show();
  await page.getByRole('button', { name: 'Hide scores' }).click();
  await expect(page.getByText('PHQ-9: Risk flag in the latest answer, 10 Aug 2026.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^PHQ-9/ })).toBeHidden();
  expect(await page.evaluate(() => globalThis.kept.isOpen)).toBe(false);
  expect(JSON.stringify(await page.evaluate(() => globalThis.kept))).not.toMatch(/Ana|3f0e9a52/);
});

test('opens to the graph, which the arrow keys walk, the table, the requests and the answers', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.show();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  const graph = page.getByRole('application');
  await expect(graph).toHaveAccessibleName(
    /Score graph of Patient Health Questionnaire-9 \(PHQ-9\), 6 answers\./,
  );
  await graph.focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.panel > [role=status]')).toHaveText(
    '1 Jun 2026, 09:00. Score 19 of 27, in range Moderately severe. Risk: None recorded.',
  );
  const analysis = page.getByText(/^AI analysis of the course: /);
  await expect(analysis).toHaveText(
    'AI analysis of the course: made 1 Aug 2026. It is not current: the course has changed since. ' +
      'Made by AI, it supports interpretation and does not replace clinical judgment.',
  );
  // It is looked up anew with the course.
  ehr.answers['analysis.read'] = () => problem('PLAN_WITHOUT_AI_ANALYSIS', { status: 403 });
  await page.evaluate(() => globalThis.panels.changed());
  await expect(analysis).toHaveText(
    'AI analysis of the course: the professional’s plan does not include it.',
  );
  await page.getByText('Table of 6 answers').click();
  await expect(page.getByRole('row')).toHaveCount(9);
  await page.getByText('8 requests').click();
  await expect(page.locator('.requests')).toContainText('Not answered: replaced by the next request.');
  await expect(page.locator('.requests')).toContainText('To be answered by 31 Aug 2026');
  await page.getByRole('button', { name: 'Answers of the latest' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Source: submission 6');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('shows the series of a subscale that is chosen', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.show();
  await page.getByRole('button', { name: /^DASS-21/ }).click();
  await page.getByRole('radio', { name: 'Stress' }).check();
  await expect(page.getByRole('application')).toHaveAccessibleName(/Stress, 4 answers/);
});

test('three clicks apply an instrument that the patient answered before', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.show();
  await page.getByRole('button', { name: 'Apply instrument' }).click();
  await page.getByRole('button', { name: 'Apply WHO-5' }).click();
  await press(page.getByRole('button', { name: 'Apply WHO-5 to Ana Lima' }));
  await expect(page.getByText('WHO-5 was applied to Ana Lima.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link to answer WHO-5' })).toBeVisible();
  await expect(page.getByText('Link to answer WHO-5')).toBeVisible();
  const link = page.locator('[part=link]');
  await expect(link).toBeVisible();
  expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(
    '"https://answer.example/answer/token-new"',
  );
  // Whatever is selected, and whatever is text, every script of the page can read or find out.
  await link.dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  for (const field of await page.locator('.form input').all()) await field.selectText();
  const heard = await page.evaluate(() => {
    const selected = String(getSelection());
    const found = (text: string): boolean => {
      getSelection()?.removeAllRanges();
      return (globalThis as unknown as { find(text: string): boolean }).find(text);
    };
    return { selected, found: ['Link to answer', 'token-new'].map(found) };
  });
  expect(heard.selected).not.toContain('token-new');
  expect(heard.found).toEqual([true, false]);
  expect(ehr.count('apply.create')).toBe(1);
  // Whom it is about is the background's to know.
  const { input } = ehr.asked.find(({ intent }) => intent === 'apply.create') ?? {};
  expect(JSON.stringify(input)).not.toContain('patientId');
});

test('asks before a change, naming patient and instrument, and says what came of it', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  ehr.answers['application.recur'] = () => ({});
  await ehr.show();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  await page.getByRole('button', { name: 'Change recurrence' }).click();
  await expect(page.getByRole('group', { name: 'How often is Ana Lima to answer PHQ-9?' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Recurrence' }).selectOption('Every month');
  await press(page.getByRole('button', { name: 'Change PHQ-9 for Ana Lima' }));
  await expect(page.getByText('The recurrence of PHQ-9 for Ana Lima was changed.')).toBeVisible();
  expect(ehr.asked.find(({ intent }) => intent === 'application.recur')?.input).toMatchObject({
    applicationId: 7,
    cycle: 'MONTHLY',
  });
});

test('a change whose answer is lost is looked up and never sent again', async ({ page, ehr }) => {
  await hurryLooks(page);
  await ehr.open();
  ehr.answers['application.finish'] = () => problem('NETWORK', { isOutcomeUnknown: true });
  ehr.answers['apply.applicationsOf'] = () => problem('NETWORK');
  await ehr.show();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await press(page.getByRole('button', { name: 'Finish PHQ-9 for Ana Lima' }));
  await expect(page.getByText(/It cannot be told whether it was done/)).toBeVisible();
  const finished = { ...chart().applications[0], status: 'FINISHED' };
  ehr.answers['apply.applicationsOf'] = () => ({ items: [finished], unreadable: 0 });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('PHQ-9 was finished for Ana Lima.')).toBeVisible();
  expect(ehr.count('application.finish')).toBe(1);
});

test('a refusal says that nothing was changed, and why', async ({ page, ehr }) => {
  await ehr.open();
  ehr.answers['submission.delete'] = () => problem('changed');
  await ehr.show();
  await page.getByRole('button', { name: /^WHO-5/ }).click();
  await page.getByText('4 requests').click();
  // Four requests of one instrument are told apart by their moments.
  await page.getByRole('button', { name: /^Delete: 13 Jul 2026, \d/ }).click();
  await expect(page.getByRole('group', { name: /by Ana Lima, answered 13 Jul 2026, / })).toBeVisible();
  const confirm = page.getByRole('button', { name: /^Delete for good: WHO-5 of Ana Lima, 13 Jul 2026, / });
  await press(confirm);
  await expect(page.getByText(/WHO-5 was not changed. The page changed meanwhile/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  ehr.answers['submission.delete'] = () => problem('not-found', { status: 404 });
  await page.getByRole('button', { name: /^Delete: 13 Jul 2026, \d/ }).click();
  await press(confirm);
  await expect(page.getByText(/^WHO-5 was not changed. The service does not find it\./)).toBeVisible();
});

test('where the page gives nothing to compare with the record, nothing can be applied or changed', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  ehr.answers['chart.read'] = () => ({ ...chart(), agreed: [] });
  await ehr.show();
  await expect(page.getByText(/Nothing can be applied from here/)).toBeVisible();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  await expect(page.getByRole('button', { name: 'Apply instrument' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change recurrence' })).toBeHidden();
});

test('the shortcut opens the panel and takes the focus, and closes it where it has it', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: '<h1 id="name">Lima, Ana</h1><input aria-label="Note of the page">' });
  await ehr.show();
  await page.getByRole('button', { name: 'Hide scores' }).click();
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(page.getByRole('button', { name: /^PHQ-9/ })).toBeVisible();
  await expect(page.locator('#title').first()).toBeFocused();
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(page.getByRole('button', { name: /^PHQ-9/ })).toBeHidden();

  // Whoever was somewhere in the page is brought back there: by Escape, and by the shortcut.
  const note = page.getByLabel('Note of the page');
  await note.focus();
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(page.locator('#title').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Apply instrument' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#title').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(note).toBeFocused();
  await expect(page.getByRole('button', { name: /^PHQ-9/ })).toBeVisible();
  await page.evaluate(() => globalThis.panels.toggle());
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(note).toBeFocused();
  await expect(page.getByRole('button', { name: /^PHQ-9/ })).toBeHidden();
});
