import type { Page } from '@playwright/test';
import { WHO5 } from './apply-service.ts';
import { chart } from './extension-panel/service.ts';
import { expect, OPEN, problem, test } from './extension-panel-fixture.ts';
import { hurryLooks } from './hurry.ts';
import { ANA, BRUNO, PHQ9 } from './panel-data.ts';
import { press } from './press.ts';

/** The row of an instrument. */
const rowOf = (page: Page, name: string) =>
  page.locator('tr.row').filter({ has: page.getByRole('button', { name, exact: true }) });

test('one statement of risk comes before anything else, then a row for each instrument, flags first', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.showOpened();
  const panel = page.locator('.panel');
  await expect(panel.getByText('Ana Lima, born 4 Mar 1990')).toBeVisible();
  const risks = page.getByRole('group', { name: 'Risk' });
  await expect(risks.locator('span')).toHaveText([
    'PHQ-9: Risk flag · 10 Aug 2026',
    'No risk flag in the latest answer: DASS-21, WHO-5',
  ]);
  const [first] = await panel.innerText().then((text) => text.split('\n').filter((line) => line.length > 3));
  expect(first).toContain('PHQ-9: Risk flag');
  await expect(page.getByRole('table', { name: 'Instruments' })).toBeVisible();
  await expect(page.locator('tr.row th button')).toHaveText(['PHQ-9', 'DASS-21', 'WHO-5', 'GAD-7']);
  // Scores, ranges, the change for the last of 19, 17, 18, 14, 11, 14.
  for (const said of [
    '14 of 27',
    'Moderate',
    '3 higher than on 27 Jul (11)',
    '3 months ago (10 Aug 2026)',
    'next request 24 Nov 2099',
    '2 missed',
    'Risk flag · 10 Aug 2026',
  ])
    await expect(rowOf(page, 'PHQ-9')).toContainText(said);
  await expect(rowOf(page, 'WHO-5')).toContainText(/16 higher than on 29 Jun \(44\)/);
  await expect(rowOf(page, 'WHO-5')).toContainText('higher is better');
  // No score stands for all three (Lovibond and Lovibond, 1995), so none stands alone.
  await expect(rowOf(page, 'DASS-21')).toContainText('Depression 10 · Anxiety 14 · Stress 18');
  await expect(rowOf(page, 'GAD-7')).toContainText('No answers yet');
  await expect(risks).not.toContainText('GAD-7');
});

test('says which answers could not be read, and of a flag which item, which answer and how grave', async ({
  page,
  ehr,
}) => {
  const whole = chart();
  const courses = whole.courses.map((course) => {
    if (course.formId === WHO5 && course.instrument) {
      const questions = [1, 2, 3, 4, 5].map((id) => ({ id, text: `Item ${id}` }));
      return { ...course, instrument: { ...course.instrument, questions } };
    }
    if (course.formId !== PHQ9) return course;
    const submissions = course.submissions.map((one) =>
      one.riskFlagCount
        ? {
            ...one,
            answers: [
              {
                questionId: 9,
                value: 'Nearly every day',
                riskFlag: { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' },
              },
            ],
          }
        : one,
    );
    return { ...course, submissions };
  });
  const lost = [
    {
      id: 99,
      patientId: ANA,
      formTemplateId: PHQ9,
      completedFillAt: '2026-11-19T12:00:00Z',
      riskFlagCount: 0,
    },
  ];
  ehr.answers['chart.read'] = () => ({ ...whole, courses, lost });
  await ehr.open();
  await ehr.showOpened();
  const row = rowOf(page, 'PHQ-9');
  await expect(row).toContainText(
    'Suicide or self-harm item: “Nearly every day” · high severity · 10 Aug 2026',
  );
  await expect(page.locator('.foot')).toContainText('A flag prompts clinical review; it is not a diagnosis.');
  // The answers of a flag are one click away.
  await page.getByRole('button', { name: 'View the flagged answers of PHQ-9' }).click();
  await expect(page.getByRole('dialog')).toContainText('Source: submission 6');
  await page.keyboard.press('Escape');
  await expect(row).toContainText('The newest answer (19 Nov 2026) could not be read');
  await expect(row).toContainText('Last answer read: 3 months ago (10 Aug 2026)');
  await expect(row).not.toContainText('Latest answer');
});

test('reads the answer behind a current flag once, where the list of submissions has none', async ({
  page,
  ehr,
}) => {
  const { 'item.read': read } = ehr.answers;
  ehr.answers['item.read'] = async (input, epoch) => {
    const found = (await read?.(input, epoch)) as { submission: object };
    const riskFlag = { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' };
    const answers = [{ questionId: 9, value: 'Nearly every day', riskFlag }];
    return { ...found, submission: { ...found.submission, answers } };
  };
  await ehr.open();
  await ehr.showOpened();
  const flag = rowOf(page, 'PHQ-9');
  await expect(flag).toContainText(
    'Suicide or self-harm item: “Nearly every day” · high severity · 10 Aug 2026',
  );
  const count = ehr.count('chart.read');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => ehr.count('chart.read')).toBeGreaterThan(count);
  await expect(flag).toContainText('Nearly every day');
  expect(ehr.count('item.read')).toBe(1);
});

for (const [name, more] of [
  ['another patient', { patientId: BRUNO }],
  ['another submission', { id: 1 }],
  ['no flag', { answers: [] }],
] as const) {
  test(`a flag stays as it is if the submission that is read for it has ${name}`, async ({ page, ehr }) => {
    const { 'item.read': read } = ehr.answers;
    ehr.answers['item.read'] = async (input, epoch) => {
      const found = (await read?.(input, epoch)) as { submission: object };
      const riskFlag = { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' };
      const answers = [{ questionId: 9, value: 'Nearly every day', riskFlag }];
      return { ...found, submission: { ...found.submission, answers, ...more } };
    };
    await ehr.open();
    await ehr.showOpened();
    await expect.poll(() => ehr.count('item.read')).toBe(1);
    await expect(rowOf(page, 'PHQ-9')).toContainText('Risk flag · 10 Aug 2026');
    await expect(page.locator('.panel')).not.toContainText('Nearly every day');
  });
}

test('a flag of low severity looks quieter than one of high or of unknown severity', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  const looks: string[] = [];
  for (const severity of ['HIGH', 'LOW', 'UNHEARD_OF']) {
    const whole = chart();
    const riskFlag = { flagType: 'SUICIDE_SELF_HARM', severity };
    const answers = [{ questionId: 9, value: 'Several days', riskFlag }];
    const courses = whole.courses.map((course) => ({
      ...course,
      submissions: course.submissions.map((one) => (one.riskFlagCount ? { ...one, answers } : one)),
    }));
    ehr.answers['chart.read'] = () => ({ ...whole, courses });
    await ehr.show(`epoch-${severity}`);
    const row = page.locator('tr.row', { hasText: 'PHQ-9' });
    await expect(row).toHaveAttribute('data-severity', severity);
    looks.push(await row.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  const [high, low, unknown] = looks;
  expect(low).not.toBe(high);
  expect(unknown).toBe(high);
});

test('closed, it still says of each instrument what is known of risk, what was missed and what could not be read', async ({
  page,
  ehr,
}) => {
  const lost = [
    {
      id: 99,
      patientId: ANA,
      formTemplateId: PHQ9,
      completedFillAt: '2026-11-19T12:00:00Z',
      riskFlagCount: 0,
    },
  ];
  ehr.answers['chart.read'] = () => ({ ...chart(), lost, unreadable: 1 });
  await ehr.open();
  await ehr.show();
  const line = page.locator('.strip');
  for (const said of [
    'PHQ-9: Risk flag · 10 Aug 2026',
    'PHQ-9: 2 missed',
    'PHQ-9: The newest answer (19 Nov 2026) could not be read',
    '1 field could not be read',
  ])
    await expect(line.getByText(said)).toBeVisible();
  await expect(page.getByRole('button', { name: 'PHQ-9', exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: OPEN })).toHaveAccessibleName(
    '4 instruments, Show scores, Ana Lima',
  );
});

test('opens to the graph, which the arrow keys walk, the table, the requests and the answers', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.showOpened();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  const graph = page.getByRole('application');
  await expect(graph).toHaveAccessibleName(
    /Score graph of Patient Health Questionnaire-9 \(PHQ-9\), 6 answers\./,
  );
  await graph.focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.panel > [role=status]')).toHaveText(
    '1 Jun 2026, 09:00. Score 19 of 27, Moderately severe. Risk: None recorded.',
  );
  const analysis = page.locator('.analysis');
  await expect(analysis).toHaveText('AI summary of 1 Aug 2026 (before the latest answers)');
  // It is looked up anew with the course.
  ehr.answers['analysis.read'] = () => problem('PLAN_WITHOUT_AI_ANALYSIS', { status: 403 });
  await page.evaluate(() => globalThis.panels.changed());
  await expect(analysis).toHaveText('');
  await page.getByText('Table', { exact: true }).click();
  await expect(page.locator('.table').getByRole('row')).toHaveCount(9);
  await page.getByText('8 requests').click();
  await expect(page.locator('.requests')).toContainText('Not answered: replaced by the next request.');
  await expect(page.locator('.requests')).toContainText('To be answered by 31 Aug 2026');
  await page.getByRole('button', { name: 'View answers' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Source: submission 6');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('several rows are open at once; the arrow keys go from one to the next, and a click beside the name closes', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.showOpened();
  const name = (instrument: string) => page.getByRole('button', { name: instrument, exact: true });
  await name('PHQ-9').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await expect(name('WHO-5')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.score-graph')).toHaveCount(2);
  await expect(name('PHQ-9')).toHaveAttribute('aria-expanded', 'true');
  await rowOf(page, 'PHQ-9').locator('.change').click();
  await expect(page.locator('.score-graph')).toHaveCount(1);
  // What is read anew leaves what is open as it is.
  await name('WHO-5').focus();
  await page.evaluate(() => globalThis.panels.changed());
  await expect.poll(() => ehr.count('chart.read')).toBe(2);
  await expect(page.locator('.score-graph')).toHaveCount(1);
  await expect(name('WHO-5')).toBeFocused();
});

test('on demand all scores and subscales stand on one time axis, each day at one place, and the axis stays with the patient', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.showOpened();
  const button = page.getByRole('button', { name: 'All on one timeline' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  const axis = page.getByRole('region', { name: 'All instruments on one timeline' });
  await expect(axis.locator('figcaption')).toHaveText([
    'PHQ-9',
    'DASS-21 · Depression',
    'DASS-21 · Anxiety',
    'DASS-21 · Stress',
    'WHO-5',
  ]);
  await expect(axis.getByRole('img').first()).toHaveAccessibleName(/^Score graph of PHQ-9, 6 answers\./);
  const places = await axis.locator('.score-graph').evaluateAll((graphs) =>
    graphs.map((graph) => {
      const { left, width } = graph.getBoundingClientRect();
      return { left, width, last: Number.parseFloat(graph.querySelector('.value')?.getAttribute('x') ?? '') };
    }),
  );
  expect(new Set(places.map(({ left, width }) => `${left} ${width}`)).size, 'plots of one width').toBe(1);
  // 10 Aug, and 13 Jul of the four others.
  const [moods = 0, ...others] = places.map(({ last }) => last);
  expect(new Set(others).size).toBe(1);
  expect(moods).toBeGreaterThan(others[0] ?? 100);
  await page.evaluate(() => globalThis.panels.changed());
  await expect.poll(() => ehr.count('chart.read')).toBe(2);
  await expect(axis.locator('figure')).toHaveCount(5);
  await ehr.blank();
  await expect(axis).toHaveCount(0);
  await ehr.show();
  await expect(axis.locator('figure')).toHaveCount(5);
  await button.click();
  await expect(axis).toHaveCount(0);
});

test('the time axis says which graph could not be read', async ({ page, ehr }) => {
  const whole = chart();
  const [moods, ...rest] = whole.courses;
  if (!moods) throw new Error('no course');
  ehr.answers['chart.read'] = () => ({
    ...whole,
    courses: [{ ...moods, graph: null, failure: 'UNAVAILABLE' }, ...rest],
  });
  await ehr.open();
  await ehr.showOpened();
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  await expect(page.getByText('PHQ-9: The graph could not be read: UNAVAILABLE')).toBeVisible();
  await expect(page.locator('#axis figure')).toHaveCount(4);
});

test('where the graph could not be read, the row stands by the answers, and the opened one says so', async ({
  page,
  ehr,
}) => {
  const whole = chart();
  const courses = whole.courses.map((course) => ({ ...course, graph: null, failure: 'UNAVAILABLE' }));
  ehr.answers['chart.read'] = () => ({ ...whole, courses });
  await ehr.open();
  await ehr.showOpened();
  await expect(rowOf(page, 'PHQ-9')).toContainText('14 of 27');
  await rowOf(page, 'PHQ-9').locator('.change').click();
  await expect(page.locator('.detail')).toContainText('The graph could not be read: UNAVAILABLE');
  await expect(page.locator('.score-graph')).toHaveCount(0);
});

test('answers of which not even the instrument could be read are counted', async ({ page, ehr }) => {
  ehr.answers['chart.read'] = () => ({ ...chart(), lost: [{ id: 99, patientId: ANA, status: 'ANSWERED' }] });
  await ehr.open();
  await ehr.showOpened();
  await expect(page.locator('.remarks')).toContainText(
    '1 answer could not be read: an instrument may be missing here.',
  );
  await expect(page.getByRole('group', { name: 'Risk' })).not.toContainText('No risk flag');
});

test('shows the series of a subscale that is chosen', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.showOpened();
  await page.getByRole('button', { name: /^DASS-21/ }).click();
  await page.getByRole('radio', { name: 'Stress' }).check();
  await expect(page.getByRole('application')).toHaveAccessibleName(/Stress, 4 answers/);
});

test('three clicks apply an instrument that the patient answered before', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.showOpened();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  await press(page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' }));
  await expect(page.getByText('WHO-5 was sent to Ana Lima.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code to answer WHO-5' })).toBeVisible();
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
  await ehr.showOpened();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  await page.getByRole('button', { name: 'Change recurrence' }).click();
  await expect(page.getByRole('group', { name: 'How often should Ana Lima answer PHQ-9?' })).toBeVisible();
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
  await ehr.showOpened();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await press(page.getByRole('button', { name: 'Finish PHQ-9 for Ana Lima' }));
  await expect(page.getByText(/We could not confirm whether it was saved/)).toBeVisible();
  const finished = { ...chart().applications[0], status: 'FINISHED' };
  ehr.answers['apply.applicationsOf'] = () => ({ items: [finished], unreadable: 0 });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('PHQ-9 was finished for Ana Lima.')).toBeVisible();
  expect(ehr.count('application.finish')).toBe(1);
});

test('a refusal says that nothing was changed, and why', async ({ page, ehr }) => {
  await ehr.open();
  ehr.answers['submission.delete'] = () => problem('changed');
  await ehr.showOpened();
  await page.getByRole('button', { name: /^WHO-5/ }).click();
  await page.getByText('4 requests').click();
  // Four requests of one instrument are told apart by their moments.
  await page.getByRole('button', { name: /^Delete: 13 Jul 2026, \d/ }).click();
  await expect(page.getByRole('group', { name: /of Ana Lima, answered 13 Jul 2026, / })).toBeVisible();
  const confirm = page.getByRole('button', { name: /^Delete permanently: WHO-5 of Ana Lima, 13 Jul 2026, / });
  await press(confirm);
  await expect(page.getByText(/WHO-5 was not changed. The page has changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  ehr.answers['submission.delete'] = () => problem('not-found', { status: 404 });
  await page.getByRole('button', { name: /^Delete: 13 Jul 2026, \d/ }).click();
  await press(confirm);
  await expect(page.getByText(/^WHO-5 was not changed. Not found\./)).toBeVisible();
});

test('where the page gives nothing to compare with the record, nothing can be applied or changed', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  ehr.answers['chart.read'] = () => ({ ...chart(), agreed: [] });
  await ehr.showOpened();
  await expect(page.getByText(/Nothing can be sent from here/)).toBeVisible();
  await page.getByRole('button', { name: /^PHQ-9/ }).click();
  await expect(page.getByRole('button', { name: 'Send questionnaire' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change recurrence' })).toBeHidden();
});

test('the shortcut opens the panel and takes the focus, and closes it where it has it', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: '<h1 id="name">Lima, Ana</h1><input aria-label="Note of the page">' });
  await ehr.show();
  const sheet = page.locator('#sheet');
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(sheet).toBeVisible();
  await expect(page.locator('#title').first()).toBeFocused();
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(sheet).toBeHidden();

  // Whoever was somewhere in the page is brought back there: by Escape, and by the shortcut.
  const note = page.getByLabel('Note of the page');
  await note.focus();
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(page.locator('#title').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Send questionnaire' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('#title').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(note).toBeFocused();
  await expect(sheet).toBeHidden();
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(sheet).toBeVisible();
  await page.evaluate(() => globalThis.panels.toggle());
  await expect(note).toBeFocused();
  await expect(sheet).toBeHidden();
});

for (const language of ['en', 'pt-BR'])
  test(`no text of a row lies over another or out of its place at any width, ${language}`, async ({
    page,
    ehr,
  }) => {
    await ehr.open({ lang: language });
    await ehr.showOpened();
    await expect(rowOf(page, 'DASS-21')).toBeVisible();
    for (const width of [320, 360, 480, 640, 768, 860, 900, 940, 1000, 1100, 1280, 1366, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      const wrong = await page.locator('tr.row').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const parts = [...row.querySelectorAll('span,b,svg')].filter((one) => one.checkVisibility());
          // The boxes of the text itself: a box that is too small lets it run out over its neighbour.
          const boxes = parts.flatMap((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            const rects =
              part instanceof SVGElement ? [part.getBoundingClientRect()] : [...range.getClientRects()];
            return rects.map((rect) => ({ part, rect }));
          });
          const own = row.getBoundingClientRect();
          const isOut = ({ rect }: (typeof boxes)[number]) =>
            rect.left < own.left - 1 || rect.right > own.right + 1;
          return boxes.flatMap((one, at) => [
            ...(isOut(one) ? [`${one.part.textContent} runs out`] : []),
            ...boxes
              .slice(at + 1)
              .filter(
                ({ part, rect }) =>
                  part !== one.part &&
                  rect.left < one.rect.right - 1 &&
                  one.rect.left < rect.right - 1 &&
                  rect.top < one.rect.bottom - 3 &&
                  one.rect.top < rect.bottom - 3,
              )
              .map(({ part }) => `${one.part.textContent} over ${part.textContent}`),
          ]);
        }),
      );
      expect(wrong, `${width} px`).toEqual([]);
    }
  });
