import { listAnswers, ROWS, rowsOf } from './extension-panel/list.ts';
import { expect, problem, test } from './extension-panel-fixture.ts';

test('asks once for the rows that came into view, and marks them with score and risk in words', async ({
  page,
  ehr,
}) => {
  ehr.answers['list.read'] = listAnswers;
  await ehr.open({ markup: rowsOf(300) });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  const first = page.getByRole('button', { name: /^Scores/ }).first();
  await expect(first).toHaveAccessibleName(/PHQ-9: 0 of 27, Minimal \(0–4\), 20 days ago \(1 Nov 2026\)/);
  // A number alone does not say of which instrument it is.
  await expect(first).toContainText(/0\s*PHQ-9\s*Minimal \(0–4\)\s*20 days ago/);
  expect(ehr.count('list.read')).toBe(1);
  const rows = (ehr.asked[0]?.input.rows ?? []) as unknown[];
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.length).toBeLessThan(120);
  await expect(page.getByRole('button', { name: /Risk flag\. 1 Nov 2026/ }).first()).toBeVisible();
  const last = page.locator('tr').nth(299).getByRole('button');
  // Marks that come make rows higher, and push the last one out of sight again.
  const expectLast = (name: RegExp) =>
    expect(async () => {
      await page.locator('tr').nth(299).scrollIntoViewIfNeeded();
      await expect(last).toHaveAccessibleName(name, { timeout: 1_000 });
    }).toPass();
  await expectLast(/of 27/);
  // Another language was chosen.
  await page.evaluate((rows) => {
    document.documentElement.lang = 'pt-BR';
    globalThis.panels.list(rows);
  }, ROWS);
  await expectLast(/de 27/);
  // The site was switched off, and no rules are left; then it is switched on.
  const marked = await page.evaluate((rows) => {
    globalThis.hasRules = false;
    globalThis.panels.list(false);
    const marked = document.querySelectorAll('tr span').length;
    globalThis.panels.list(false);
    globalThis.hasRules = true;
    globalThis.panels.list(rows);
    return marked;
  }, ROWS);
  expect(marked).toBe(0);
  await expectLast(/de 27/);
});

test('marks every instrument of a patient, the one of greatest concern first, in columns that align', async ({
  page,
  ehr,
}) => {
  const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
  ehr.answers['list.read'] = (input: Record<string, unknown>) => {
    const answer = listAnswers(input);
    const rows = answer.rows.map((row, index) => {
      if (row.state !== 'course' || index !== 1) return row;
      const { patientId } = row;
      const about = { patientId, formTemplateId: GAD7, status: 'ANSWERED' as const, riskFlagCount: 0 };
      const newer = { ...about, id: 900, completedFillAt: '2026-11-20T12:00:00Z', score: 8 };
      const lost = [{ ...about, id: 901, completedFillAt: '2026-11-21T09:00:00Z' }];
      return { ...row, submissions: [...row.submissions, newer], lost };
    });
    const scale = { id: GAD7, title: 'GAD-7', scoreRanges: [{ minScore: 0, maxScore: 21 }] };
    return { ...answer, rows, scales: { ...answer.scales, [GAD7]: scale } };
  };
  await page.setViewportSize({ width: 1366, height: 768 });
  await ehr.open({ markup: rowsOf(12) });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  const marks = page.locator('tr').getByRole('button');
  await expect(marks.nth(11)).toContainText('More (5–27)');
  // The current flag of PHQ-9 goes before the newer answer of GAD-7, which could not be read whole.
  await expect(marks.nth(1)).toHaveText(/^⚑1PHQ-9and 1 moreMinimal \(0–4\)20 days ago−8GAD-7 not all read/);
  // Heard first is the instrument of greatest concern, in sentences of a few words; then the others.
  await expect(marks.nth(1)).toHaveAccessibleName(
    'Scores. PHQ-9: 1 of 27, Minimal (0–4), 20 days ago (1 Nov 2026). Risk flag. 1 Nov 2026. ' +
      '8 lower than on 1 Oct 2026 (9). Scale 0 to 27, direction not known.',
  );
  await expect(marks.nth(1)).toHaveAccessibleDescription(
    /^GAD-7: .*The newest answer \(21 Nov 2026\) could not be read\./,
  );
  await expect(marks.nth(0)).toHaveText('0PHQ-9Minimal (0–4)20 days ago−9');
  const starts = await marks.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().x)),
  );
  expect(new Set(starts).size).toBe(1);
  // A sign does not move the row: the text beside a mark stands on one line with it, flagged or not.
  const heights = await page
    .locator('#list tr')
    .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)));
  expect(new Set(heights).size).toBe(1);
  // A change of band is seen: each answer's class is tinted, over the edges of the bands.
  await expect(marks.nth(0).locator('path.class')).toHaveCount(2);
  await expect(marks.nth(0).locator('path.edges')).toHaveCount(1);
});

test('shows of a mark what its cell has room for, and never into another row or cell', async ({
  page,
  ehr,
}) => {
  ehr.answers['list.read'] = listAnswers;
  const css =
    '#list tr{display:grid;grid-template-columns:6em minmax(0,3fr) 4em;block-size:44px}#list td{overflow:hidden}';
  await ehr.open({ markup: rowsOf(12), css: `table,tbody{display:block}${css}` });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  const marks = page.locator('tr').getByRole('button');
  await expect(marks.nth(1)).toContainText('Minimal (0–4)');
  for (const width of [360, 560, 800, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    const said = await marks.nth(1).evaluate((mark) => {
      const own = mark.getBoundingClientRect();
      const host = (mark.getRootNode() as ShadowRoot).host;
      const cell = host.closest('td')?.getBoundingClientRect() ?? own;
      const isIn = (box: DOMRect): boolean => box.bottom <= own.bottom && box.right <= own.right + 1;
      const parts = [...mark.children].filter(
        (part) => part.textContent && isIn(part.getBoundingClientRect()),
      );
      const isInCell = own.right <= cell.right + 1 && own.bottom <= cell.bottom + 1;
      return { isInCell, texts: parts.map(({ textContent }) => textContent) };
    });
    expect(said.isInCell, `${width} px`).toBe(true);
    // What matters most is there at any width: flag, score and instrument.
    expect(said.texts.slice(0, 3), `${width} px`).toEqual(['⚑', '1', 'PHQ-9']);
    // Where there is little room, the age is said in few letters, before the class.
    expect(said.texts.includes('20 days ago'), `${width} px`).toBe(true);
    const age = marks.nth(1).locator('.age');
    const letters = await age.evaluate((one) => getComputedStyle(one, '::before').content);
    expect(letters, `${width} px`).toBe(width <= 640 ? '"20 d"' : 'none');
  }
});

for (const [room, width, isBeside] of [
  ['behind the names, on one line, where their column has room', 1366, true],
  ['beneath the names where it has none', 700, false],
] as const)
  test(`stands ${room}, in columns that align`, async ({ page, ehr }) => {
    ehr.answers['list.read'] = listAnswers;
    await page.setViewportSize({ width: 900, height: 768 });
    await ehr.open({ markup: rowsOf(12), css: 'table{width:100%}.name{width:80%}' });
    await page.evaluate((rows) => {
      document.querySelectorAll('.name').forEach((name, index) => {
        name.textContent = `Patient ${'x'.repeat(2 * index)} `;
      });
      globalThis.panels.list(rows);
    }, ROWS);
    const marks = page.locator('tr').getByRole('button');
    await expect(marks.nth(11)).toContainText('More (5–27)');
    // A list that is made wider or narrower is aligned anew.
    await page.setViewportSize({ width, height: 768 });
    const places = () =>
      marks.evaluateAll((all) =>
        all.map((one) => {
          const { host } = one.getRootNode() as ShadowRoot;
          const name = document.createRange();
          name.selectNode(host.parentElement?.closest('.name')?.firstChild as Node);
          const { left, top } = one.getBoundingClientRect();
          const isBeside = top < name.getBoundingClientRect().bottom - 1;
          return [Math.round(left), isBeside];
        }),
      );
    await expect
      .poll(async () => new Set((await places()).map(([, beside]) => beside)))
      .toEqual(new Set([isBeside]));
    expect(new Set((await places()).map(([left]) => left)).size).toBe(1);
    const cut = await marks.evaluateAll((all) =>
      all.filter((one) => {
        const own = one.getBoundingClientRect();
        return ['.mark', '.of', '.score'].some((part) => {
          const box = one.querySelector(part)?.getBoundingClientRect();
          return !box || box.right > own.right || box.bottom > own.bottom + 1;
        });
      }),
    );
    expect(cut.length, 'flag, instrument and score are in sight').toBe(0);
  });

test('says of a row without scores why', async ({ page, ehr }) => {
  ehr.answers['list.read'] = ({ rows }) => ({
    rows: (rows as unknown[]).map((_, index) =>
      index === 2
        ? { state: 'course', patientId: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd', submissions: [] }
        : { state: index % 2 ? 'disagrees' : 'unlinked' },
    ),
    scales: {},
    unreadable: 0,
    at: 0,
    serviceAt: null,
  });
  await ehr.open({ markup: rowsOf(3) });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  await expect(page.getByRole('button', { name: 'Scores. Not linked to the service' })).toBeVisible();
  await expect(page.getByRole('button', { name: /disagree: nothing is shown/ })).toBeVisible();
  // No sign either: the one of no risk flag would be said of nobody's answer.
  await expect(page.locator('tr').nth(2).getByRole('button')).toHaveText('No answers found');
  await page.evaluate((rows) => {
    document.querySelector('#list .key')?.remove();
    globalThis.panels.list(rows);
  }, ROWS);
  await expect(page.getByRole('button', { name: /The patient of this row could not be read/ })).toBeVisible();
});

test('a row that becomes somebody else’s has no mark in the same turn, and then theirs', async ({
  page,
  ehr,
}) => {
  ehr.answers['list.read'] = listAnswers;
  await ehr.open({ markup: rowsOf(5) });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  await expect(page.locator('tr').first().getByRole('button')).toHaveAccessibleName(/0 of 27/);
  const left = await page.evaluate((rows) => {
    const [row] = document.querySelectorAll('#list tr');
    const key = row?.querySelector('.key');
    if (key) key.textContent = 'mrn-4';
    globalThis.panels.list(rows);
    const host = row?.querySelector('.name span');
    return host?.shadowRoot?.textContent ?? '';
  }, ROWS);
  expect(left).not.toContain('0');
  await expect(page.locator('tr').first().getByRole('button')).toHaveAccessibleName(/4 of 27/);
});

test('is right through sorting, filtering and rows that are used again, at each of a hundred turns', async ({
  page,
  ehr,
}) => {
  ehr.answers['list.read'] = listAnswers;
  await ehr.open({ markup: rowsOf(27) });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  await expect(page.locator('tr').first().getByRole('button')).toHaveAccessibleName(/of 27/);
  const wrong = await page.evaluate(async (rows) => {
    const found: string[] = [];
    const body = document.querySelector('#list');
    const look = (): void => {
      for (const row of document.querySelectorAll('#list tr')) {
        const key = row.querySelector('.key')?.textContent ?? '';
        const said = row.querySelector('.name span')?.shadowRoot?.querySelector('button')?.ariaLabel ?? '';
        const [, score] = /PHQ-9: (\d+) of 27/.exec(said) ?? [];
        if (score !== undefined && `mrn-${score}` !== key) found.push(`${key} shows ${score}`);
      }
    };
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    for (let turn = 0; turn < 100; turn++) {
      const all = [...document.querySelectorAll<HTMLElement>('#list tr')];
      const one = all[random(all.length)];
      const other = all[random(all.length)];
      if (turn % 3 === 0) body?.append(...all.toReversed());
      else if (turn % 3 === 1 && one) one.hidden = !one.hidden;
      else {
        const key = one?.querySelector('.key');
        const twin = other?.querySelector('.key');
        if (key && twin) [key.textContent, twin.textContent] = [twin.textContent, key.textContent];
      }
      globalThis.panels.list(rows);
      look();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      look();
    }
    return found;
  }, ROWS);
  expect(wrong).toEqual([]);
});

test('a mark that the page takes out, or had no place for, comes back by itself', async ({ page, ehr }) => {
  ehr.answers['list.read'] = listAnswers;
  await ehr.open({ markup: rowsOf(3), css: '.away .name{display:none}' });
  await page.evaluate((rows) => {
    document.querySelector('#list tr')?.classList.add('away');
    globalThis.panels.list(rows);
  }, ROWS);
  const mark = (at: number) => page.locator('tr').nth(at).getByRole('button');
  await expect(mark(1)).toHaveAccessibleName(/1 of 27/);
  await expect(mark(0)).toHaveCount(0);
  await page.evaluate(() => {
    document.querySelector('#list tr')?.classList.remove('away');
    for (const one of document.querySelectorAll('.name')) one.textContent = 'written anew';
  });
  await expect(mark(0)).toHaveAccessibleName(/0 of 27/);
  await expect(mark(1)).toHaveAccessibleName(/1 of 27/);
});

test('more is said on focus and by the pointer, over what would cut it off, and the marks are one stop of Tab', async ({
  page,
  ehr,
}) => {
  ehr.answers['list.read'] = listAnswers;
  await ehr.open({ markup: `<div style="overflow:hidden;height:160px">${rowsOf(4)}</div>` });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  await expect(page.locator('tr').nth(1).getByRole('button')).toHaveAccessibleName(/1 of 27/);
  await page.keyboard.press('Tab');
  await expect(page.locator('tr').first().getByRole('button')).toBeFocused();
  await expect(page.locator('.tip')).toContainText('PHQ-9: 0 of 27, Minimal (0–4), 20 days ago (1 Nov 2026)');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr').nth(1).getByRole('button')).toBeFocused();
  await expect(page.locator('.tip')).toContainText('PHQ-9: 1 of 27');
  await page.keyboard.press('Escape');
  await expect(page.locator('.tip')).toHaveCount(0);
  await page.locator('tr').nth(2).getByRole('button').hover();
  await expect(page.locator('.tip')).toContainText('PHQ-9: 2 of 27');
});

for (const [row, markup] of [
  ['that is a link', '<div id="list"><a class="row name" href="#chart-0"><b class="key">mrn-0</b></a></div>'],
  [
    'that takes clicks',
    '<div id="list"><div class="row name" data-opens><b class="key">mrn-0</b></div></div>',
  ],
  [
    'that takes what the mouse does',
    '<div id="list"><div class="row name" data-presses><b class="key">mrn-0</b></div></div>',
  ],
] as const) {
  test(`a click on a mark opens a row ${row}, a key on it does not, and neither does a mark that signs in`, async ({
    page,
    ehr,
  }) => {
    let isSignedIn = true;
    ehr.answers['list.read'] = (input) => (isSignedIn ? listAnswers(input) : problem('signed-out'));
    await ehr.open({
      markup,
      script: `addEventListener('click', ({ target }) => {
        if (target.closest?.('[data-opens]')) location.hash = 'chart-0';
      });
      addEventListener('mousedown', ({ target }) => {
        if (target.closest?.('[data-presses]')) location.hash = 'chart-0';
      });`,
    });
    await page.evaluate((rows) => globalThis.panels.list({ ...rows, select: '.row' }), ROWS);
    const mark = page.getByRole('button', { name: /0 of 27/ });
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.tip')).toBeVisible();
    expect(page.url()).not.toContain('chart-0');
    await mark.click();
    await expect(page).toHaveURL(/#chart-0$/);
    isSignedIn = false;
    await page.evaluate(() => {
      location.hash = '';
      globalThis.panels.changed();
    });
    await page.getByRole('button', { name: /Sign in to see scores/ }).click();
    await expect.poll(() => ehr.count('side.open')).toBe(1);
    expect(page.url()).not.toContain('chart-0');
  });
}

test('nobody signed in is said, with a way to sign in, and the list is read again once something has changed', async ({
  page,
  ehr,
}) => {
  ehr.answers['list.read'] = () => problem('signed-out');
  await ehr.open({ markup: rowsOf(2) });
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  const marks = page.getByRole('button', {
    name: /^Scores. Sign in to see scores: click here/,
  });
  await expect(marks).toHaveText(['sign in', 'sign in']);
  // What a script of the page makes up opens nothing.
  await marks.first().evaluate((mark: HTMLElement) => mark.click());
  await marks.first().click();
  await expect
    .poll(() => ehr.asked.filter(({ intent }) => intent === 'side.open'))
    .toMatchObject([{ epoch: null, input: { at: 'sign-in' } }]);
  const tip = page.locator('.tip');
  await expect(tip).toHaveText(/click here/);
  ehr.answers['list.read'] = listAnswers;
  await page.evaluate(() => globalThis.panels.changed());
  await expect(page.getByRole('button', { name: /1 of 27/ })).toBeVisible();
  // It is still read, and says what the mark says now.
  await expect(tip).toContainText('0 of 27');
  await page.evaluate(() => globalThis.panels.list(false));
  await expect(page.getByRole('button')).toHaveCount(0);
});
