import type { Locator, Page } from '@playwright/test';
import { day, GAD, PHQ, submissionsPage, uuid } from '../../shared/caseload/pages.fixture.ts';
import { axeOf } from './axe.ts';
import {
  answerCaseload,
  type Caseloads,
  expect,
  flag,
  HOUR_MS,
  NOW,
  test,
  WORKER,
  WORKER_POLICY,
} from './caseload-fixture.ts';
import { PROFESSIONAL } from './panel-data.ts';

const LIST = 'instrument-caseload';
const ready = `${LIST}:state(ready)`;
const ANA =
  'Ana Lima. Risk flag: suicide or self-harm, PHQ-9 item 9, high severity, 5 Nov. PHQ-9 was Mild (1 Nov), now Moderate (5 Nov)';

/** Many patients with four instruments of a few answers each; every hundredth has a flag. */
function fill(clinic: Caseloads['clinic'], count: number, answers = 3): void {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const forms = [901, 902, 903, 904].map(uuid);
  clinic.patients = numbers.map((number) => ({
    serviceId: uuid(number),
    name: `Patient ${String(number).padStart(4, '0')}`,
  }));
  clinic.applications = numbers.flatMap((number) =>
    forms.map((form, at) => ({ id: number * 10 + at, patient: uuid(number), form })),
  );
  clinic.submissions = numbers.flatMap((number) =>
    forms.flatMap((form, at) =>
      Array.from({ length: answers }, (_, index) => ({
        id: number * 1_000 + at * 100 + index,
        patient: uuid(number),
        form,
        application: number * 10 + at,
        at: day(18) - index * 7 * 24 * HOUR_MS,
        score: (number + index * 3) % 27,
        className: number % 2 ? 'Mild' : 'Moderate',
        ...(number % 100 === 0 && at === 0 && index === 0 ? flag : {}),
      })),
    ),
  );
}

/** Scrolls the list, and waits until the row beyond its lower edge is there: it is made once nobody scrolls. */
async function jumpTo(list: Locator, top: number): Promise<void> {
  await list.evaluate((element, to) => element.scrollTo(0, to), top);
  const isBeyond = (element: Element): boolean =>
    [...element.querySelectorAll('.row')].some(
      (row) => row.getBoundingClientRect().top > element.getBoundingClientRect().bottom,
    );
  await expect.poll(() => list.evaluate(isBeyond)).toBe(true);
}

test.describe('the list', () => {
  test('draws courses on the scale of their instrument, where it is known, and else names none', async ({
    page,
    caseloads,
  }) => {
    // Scores of the PHQ-9, which goes from 0 to 27.
    const [low, high] = [3, 27];
    caseloads.clinic.submissions = [low, high].flatMap((score, index) =>
      [1, 5].map((date) => ({ id: 10 * index + date, patient: uuid(index + 1), at: day(date), score })),
    );
    let ends: object = { minScore: 0, maxScore: 27 };
    caseloads.instead = (path, query) => {
      if (!path.endsWith('submissions')) return undefined;
      const given = answerCaseload(caseloads, path, query) as ReturnType<typeof submissionsPage>;
      return { ...given, instruments: given.instruments.map((one) => ({ ...one, ...ends })) };
    };
    const course = (name: string) => page.getByRole('row', { name }).getByRole('img');
    /** Pixels below the top of its place at which a course ends. */
    const dropOf = (name: string) =>
      course(name).evaluate((svg) =>
        Number(/ ([\d.]+)h/.exec(svg.querySelector('.last')?.getAttribute('d') ?? '')?.[1]),
      );
    await caseloads.open();
    await expect(course('Ana')).toHaveAccessibleName(/Scale 0 to 27/);
    // Its place is 24 pixels high, with a margin of 5.
    expect([await dropOf('Ana'), await dropOf('Bruno')]).toEqual([17.4, 5]);
    ends = {};
    await caseloads.open();
    await expect(course('Ana')).toHaveAccessibleName(/latest 3\. direction not known/i);
    expect([await dropOf('Ana'), await dropOf('Bruno')]).toEqual([5, 5]);
  });

  test('says why each patient is there, in groups by facts, flags first', async ({ page, caseloads }) => {
    await page.setViewportSize({ width: 1280, height: 1_200 });
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    expect(await caseloads.texts()).toEqual([
      '# Flagged in the latest answer1',
      ANA,
      '# Could not be read1',
      'Bruno Sá. PHQ-9: answer of 19 Nov could not be read',
      '# Answered since you last looked1',
      'Clara Reis. PHQ-9 answered 4 hours ago',
      '# Class changed in the last 30 days1',
      'Davi Prado. PHQ-9 was Mild (1 Nov), now Moderate (5 Nov)',
      '# Late or missed1',
      'Elisa Nunes. PHQ-9: last 3 missed since 6 Nov',
      '# Due today1',
      'Fábio Melo. PHQ-9 due today',
      '# Nothing asked for1',
      'Gil Costa. Nothing asked for',
    ]);
    const ana = page.locator(`${LIST} [part=row]`).first();
    await expect(ana.locator('[part=instrument]').first()).toContainText('PHQ-916Moderate15 days ago');
    // The date stands in the title at the pointer, and in the name of the picture for screen readers.
    await expect(ana.locator('svg')).toHaveCount(2);
    await expect(ana.locator('svg').first()).toHaveAccessibleName(/ to 5 Nov 2026, 12:00\./);
    await expect(page.locator('[part=flags]')).toHaveText('⚑1 risk flag');
    await expect(page.locator('[part=window]')).toHaveText(
      /^Answers since 20 Aug, and each instrument’s latest · You last looked 19 Nov/,
    );
  });

  test('is read in three kinds of call, flags of the last days first, with a token for the professional', async ({
    page,
    caseloads,
  }) => {
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    expect(new Set(caseloads.requests.map((request) => request.split('?')[0]))).toEqual(
      new Set(['/caseload/patients', '/caseload/applications', '/caseload/submissions']),
    );
    const slices = caseloads.requests
      .filter((request) => request.includes('startDate'))
      .map((request) => new URLSearchParams(request.split('?')[1]));
    // Neither has an end, so that no clock cuts it.
    expect(
      slices.map((slice) => [
        slice.get('layout'),
        Date.parse(slice.get('startDate') ?? ''),
        slice.has('endDate'),
      ]),
    ).toEqual([
      ['flagged', NOW - 8 * 24 * HOUR_MS, false],
      ['courses', NOW - 92 * 24 * HOUR_MS, false],
    ]);
    // What stands behind the flag came with it.
    expect(caseloads.requests.filter((request) => request.includes('ids='))).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'scopes'))).toEqual([
      { professionalId: PROFESSIONAL, actions: ['read'] },
    ]);
  });

  test('reads an answer of before its window by the id that the application names', async ({
    page,
    caseloads,
  }) => {
    const { clinic } = caseloads;
    clinic.applications.push({
      id: 70,
      patient: uuid(7),
      last: { id: 700, score: 21, at: Date.UTC(2026, 1, 3, 12) },
    });
    clinic.submissions.push({
      id: 700,
      patient: uuid(7),
      application: 70,
      at: Date.UTC(2026, 1, 3, 12),
      score: 21,
      className: 'Severe',
      ...flag,
    });
    await caseloads.open();
    await expect(page.locator('[part=flags]')).toHaveText('⚑2 risk flags');
    await expect(page.locator(`${LIST} [part=row]`, { hasText: 'Gil Costa' })).toContainText(
      'item 9, high severity, 3 Feb',
    );
  });

  test('opens a patient by Enter and by a click on the name or an instrument', async ({
    page,
    caseloads,
  }) => {
    await caseloads.open();
    const row = page.locator(`${LIST} [part=row]`).first();
    await row.getByRole('button', { name: 'Ana Lima' }).click();
    await row.locator('[part=instrument]').nth(1).click();
    await page.keyboard.press('Enter');
    const opened = await page.evaluate(() =>
      (Reflect.get(globalThis, 'events') as { type: string; detail: unknown }[])
        .filter(({ type }) => type === 'instrument-open')
        .map(({ detail }) => detail),
    );
    expect(opened).toEqual([
      { patientId: uuid(1), formId: null },
      { patientId: uuid(1), formId: uuid(902) },
      { patientId: uuid(1), formId: null },
    ]);
  });

  test('goes by keys from row to row, to the search and to the next flag', async ({ page, caseloads }) => {
    fill(caseloads.clinic, 250);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const focused = () =>
      page
        .locator(LIST)
        .evaluate(
          ({ shadowRoot }) =>
            shadowRoot?.activeElement?.querySelector('.name')?.textContent ?? shadowRoot?.activeElement?.id,
        );
    await page.locator(`${LIST} [part=row]`).first().focus();
    const first = (await focused()) ?? '';
    // Flags stand as they came.
    const second = first === 'Patient 0100' ? 'Patient 0200' : 'Patient 0100';
    for (const [key, name] of [
      ['ArrowDown', second],
      ['ArrowDown', 'Patient 0001'],
      ['ArrowUp', second],
      ['End', 'Patient 0250'],
      ['Home', first],
      ['Control+End', 'Patient 0250'],
      ['Control+Home', first],
      ['Control+f', first],
      ['Control+ArrowDown', first],
      ['f', second],
      ['f', first],
      ['/', 'search'],
      ['Escape', first],
      ['ArrowDown', second],
      ['/', 'search'],
      ['ArrowDown', first],
      ['/', 'search'],
      ['Enter', first],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, name]);
    }
    await page.keyboard.press('PageDown');
    expect(['Patient 0100', 'Patient 0200', 'Patient 0001']).not.toContain(await focused());
    expect(await page.locator(`${LIST} [role=row][tabindex="0"]`).count()).toBe(1);
  });

  test('describes the row that has the focus by its scores, and by a new one that comes', async ({
    page,
    caseloads,
  }) => {
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const ana = page.getByRole('row', { name: /^Ana Lima/ });
    await expect(ana.locator('svg')).toHaveCount(2);
    await ana.focus();
    await expect(ana).toHaveAccessibleDescription(/^PHQ-9, 16, Moderate, 15 days ago, .+\. GAD-7, /);
    // What is pointed at has a title, which is no part of it.
    await ana.locator('[part=age]').first().hover();
    await expect(ana).toHaveAccessibleDescription(/^PHQ-9, 16, Moderate, 15 days ago, /);
    caseloads.clinic.submissions.push({
      id: 999,
      patient: uuid(1),
      at: NOW - HOUR_MS,
      score: 21,
      className: 'Severe',
    });
    await caseloads.tell({ kind: 'SUBMISSION_ANSWERED', submissionId: 999, patientId: uuid(1) });
    await expect(ana).toHaveAccessibleDescription(/^PHQ-9, 21, Severe, 1 hour ago/);
  });

  test('describes no patient by the scores of another, whose row it was', async ({ page, caseloads }) => {
    fill(caseloads.clinic, 250);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.locator(`${LIST} svg`).first()).toBeVisible();
    const rows = page.locator(`${LIST} [part=row]`);
    await rows.nth(2).focus();
    for (let at = 0; at < 6; at++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(page.getByRole('row', { name: /^Patient 0250/ })).toBeFocused();
    await expect.poll(() => rows.locator('svg').count()).toBe((await rows.count()) * 4);
    const wrong = await rows.evaluateAll((all) =>
      all.flatMap((row) => {
        const said = row.getAttribute('aria-description');
        const scores = [...row.querySelectorAll('[part=value]')].map((one) => one.textContent);
        const named = said?.split('. ').map((one) => one.split(', ')[1]);
        return named === undefined || named.join() === scores.join() ? [] : [said];
      }),
    );
    expect(wrong).toEqual([]);
    await expect(page.locator(`${LIST} [aria-description]`)).toHaveCount(1);
    await expect(page.getByRole('row', { name: /^Patient 0250/ })).toHaveAttribute('aria-description', /, /);
  });

  test('states flags, and how many of them the filters hide, wherever it is scrolled', async ({
    page,
    caseloads,
  }) => {
    fill(caseloads.clinic, 250);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await page.getByLabel('Search').fill('0100');
    await expect(page.locator('[part=head]')).toContainText(
      '2 risk flags1 flag hidden by filters1 of 250 patients shown',
    );
    // A screen reader is told as well.
    const live = page.locator(`${LIST} [role=status]`);
    await expect(live).toHaveText('1 flag hidden by filters. 1 of 250 patients shown');
    await page.getByLabel('Search').fill('nobody');
    await expect(page.locator('[part=message]')).toContainText('No matching patients');
    await expect(live).toHaveText(/^No matching patients\. 2 flags hidden by filters\. /);
    await live.evaluate((element) => element.replaceChildren());
    await page.locator('[part=flags]').click();
    await expect(live).toContainText('2 flags hidden by filters');
    await page.locator('[part=message]').getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByLabel('Search')).toBeFocused();
    await expect(live).toHaveText('250 patients');
    await page.getByLabel('Instrument').selectOption({ label: 'PHQ-9' });
    await page.getByLabel('Class').selectOption({ label: 'Moderate' });
    await page.getByLabel('Search').fill('02');
    await page.locator('[part=list]').evaluate((list) => list.scrollTo(0, 99_999));
    await expect(page.locator('[part=flags]')).toBeInViewport();
    const kept = await page.evaluate(() => Object.values(localStorage).map((one) => JSON.parse(one)));
    expect(kept).toEqual([{ group: null, formId: PHQ, className: 'Moderate', sort: 'groups' }]);
    await page.reload();
    await expect(page.getByLabel('Class').locator('option:checked')).toHaveText('Moderate');
    await expect(page.getByLabel('Search')).toHaveValue('');
  });

  test('keeps each of two choices that are made before either is drawn', async ({ page, caseloads }) => {
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await page.locator(LIST).evaluate(({ shadowRoot }) => {
      const change = (id: string, value: string): void => {
        const field = shadowRoot?.getElementById(id) as HTMLInputElement;
        field.value = value;
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      };
      change('group', 'late');
      change('search', 'Elisa');
    });
    await expect(page.getByLabel('Group').locator('option:checked')).toHaveText('Late or missed');
    await expect(page.getByLabel('Search')).toHaveValue('Elisa');
    await expect(page.locator(`${LIST} [part=name]`)).toHaveText(['Elisa Nunes']);
  });

  test('offers the classes of each instrument apart, and of one that is chosen only its own', async ({
    page,
    caseloads,
  }) => {
    // Some services give a class in the gender of what the instrument measures.
    const { submissions } = caseloads.clinic;
    caseloads.clinic.submissions = submissions.map((one) =>
      one.form === GAD ? { ...one, className: 'Moderada' } : one,
    );
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const offered = () => page.getByLabel('Class').locator('option').allTextContents();
    await expect
      .poll(offered)
      .toEqual(['All classes', 'GAD-7: Moderada', 'PHQ-9: Moderate', 'PHQ-9: Mild', 'PHQ-9: Minimal']);
    await page.getByLabel('Class').selectOption({ label: 'GAD-7: Moderada' });
    await expect(page.locator('[part=progress]')).toHaveText('1 of 7 patients shown');
    await expect(page.getByLabel('Instrument').locator('option:checked')).toHaveText('GAD-7');
    await expect.poll(offered).toEqual(['All classes', 'Moderada']);
    await page.getByLabel('Instrument').selectOption({ label: 'PHQ-9' });
    await expect.poll(offered).toEqual(['All classes', 'Moderate', 'Mild', 'Minimal']);
    await expect(page.locator('[part=progress]')).toHaveText('6 of 7 patients shown');
    await page.getByLabel('Class').selectOption({ label: 'Mild' });
    await page.getByLabel('Class').selectOption({ label: 'All classes' });
    await expect(page.getByLabel('Instrument').locator('option:checked')).toHaveText('PHQ-9');
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  });
});

test.describe('the order by score', () => {
  const order = async (caseloads: Caseloads): Promise<string[]> =>
    (await caseloads.texts()).map((text) => text.split('. ')[0] ?? '');
  const offers = (page: Page, ...names: string[]) =>
    expect(page.getByLabel('Sort by').locator('option')).toHaveText(names);

  /** The service says of the GAD-7 alone which way it runs, and that a higher score is better. */
  function direct(caseloads: Caseloads): void {
    caseloads.clinic.submissions.push(
      { id: 160, patient: uuid(3), form: GAD, at: day(11), score: 2 },
      { id: 161, patient: uuid(4), form: GAD, at: day(11), score: 11 },
    );
    caseloads.instead = (path, query) => {
      if (!path.endsWith('submissions')) return undefined;
      const given = answerCaseload(caseloads, path, query) as ReturnType<typeof submissionsPage>;
      const instruments = given.instruments.map((one) =>
        one.templateId === GAD ? { ...one, scoreDirection: 'HIGHER_BETTER' } : one,
      );
      return { ...given, instruments };
    };
  }

  for (const [where, given] of [
    ['the page', {}],
    ['a worker', { createWorker: WORKER, policy: WORKER_POLICY }],
  ] as const)
    test(`is offered for one instrument, flags first, read in ${where}`, async ({ page, caseloads }) => {
      Object.assign(caseloads, given);
      await page.setViewportSize({ width: 1280, height: 1_200 });
      direct(caseloads);
      await caseloads.open();
      await expect(page.locator(ready)).toHaveCount(1);
      const whole = ['By group', 'By name', 'By newest answer'];
      await offers(page, ...whole);
      await page.getByLabel('Instrument').selectOption({ label: 'PHQ-9' });
      await offers(page, ...whole, 'Highest score first');
      await page.getByLabel('Sort by').selectOption({ label: 'Highest score first' });
      // Bruno's 4 may not be his latest, and is what is shown.
      expect(await order(caseloads)).toEqual([
        '# Flagged in the latest answer1',
        'Ana Lima',
        '# Other patients5',
        'Davi Prado',
        'Clara Reis',
        'Elisa Nunes',
        'Bruno Sá',
        'Fábio Melo',
      ]);
      await page.getByLabel('Instrument').selectOption({ label: 'GAD-7' });
      await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Lowest score first');
      await offers(page, ...whole, 'Lowest score first');
      expect(await order(caseloads)).toEqual([
        '# Flagged in the latest answer1',
        'Ana Lima',
        '# Other patients2',
        'Clara Reis',
        'Davi Prado',
      ]);
      // The score by which a patient stands there is the first in the row, whatever else has a flag or is newer.
      const first = page.locator(`${LIST} [part=row]`).locator('[part=instrument]:first-child');
      await expect(first.locator('[part=title]')).toHaveText(['GAD-7', 'GAD-7', 'GAD-7']);
      await expect(first.locator('[part=value]')).toHaveText(['7', '2', '11']);
      await page.getByLabel('Sort by').selectOption({ label: 'By name' });
      await expect(first.first().locator('[part=title]')).toHaveText('PHQ-9');
      expect((await axeOf(page).analyze()).violations).toEqual([]);
    });

  test('is remembered with its instrument, and ends with it', async ({ page, caseloads }) => {
    direct(caseloads);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await page.getByLabel('Instrument').selectOption({ label: 'GAD-7' });
    await page.getByLabel('Sort by').selectOption({ label: 'Lowest score first' });
    const kept = await page.evaluate(() => Object.values(localStorage).map((one) => JSON.parse(one)));
    expect(kept).toEqual([{ group: null, formId: GAD, className: null, sort: 'lowest' }]);
    await page.reload();
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Lowest score first');
    expect((await order(caseloads)).slice(2)).toEqual(['# Other patients2', 'Clara Reis', 'Davi Prado']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('By group');
    await offers(page, 'By group', 'By name', 'By newest answer');
    // An order that was kept without an instrument is none.
    await page.evaluate(() => localStorage.setItem('instrument-caseload', '{"sort":"highest"}'));
    await page.reload();
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('By group');
  });
});

for (const [where, given] of [
  ['the page', {}],
  ['a worker', { createWorker: WORKER, policy: WORKER_POLICY }],
] as const) {
  test(`wherever the list is scrolled to, each course is that of its own row, read in ${where}`, async ({
    page,
    caseloads,
  }) => {
    Object.assign(caseloads, given);
    fill(caseloads.clinic, 250);
    // Every third patient was never answered with the second instrument, and has one course less.
    caseloads.clinic.submissions = caseloads.clinic.submissions.filter(
      ({ id }) => Math.floor(id / 1_000) % 3 > 0 || Math.floor(id / 100) % 10 !== 1,
    );
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const list = page.locator('[part=list]');
    /** Latest score that is written, and the one that the course beside it is named by. */
    const scores = () =>
      list.evaluate((element) =>
        [...element.querySelectorAll('.row .score')].map((score) => {
          const course = score.querySelector<HTMLElement>('.course');
          const isSeen = course?.style.visibility !== 'hidden';
          const said = course?.querySelector('svg')?.ariaLabel;
          return [
            score.querySelector('.value')?.textContent,
            isSeen && /latest (\d+)\./.exec(said ?? '')?.[1],
          ];
        }),
      );
    for (const top of [3_000, 12_000, 400, 20_000]) {
      await jumpTo(list, top);
      await expect
        .poll(async () => (await scores()).filter(([written, drawn]) => (written || undefined) !== drawn))
        .toEqual([]);
      expect((await scores()).some(([written]) => written === '')).toBe(true);
    }
  });
}

test.describe('what is not whole', () => {
  const failing = (caseloads: Caseloads, isFailing: (path: string, query: URLSearchParams) => boolean) => {
    const state = { isDown: true };
    caseloads.instead = (path, query, route) => {
      if (!state.isDown || !isFailing(path, query)) return undefined;
      void route.fulfill({ status: 503, json: { code: 'UPSTREAM_UNAVAILABLE', message: 'no' } });
      return route;
    };
    return state;
  };

  test('a page that fails leaves the others, and no group says none until it is read', async ({
    page,
    caseloads,
  }) => {
    await page.setViewportSize({ width: 1280, height: 1_200 });
    const state = failing(
      caseloads,
      (path, query) => path.endsWith('submissions') && query.get('layout') === 'flagged',
    );
    await caseloads.open();
    await expect(page.locator('[part=missing]')).toContainText(
      'Answers of 12 Nov to Today could not be read.',
    );
    await expect(page.locator(`${LIST}:state(partial)`)).toHaveCount(1);
    const told = await page.evaluate(() => Reflect.get(globalThis, 'events'));
    expect(told).toContainEqual({
      type: 'instrument-error',
      detail: expect.objectContaining({ patientId: '', code: 'partial' }),
    });
    const texts = await caseloads.texts();
    expect(texts).toContain('# Flagged in the latest answer');
    expect(texts).toContain('# Not fully read');
    expect(texts.join()).not.toMatch(/# (Nothing asked for|In no other group)/);
    await expect(page.locator('[part=flags]')).toHaveText('⚑1 risk flag so far');
    await expect(page.getByRole('button', { name: 'Mark as seen' })).toHaveAttribute('aria-disabled', 'true');
    state.isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('[part=missing]')).toBeHidden();
    await expect(page.locator('[part=flags]')).toHaveText('⚑1 risk flag');
    expect(await caseloads.texts()).toContain('Clara Reis. PHQ-9 answered 4 hours ago');
  });

  for (const [what, bend] of [
    ['a column is shorter than the others', (page: Record<string, unknown[]>) => page.score?.pop()],
    [
      'a column has a value that cannot be read',
      (page: Record<string, unknown[]>) => page.patient?.splice(0, 1, 'x'),
    ],
    [
      'an instrument cannot be read',
      (page: Record<string, unknown[]>) => page.instruments?.unshift({ title: 'No id' }),
    ],
  ] as const) {
    test(`a page of which ${what} is missing, and shifts nothing`, async ({ page, caseloads }) => {
      caseloads.instead = (path, query) => {
        if (!path.endsWith('submissions') || query.has('ids')) return undefined;
        const made = submissionsPage(caseloads.clinic.submissions);
        bend(made as unknown as Record<string, unknown[]>);
        return made;
      };
      await caseloads.open();
      await expect(page.locator('[part=missing]')).toContainText('could not be read.');
      await expect(page.locator(`${LIST} [part=value]`).filter({ hasText: /\d/ })).toHaveCount(0);
    });
  }

  test('while it loads only flags are shown, and how many patients were read of how many', async ({
    page,
    caseloads,
  }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    fill(caseloads.clinic, 200, 1);
    caseloads.clinic.applications = caseloads.clinic.applications.map((one) => ({
      ...one,
      last: { id: (one.id - (one.id % 10)) * 100 + (one.id % 10) * 100, at: day(18) },
    }));
    const first = caseloads.clinic.submissions.filter(
      ({ patient }) => patient === uuid(100) || patient < uuid(51),
    );
    caseloads.instead = async (path, query) => {
      if (!path.endsWith('submissions') || query.has('ids')) return undefined;
      if (query.get('layout') === 'flagged') return submissionsPage(first);
      await held;
      return undefined;
    };
    await caseloads.open();
    await expect(page.locator('[part=progress]')).toHaveText('51 of 200 patients read');
    await expect(page.locator('[part=updated]')).toHaveText('');
    await expect(page.locator('[part=flags]')).toHaveText('⚑1 risk flag so far');
    // The flag is counted before the answer behind it was read, and has its row then.
    await expect
      .poll(async () => (await caseloads.texts()).map((text) => text.split('.')[0]))
      .toEqual(['# Flagged in the latest answer', 'Patient 0100']);
    // A course of which answers are still on their way is not drawn as if it were the whole.
    const courses = page.getByRole('row', { name: 'Patient 0100' }).locator('[part=course] svg');
    await expect(courses).toHaveCount(0);
    release();
    await expect(page.locator('[part=progress]')).toHaveText('200 patients');
    await expect(page.locator('[part=updated]')).toHaveText(/^Updated/);
    await expect(courses).toHaveCount(4);
    expect((await caseloads.texts()).slice(0, 3).map((text) => text.split('.')[0])).toEqual([
      '# Flagged in the latest answer2',
      'Patient 0100',
      'Patient 0200',
    ]);
  });

  for (const [what, status, code, sentence] of [
    ['a proxy without these addresses', 404, 'NOT_FOUND', 'The proxy is too old'],
    ['somebody who may not see it', 403, 'FORBIDDEN', 'You do not have permission'],
    ['a service that is away', 503, 'UPSTREAM_UNAVAILABLE', 'The service is not working right now'],
  ] as const) {
    test(`says what to do after ${what}`, async ({ page, caseloads }) => {
      caseloads.instead = (_, __, route) => {
        void route.fulfill({ status, json: { code, message: 'no' } });
        return route;
      };
      await caseloads.open();
      await expect(page.locator(`${LIST}:state(error)`)).toHaveCount(1);
      await expect(page.locator('[part=message]')).toContainText(sentence);
      caseloads.instead = () => undefined;
      await page.locator('[part=message]').getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator(ready)).toHaveCount(1);
    });
  }

  test('nobody is left after a logout, a lost right or a change of professional', async ({
    page,
    caseloads,
  }) => {
    const nobody = /Ana|Bruno|PHQ|Moderate/;
    const text = () =>
      page
        .locator(LIST)
        .evaluate(
          ({ shadowRoot }) => `${shadowRoot?.textContent} ${shadowRoot?.querySelector('#canvas')?.innerHTML}`,
        );
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const left = await page.locator(LIST).evaluate((element) => {
      element.setAttribute('professional-id', '9d1b7a60-4c7b-4b62-8b6a-5c1f7a3e2b02');
      return element.shadowRoot?.textContent ?? '';
    });
    expect(left).not.toMatch(/Ana|Bruno/);
    await expect(page.locator(ready)).toHaveCount(1);
    caseloads.instead = (_, __, route) => {
      void route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
      return route;
    };
    await caseloads.tell({ kind: 'SUBMISSION_ANSWERED', submissionId: 101, patientId: uuid(1) });
    await expect(page.locator(`${LIST}:state(error)`)).toHaveCount(1);
    expect(await text()).not.toMatch(nobody);
    caseloads.instead = () => undefined;
    await page.locator('[part=message]').getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator(ready)).toHaveCount(1);
    await page.evaluate(() => (Reflect.get(globalThis, 'kit') as { logout(): void }).logout());
    await expect(page.locator('[part=message]')).toContainText('Your sign-in has expired.');
    expect(await text()).not.toMatch(nobody);
  });

  test('says that there are no patients only when all was read', async ({ page, caseloads }) => {
    Object.assign(caseloads.clinic, { patients: [], applications: [], submissions: [] });
    await caseloads.open();
    await expect(page.locator(`${LIST}:state(empty)`)).toHaveCount(1);
    await expect(page.locator('[part=message]')).toContainText('No patients yet');
  });
});

test('flags of a short list that come one answer apart are drawn gravest first', async ({
  page,
  caseloads,
}) => {
  const { clinic } = caseloads;
  const low = { ...flag, answers: flag.answers.map((one) => ({ ...one, severity: 'LOW' })) };
  const of = { form: uuid(901), score: 9, className: 'Mild' };
  clinic.submissions = [
    { ...of, ...low, id: 1, patient: uuid(2), application: 20, at: day(18) },
    { ...of, ...flag, id: 2, patient: uuid(3), application: 30, at: day(2) },
  ];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  caseloads.instead = async (path, query) => {
    if (path.endsWith('submissions') && query.get('layout') === 'courses') await held;
    return undefined;
  };
  await page.clock.install({ time: NOW });
  await page.clock.pauseAt(NOW + 1_000);
  const pass = async (locator: Locator): Promise<number> => {
    await page.clock.runFor(10);
    return locator.count();
  };
  await caseloads.open();
  const counted = page.locator('[part=flags]', { hasText: '1 risk flag so far' });
  await expect.poll(() => pass(counted)).toBe(1);
  await page.clock.runFor(300);
  release();
  await expect.poll(() => pass(page.locator(ready))).toBe(1);
  await page.clock.runFor(100);
  await expect(page.locator(`${LIST} [part=row]`).first()).toContainText('Clara Reis');
  await expect(page.getByRole('button', { name: 'Sort by severity' })).toHaveCount(0);
});

test('a flag has the bar of the panel however grave it is, and a ground where it is grave', async ({
  page,
  caseloads,
}) => {
  const of = { form: uuid(901), score: 9, className: 'Mild' };
  const flagOf = (severity: string) => ({
    ...flag,
    answers: flag.answers.map((one) => ({ ...one, severity })),
  });
  caseloads.clinic.submissions = [
    { ...of, ...flagOf('LOW'), id: 1, patient: uuid(2), application: 20, at: day(18) },
    { ...of, ...flagOf('HIGH'), id: 2, patient: uuid(3), application: 30, at: day(2) },
  ];
  await caseloads.open();
  await expect(page.locator(ready)).toHaveCount(1);
  const lookOf = (name: string) =>
    page.locator(`${LIST} [part=row]`, { hasText: name }).evaluate((row) => {
      const { borderInlineStart, backgroundColor } = getComputedStyle(row);
      return {
        bar: borderInlineStart,
        ground: backgroundColor,
        mark: row.querySelector('.mark')?.textContent,
      };
    });
  const [high, low] = [await lookOf('Clara Reis'), await lookOf('Bruno Sá')];
  expect([high.bar, low.bar]).toEqual(Array(2).fill('4px solid rgb(140, 24, 35)'));
  expect([high.mark, low.mark]).toEqual(['⚑', '⚑']);
  expect(high.ground).toBe('rgb(253, 238, 238)');
  expect(low.ground).toBe('rgba(0, 0, 0, 0)');
});

test.describe('new answers', () => {
  test('change the row in its place without a jump, are counted at once, and sort only when asked', async ({
    page,
    caseloads,
  }) => {
    fill(caseloads.clinic, 250);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const list = page.locator('[part=list]');
    await jumpTo(list, 3_000);
    const seen = () =>
      page
        .locator(LIST)
        .evaluate(({ shadowRoot }) =>
          [...(shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])].map(
            (row) => `${row.querySelector('.name')?.textContent} ${row.getBoundingClientRect().top}`,
          ),
        );
    const before = await seen();
    const name = before[3]?.split(' ').slice(0, 2).join(' ') ?? '';
    const number = Number(name.slice(-4));
    const row = page.locator(`${LIST} [part=row]`, { hasText: name });
    caseloads.clinic.submissions.push({
      id: 999_001,
      patient: uuid(number),
      form: uuid(901),
      application: number * 10,
      at: NOW - 60_000,
      score: 26,
      className: 'Severe',
      ...flag,
    });
    const asked = caseloads.requests.length;
    await caseloads.tell({ kind: 'SUBMISSION_ANSWERED', submissionId: 999_001, patientId: uuid(number) });
    await expect(row).toContainText('Severe');
    await expect(row.locator('[part=new]')).toHaveText('New');
    await expect(row.locator('[part=mark]')).toHaveText('⚑');
    await expect(page.locator('[part=flags]')).toHaveText('⚑3 risk flags');
    await expect(page.locator(`${LIST} [role=status]`)).toHaveText('1 new risk flag.');
    expect(await seen()).toEqual(before);
    await expect
      .poll(() => caseloads.requests.slice(asked).some((request) => request.includes('ids=999001')))
      .toBe(true);
    const again = page.getByRole('button', { name: '1 patient changed: sort again' });
    const [bottom, top] = [await list.boundingBox(), await again.boundingBox()].map((box, index) =>
      box ? box.y + (index === 0 ? box.height : 0) : Number.NaN,
    );
    expect(top, 'it has room of its own beneath the rows').toBeGreaterThanOrEqual(bottom ?? Number.NaN);
    await expect(again).toHaveText('1 new risk flag. 1 patient changed: sort again');
    await again.click();
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(page.locator(`${LIST} [part=row]`).first()).toContainText(name);
  });

  for (const [where, given] of [
    ['the page', {}],
    ['a worker', { createWorker: WORKER, policy: WORKER_POLICY }],
  ] as const) {
    test(`fifty one after the other, read in ${where}, are all counted, and nothing that is read moves`, async ({
      page,
      caseloads,
    }) => {
      Object.assign(caseloads, given);
      fill(caseloads.clinic, 250);
      await caseloads.open();
      await expect(page.locator(ready)).toHaveCount(1);
      const list = page.locator('[part=list]');
      await jumpTo(list, 3_000);
      const seen = () =>
        list.evaluate((element) =>
          [...element.querySelectorAll<HTMLElement>('.row')].map(
            (row) => `${row.querySelector('.name')?.textContent} ${row.getBoundingClientRect().top}`,
          ),
        );
      const before = await seen();
      const ids = Array.from({ length: 50 }, (_, index) => 990_000 + index);
      for (let from = 0; from < ids.length; from += 10) {
        const told = ids.slice(from, from + 10);
        for (const id of told) {
          const number = (id - 990_000) * 5 + 1;
          const one = { patient: uuid(number), form: uuid(901), application: number * 10, at: NOW - 60_000 };
          caseloads.clinic.submissions.push({ id, ...one, score: 26, className: 'Severe', ...flag });
        }
        await caseloads.tell(
          ...told.map((submissionId) => ({
            kind: 'SUBMISSION_ANSWERED',
            submissionId,
            patientId: uuid((submissionId - 990_000) * 5 + 1),
          })),
        );
        await expect(page.locator('[part=flags]')).toHaveText(`⚑${2 + from + 10} risk flags`);
        expect(await seen()).toEqual(before);
      }
      await expect(page.getByRole('button', { name: '50 patients changed: sort again' })).toBeVisible();
    });
  }

  test('are seen only by the button, or by leaving a whole list that was in view', async ({
    page,
    caseloads,
  }) => {
    // Only rows in view exist, and all are looked at below.
    await page.setViewportSize({ width: 1280, height: 900 });
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await page
      .locator(LIST)
      .evaluate((element) => (element as HTMLElement & { reload(): Promise<void> }).reload());
    await expect(page.locator(ready)).toHaveCount(1);
    expect(caseloads.seen).toEqual([]);
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await expect
      .poll(() => caseloads.seen)
      .toEqual([{ professionalId: PROFESSIONAL, seenAt: new Date(NOW).toISOString() }]);
    await expect(page.locator('[part=head]')).toContainText('Marked as seen');
    await expect(page.locator(`${LIST} [role=status]`)).toHaveText('Marked as seen');
    expect((await caseloads.texts()).join()).not.toContain('answered 4 hours ago');
    // What was seen is told how to be found, and found.
    const answered = ['Ana Lima', 'Bruno Sá', 'Clara Reis', 'Davi Prado', 'Elisa Nunes', 'Fábio Melo'];
    const earlier = page.getByRole('button', { name: 'Show earlier answers' });
    const names = async () =>
      (await caseloads.texts()).filter((text) => !text.startsWith('#')).map((text) => text.split('. ')[0]);
    await earlier.click();
    await expect(earlier).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByLabel('Group')).toHaveValue('before');
    expect((await names()).toSorted()).toEqual(answered);
    await earlier.click();
    await expect(earlier).toHaveAttribute('aria-pressed', 'false');
    await expect(page.locator('[part=progress]')).toHaveText('7 patients');
    // Until then it was seen already: leaving says nothing more.
    await page.locator(LIST).evaluate((element) => element.remove());
    expect(caseloads.seen).toHaveLength(1);
  });

  /** Opens the list, and waits until it knows that it is in view. What a page sends as it goes, it counts itself. */
  async function openWhole(page: Page, caseloads: Caseloads): Promise<void> {
    await page.addInitScript(() => {
      const send = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        if (String(input).endsWith('/caseload/seen'))
          localStorage.setItem('told', `${Number(localStorage.getItem('told')) + 1}`);
        return send(input, init);
      };
    });
    await caseloads.open();
    await untilInView(page);
  }
  const told = (page: Page) => page.evaluate(() => Number(localStorage.getItem('told')));
  async function untilInView(page: Page): Promise<void> {
    await expect(page.locator(ready)).toHaveCount(1);
    await page
      .locator(LIST)
      .evaluate((element) => new Promise((done) => new IntersectionObserver(done).observe(element)));
  }

  test('are not seen by loading the page again, whoever does it', async ({ page, caseloads }) => {
    await openWhole(page, caseloads);
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => location.reload())]);
    await untilInView(page);
    // As by the browser's button: no event comes before it.
    await page.reload();
    await untilInView(page);
    // A link to a file leaves nothing.
    const downloaded = page.waitForEvent('download');
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/page.css', download: '' });
      document.body.append(link);
      link.click();
    });
    await downloaded;
    await page.reload();
    await untilInView(page);
    expect(await told(page)).toBe(0);
    await page.locator(LIST).evaluate((element) => element.remove());
    await expect.poll(() => told(page)).toBe(1);
  });

  test('are seen when the person leaves, and not where something was missing', async ({
    page,
    caseloads,
  }) => {
    await openWhole(page, caseloads);
    // To another page, which need not be ours.
    await Promise.all([page.waitForURL('**/page.css'), page.evaluate(() => location.assign('/page.css'))]);
    expect(await told(page)).toBe(1);
    caseloads.seen.length = 0;
    caseloads.instead = (path, _, route) => {
      if (!path.endsWith('applications')) return undefined;
      void route.fulfill({ status: 503, json: { code: 'UPSTREAM_UNAVAILABLE', message: 'no' } });
      return route;
    };
    await caseloads.open();
    await expect(page.locator('[part=missing]')).toContainText('requests could not be read');
    await page.locator(LIST).evaluate((element) => element.remove());
    await page.evaluate(() => fetch('/caseload/patients'));
    expect(caseloads.seen).toEqual([]);
  });
});

test.describe('who comes back to the list', () => {
  const list = (page: Page) => page.locator('[part=list]');
  /** Names of the rows in view, each with its distance from the top of the page. */
  const seen = (page: Page): Promise<string[]> =>
    list(page).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [...element.querySelectorAll<HTMLElement>('.row')].flatMap((row) => {
        const box = row.getBoundingClientRect();
        const name = row.querySelector('.name')?.textContent;
        return box.bottom > top && box.top < bottom ? [`${name} ${box.top}`] : [];
      });
    });
  const keptBy = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

  /** Opens the third patient in view of a list that is scrolled; gives who it is, and where the row stands. */
  async function openOne(page: Page, caseloads: Caseloads) {
    fill(caseloads.clinic, 250);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await jumpTo(list(page), 9_000);
    const place = (await seen(page))[2] ?? '';
    const name = place.slice(0, 'Patient 0000'.length);
    await page.getByRole('button', { name }).click();
    return { place, name, number: Number(name.slice(-4)) };
  }

  test('finds the patient whom they opened in the same place, though others stand above by now', async ({
    page,
    caseloads,
  }) => {
    const { place, name } = await openOne(page, caseloads);
    await page.goto('about:blank');
    // Two more patients with a flag stand at the top.
    for (const number of [201, 203]) {
      const one = { patient: uuid(number), form: uuid(901), application: number * 10, at: NOW - 60_000 };
      caseloads.clinic.submissions.push({
        id: 999_000 + number,
        ...one,
        score: 26,
        className: 'Severe',
        ...flag,
      });
    }
    await page.goBack();
    await expect(page.locator('[part=flags]')).toHaveText('⚑4 risk flags');
    await expect.poll(() => seen(page)).toContain(place);
    const row = page.locator(`${LIST} [part=row]`, { hasText: name });
    await expect(row, 'the keyboard begins there').toHaveAttribute('tabindex', '0');
    await expect(row).toBeFocused();
    await expect(row.locator('svg')).toHaveCount(4);
    // Once only: what is read anew on demand begins at its top.
    await page
      .locator(LIST)
      .evaluate((element) => (element as HTMLElement & { reload(): Promise<void> }).reload());
    await expect(page.locator(ready)).toHaveCount(1);
    expect(await list(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  test('has the focus at the patient whom they opened by a key, in a list that was not scrolled', async ({
    page,
    caseloads,
  }) => {
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const clara = page.getByRole('row', { name: /^Clara Reis/ });
    const comeBack = async (): Promise<void> => {
      await page.goto('about:blank');
      await page.goBack();
      await expect(page.locator(ready)).toHaveCount(1);
      await expect(page.locator(`${LIST} svg`).first()).toBeVisible();
    };
    await clara.focus();
    await page.keyboard.press('Enter');
    await comeBack();
    await expect(clara).toBeFocused();
    expect(await list(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    // What the page itself gives the focus to keeps it.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const field = document.createElement('input');
        document.body.append(field);
        field.focus();
      });
    });
    await comeBack();
    await expect(page.locator('body > input')).toBeFocused();
  });

  test('finds it in a page that puts another list into its place', async ({ page, caseloads }) => {
    const { place } = await openOne(page, caseloads);
    await page.locator(LIST).evaluate((element) => {
      const next = element.cloneNode();
      element.remove();
      document.querySelector('main')?.append(next);
    });
    await expect(page.locator(ready)).toHaveCount(1);
    await expect.poll(() => seen(page)).toContain(place);
  });

  test('leaves neither a name nor an id of a patient in the storage of the tab', async ({
    page,
    caseloads,
  }) => {
    const { number } = await openOne(page, caseloads);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    const kept = await keptBy(page);
    expect(kept).toMatch(/^\{"instrument-caseload-place":"\[-?\d+,-?[\d.]+,true\]"\}$/);
    for (const part of [uuid(number).slice(-4), uuid(901).slice(-4), PROFESSIONAL, 'Patient'])
      expect(kept).not.toContain(part);
    // A page that the browser kept as it was shows the list as it was.
    const before = await seen(page);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    expect(await seen(page)).toEqual(before);
  });

  test('stays where they have begun to read', async ({ page, caseloads }) => {
    await openOne(page, caseloads);
    await page.goto('about:blank');
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    caseloads.instead = async (_, query) => {
      if (query.get('layout') === 'courses') await held;
    };
    await page.goBack();
    await expect(page.locator(`${LIST} [part=row]`)).toHaveCount(2);
    await page.locator('[part=flags]').click();
    const flagged = page.getByRole('row', { name: /^Patient 0100/ });
    await expect(flagged).toBeFocused();
    goOn();
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.locator(`${LIST} svg`).first()).toBeVisible();
    await expect(flagged).toBeFocused();
    expect(await list(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  test('begins at the top after a list that was not scrolled', async ({ page, caseloads }) => {
    await openOne(page, caseloads);
    await list(page).evaluate(
      (element) =>
        new Promise((resolve) => {
          element.addEventListener('scroll', resolve, { once: true });
          element.scrollTo(0, 0);
        }),
    );
    await expect(page.getByRole('row', { name: /^Patient 0100/ })).toBeVisible();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
    expect(await keptBy(page)).toBe('{}');
  });
});

test.describe('how it is shown', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(`has no fault that axe finds, ${scheme}`, async ({ page, caseloads }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await caseloads.open();
      await expect(page.locator(ready)).toHaveCount(1);
      await expect(page.locator(`${LIST} svg`).first()).toBeVisible();
      expect((await axeOf(page).analyze()).violations).toEqual([]);
    });
  }

  for (const [lang, said] of [
    ['en', 'no total score'],
    ['pt-BR', 'sem escore total'],
    ['es', 'sin puntuación total'],
  ] as const)
    for (const width of [360, 768, 1280])
      test(`an answer without a total score is said to have none, in full: ${lang}, ${width} px`, async ({
        page,
        caseloads,
      }) => {
        await page.setViewportSize({ width, height: 2_000 });
        const { submissions } = caseloads.clinic;
        // With subscales alone there is no class of the whole; if one is sent all the same, it stands too.
        caseloads.clinic.submissions = submissions.map((one) =>
          one.id === 600
            ? { ...one, score: null }
            : one.id === 500
              ? { ...one, score: null, className: null }
              : one,
        );
        await caseloads.open('', lang);
        await expect(page.locator(ready)).toHaveCount(1);
        const scores = page.locator(`${LIST} .score`).filter({ hasText: /–/ });
        const classes = scores.locator('.class');
        await expect(classes.filter({ hasText: 'Minimal' })).toBeVisible();
        const without = classes.filter({ hasText: said });
        await expect(without.first()).toBeVisible();
        expect(await without.first().evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
        // Its date, which no picture says, is heard with the age.
        const undrawn = scores.filter({ hasNot: page.locator('svg') });
        await expect(undrawn.first().locator('.age')).toHaveText(/\n?\(\d+.* 2026, \d\d:\d\d\)$/);
      });

  test('says all beside each instrument, missed requests too, and no group in part, at any width', async ({
    page,
    caseloads,
  }) => {
    const { clinic } = caseloads;
    // What a row says most often beside an instrument: an earlier class and a next date.
    clinic.submissions = clinic.submissions
      .map((one) => (one.id === 400 ? { ...one, className: 'Moderadamente grave', at: day(-60) } : one))
      .map((one) => (one.id === 401 ? { ...one, className: 'Moderada', at: day(-40) } : one));
    clinic.applications = clinic.applications.map((one) => ({ ...one, nextAt: day(23) }));
    // Ana's name has the flag beside it, Elisa's the missed requests of one of her instruments.
    for (const [patient, form, application] of [
      [1, PHQ, 10],
      [1, GAD, 11],
      [5, GAD, 51],
    ] as const) {
      if (form === GAD)
        clinic.applications.push({ id: application, patient: uuid(patient), form, nextAt: day(24) });
      for (const date of [12, 13, 14])
        clinic.submissions.push({
          id: application * 100 + date,
          patient: uuid(patient),
          application,
          form,
          status: 'CANCELED_LATE',
          startedAt: day(date),
        });
    }
    await caseloads.open('', 'pt-BR');
    await expect(page.locator(ready)).toHaveCount(1);
    const asides = page.locator(`${LIST} .aside:not(:empty)`);
    const group = page.getByLabel('Grupo');
    for (const width of [728, 760, 800, 850, 880, 900, 960, 1014, 1040, 1100, 1180, 1240, 1250, 1366]) {
      await page.setViewportSize({ width, height: 1_500 });
      await expect(asides.filter({ hasText: 'era Moderadamente grave' })).toHaveCount(1);
      await expect(asides.filter({ hasText: '3 solicitações seguidas sem resposta desde' })).toHaveCount(3);
      const cut = await asides.evaluateAll((elements) =>
        elements.flatMap((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const [text, own] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
          const row = one.closest('.row')?.getBoundingClientRect();
          const isWhole =
            text.right <= own.right + 0.5 &&
            text.bottom <= own.bottom + 0.5 &&
            own.bottom <= (row?.bottom ?? 0);
          return isWhole ? [] : [one.textContent];
        }),
      );
      expect(cut, `${width} px`).toEqual([]);
      // A line begins below all that stands beside the one before it.
      const overlaps = await page.locator(`${LIST} .scores`).evaluateAll((all) =>
        all.flatMap(({ children }) =>
          [...children].filter((one) => {
            const next = one.nextElementSibling?.getBoundingClientRect();
            return next && next.top < (one.lastElementChild?.getBoundingClientRect().bottom ?? 0) - 0.5;
          }),
        ),
      );
      expect(overlaps, `${width} px`).toEqual([]);
      const [own, whole] = await group.evaluate((select) => {
        const { width: own } = select.getBoundingClientRect();
        select.style.maxInlineSize = 'none';
        const { width: whole } = select.getBoundingClientRect();
        select.style.maxInlineSize = '';
        return [own, whole];
      });
      expect(own, `${width} px`).toBe(whole);
    }
  });

  for (const [lang, said] of [
    ['en', 'Set by the service: suicide or self-harm, homicidal ideation; low, moderate or high severity.'],
    [
      'pt-BR',
      'Marcado pelo serviço: suicídio ou autolesão, ideação homicida; gravidade baixa, moderada ou alta.',
    ],
    [
      'es',
      'Marcado por el servicio: suicidio o autolesión, ideación homicida; gravedad baja, moderada o alta.',
    ],
  ] as const)
    test(`says above the flags alone, and in full, what their mark means: ${lang}`, async ({
      page,
      caseloads,
    }) => {
      await caseloads.open('', lang);
      await expect(page.locator(ready)).toHaveCount(1);
      const legends = page.locator('[part=legend]').filter({ hasText: /\S/ });
      for (const width of [280, 360, 728, 1000, 1366]) {
        await page.setViewportSize({ width, height: 900 });
        await expect(legends).toHaveText(`⚑${said}`);
        const isWhole = await legends.evaluate((legend) => {
          const [own, text] = [legend.closest('.heading'), legend.lastElementChild].map((one) =>
            (one as Element).getBoundingClientRect(),
          );
          const group = legend.parentElement?.firstElementChild?.getBoundingClientRect();
          return (
            own &&
            text &&
            group &&
            group.top >= own.top &&
            text.bottom <= own.bottom &&
            text.right <= own.right
          );
        });
        expect(isWhole, `${width} px`).toBe(true);
      }
      expect((await axeOf(page).analyze()).violations).toEqual([]);
      await page.locator('#group').selectOption('late');
      await expect(page.locator(`${LIST} [part=row]`)).toHaveCount(1);
      await expect(legends).toHaveCount(0);
    });

  test('fits into 360 px, with the flags in sight', async ({ page, caseloads }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await caseloads.open('', 'pt-BR');
    await expect(page.locator('[part=flags]')).toHaveText('⚑1 sinal de risco');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const wide = await page
      .locator(LIST)
      .evaluate(({ shadowRoot }) =>
        [...(shadowRoot?.querySelectorAll('*') ?? [])]
          .filter(
            (element) =>
              element.getBoundingClientRect().right > 361 && element.getBoundingClientRect().width > 1,
          )
          .map((element) => element.className || element.id),
      );
    expect(wide).toEqual([]);
    await expect(page.locator(`${LIST} [part=row]`).first()).toContainText(
      'Sinal de risco: suicídio ou autolesão, PHQ-9 item 9, gravidade alta, 5 nov.',
    );
    const texts = page.locator(
      `${LIST} .reasons span, ${LIST} .aside:not(:empty), ${LIST} .class, ${LIST} .value`,
    );
    const cut = await texts.evaluateAll((elements) =>
      elements
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map((one) => one.textContent),
    );
    expect(await texts.count()).toBeGreaterThan(3);
    expect(cut).toEqual([]);
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  });

  test('folds its filters at 360 px, with the flags in sight, and opens them to search', async ({
    page,
    caseloads,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await caseloads.open();
    const fold = page.getByText('Search and filters');
    await expect(fold).toBeVisible();
    await expect(page.getByLabel('Group')).toBeHidden();
    await expect(page.locator('[part=flags]')).toBeInViewport();
    const { height = 0 } = (await page.locator('[part=list]').boundingBox()) ?? {};
    expect(height, 'most of the 660 px are the list').toBeGreaterThan(400);
    await page.locator(`${LIST} [part=row]`).first().focus();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Search', { exact: true })).toBeFocused();
    await fold.press('Enter');
    await expect(page.getByLabel('Group')).toBeHidden();
  });

  test('breaks no name of an instrument at its hyphen, however narrow, and changes no text', async ({
    page,
    caseloads,
  }) => {
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    for (const width of [280, 300, 320, 340, 360, 380, 400, 420]) {
      await page.setViewportSize({ width, height: 900 });
      const reasons = page.locator('[part=reasons]');
      await expect(reasons.first()).toContainText(
        'Risk flag: suicide or self-harm, PHQ-9 item 9, high severity, 5 Nov',
      );
      const broken = await reasons.evaluateAll((all) =>
        all.flatMap((one) => {
          const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
          const found: string[] = [];
          for (let node = texts.nextNode(); node; node = texts.nextNode())
            for (const { index, 0: name } of (node.nodeValue ?? '').matchAll(/PHQ-9/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + name.length);
              if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(name);
            }
          return found;
        }),
      );
      expect(broken, `${width} px`).toEqual([]);
    }
  });

  test('breaks no date between its parts, and cuts none, at any width', async ({ page, caseloads }) => {
    const { clinic } = caseloads;
    clinic.submissions = clinic.submissions.map((one) =>
      one.id === 400 ? { ...one, className: 'At or above the cut-off' } : one,
    );
    clinic.applications = clinic.applications.map((one) => ({ ...one, nextAt: day(23) }));
    clinic.submissions.push({ id: 402, patient: uuid(4), application: 40, at: day(3), score: 1, ...flag });
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    for (let width = 300; width <= 1_400; width += 25) {
      await page.setViewportSize({ width, height: 1_500 });
      const broken = await page.locator(`${LIST} :is(.aside, .reasons)`).evaluateAll((all) =>
        all.flatMap((one) => {
          const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
          const found: string[] = [];
          for (let node = texts.nextNode(); node; node = texts.nextNode())
            for (const { index, 0: date } of (node.nodeValue ?? '').matchAll(/\d+ Nov/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + date.length);
              const lines = new Set([...range.getClientRects()].map(({ top }) => top));
              const own = range.getBoundingClientRect();
              const row = one.closest('.row')?.getBoundingClientRect();
              if (lines.size > 1 || own.bottom > (row?.bottom ?? 0)) found.push(date);
            }
          return found;
        }),
      );
      expect(broken, `${width} px`).toEqual([]);
    }
  });

  for (const lang of ['en', 'pt-BR', 'es'])
    test(`cuts no age, however long: ${lang}`, async ({ page, caseloads }) => {
      const { clinic } = caseloads;
      const ages = [59 * 60_000, 23 * HOUR_MS, 20 * 24 * HOUR_MS, 7 * 7 * 24 * HOUR_MS];
      clinic.seenAt = null;
      clinic.submissions = ages.map((age, index) => ({
        id: index + 1,
        patient: uuid(index + 1),
        application: (index + 1) * 10,
        at: NOW - age,
        score: 3,
      }));
      for (const width of [360, 800, 1_366]) {
        await page.setViewportSize({ width, height: 900 });
        await caseloads.open('', lang);
        await expect(page.locator(ready)).toHaveCount(1);
        const cut = await page.locator(`${LIST} .age`).evaluateAll((all) =>
          all.flatMap((one) => {
            const text = one.firstElementChild?.getBoundingClientRect().right ?? 0;
            return text > one.getBoundingClientRect().right ? [one.firstElementChild?.textContent] : [];
          }),
        );
        expect(cut, `${width} px`).toEqual([]);
      }
    });

  for (const [lang, order] of [
    ['en', 'Highest score first'],
    ['pt-BR', 'Maior escore primeiro'],
    ['es', 'Mayor puntuación primero'],
  ] as const)
    test(`shows the chosen order whole at 360 px, and all filters in one line at 1040 px: ${lang}`, async ({
      page,
      caseloads,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await caseloads.open('', lang);
      await expect(page.locator(ready)).toHaveCount(1);
      await page.locator('#fold-text').click();
      await page.locator('#instrument').selectOption({ label: 'PHQ-9' });
      const sort = page.locator('#sort');
      await sort.selectOption({ label: order });
      const cutOf = (selects: Locator): Promise<string[]> =>
        selects.evaluateAll((all) =>
          (all as HTMLSelectElement[]).flatMap((select) => {
            // A copy that holds the chosen text alone is as wide as that needs.
            const copy = select.cloneNode() as HTMLSelectElement;
            const text = select.selectedOptions[0]?.text ?? '';
            copy.append(new Option(text));
            copy.style.cssText = 'position:absolute;flex:none;inline-size:auto';
            select.after(copy);
            const needed = copy.getBoundingClientRect().width;
            copy.remove();
            return needed > select.getBoundingClientRect().width ? [text] : [];
          }),
        );
      expect(await cutOf(sort)).toEqual([]);
      await page.locator('#instrument').selectOption('');
      await page.setViewportSize({ width: 1_040, height: 740 });
      // Also while the button stands that takes the filters back.
      for (const text of ['', 'a']) {
        await page.locator('#search').fill(text);
        await expect(page.locator('#clear')).toBeVisible({ visible: text !== '' });
        expect(await cutOf(page.locator('#filters select'))).toEqual([]);
        const tops = await page
          .locator('#filters .field')
          .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
        expect(new Set(tops).size).toBe(1);
      }
    });

  for (const [width, where] of [
    [360, 'fold-text'],
    [1_040, 'search'],
  ] as const)
    test(`keeps the focus at the filters that are taken back: ${width} px`, async ({ page, caseloads }) => {
      await page.addInitScript(() => localStorage.setItem('instrument-caseload', '{"group":"flag"}'));
      await page.setViewportSize({ width, height: 740 });
      await caseloads.open();
      await expect(page.locator(ready)).toHaveCount(1);
      await expect(page.locator('#progress')).toHaveText(/ of /);
      await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await expect(page.locator('#clear')).toBeHidden();
      await expect(page.locator(`#${where}`)).toBeFocused();
    });

  for (const lang of ['en', 'pt-BR', 'es'])
    test(`leaves no empty line under what is last of a patient at 360 px: ${lang}`, async ({
      page,
      caseloads,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await caseloads.open('', lang);
      await page
        .locator(LIST)
        .evaluate((element) => element.style.setProperty('--instrument-block-size', '4000px'));
      const rows = page.locator(`${LIST} [part=row]`);
      await expect(rows).toHaveCount(caseloads.clinic.patients.length);
      const empty = await rows.evaluateAll((elements) =>
        elements.flatMap((row) => {
          const texts = [...row.querySelectorAll('.line, .reasons p, .score > *')].filter(
            (one) => one.textContent,
          );
          const end = Math.max(...texts.map((one) => one.getBoundingClientRect().bottom));
          const left = row.getBoundingClientRect().bottom - end;
          return left > 12 ? [`${row.textContent}: ${left}`] : [];
        }),
      );
      expect(empty).toEqual([]);
      const cut = await page
        .locator(`${LIST} .heading`)
        .evaluateAll((elements) =>
          elements.flatMap((heading) =>
            [...heading.querySelectorAll('.group')]
              .filter((one) => one.getBoundingClientRect().top < heading.getBoundingClientRect().top)
              .map((one) => one.textContent),
          ),
        );
      expect(cut, 'no heading loses a line').toEqual([]);
    });

  test('keeps marks and focus apart where the system sets the colours', async ({ page, caseloads }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await caseloads.open();
    const row = page.locator(`${LIST} [part=row]`).first();
    await expect(row).toHaveCSS('border-inline-start-width', '4px');
    await row.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator(`${LIST} [part=row]`).nth(1)).toHaveCSS('outline-style', 'solid');
  });

  test('gives the text at the pointer its title, which is not another patient’s after a jump', async ({
    page,
    caseloads,
  }) => {
    const titled = page.locator(`${LIST} [part=row] [title]`);
    const row = page.locator(`${LIST} [part=row]`).first();
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(titled).toHaveCount(0);
    await row.locator('[part=reasons]').hover();
    await expect(titled).toHaveAttribute('title', (await row.getAttribute('aria-label')) ?? '');
    fill(caseloads.clinic, 120);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    const other = page.locator(`${LIST} [part=row]`).nth(3);
    await other.locator('[part=age]').first().hover();
    await expect(titled).toHaveAttribute('title', /^\(\d+ \w+ 2026, \d\d:\d\d\)/);
    const name = (await other.locator('[part=name]').textContent()) ?? '';
    await page.locator(`${LIST} [part=list]`).evaluate((list) => {
      list.scrollTop = list.scrollHeight / 2;
    });
    await expect(page.locator(`${LIST} [part=name]`, { hasText: name })).toHaveCount(0);
    // The pointer may be at another text by then.
    const stale = await titled.evaluateAll((all) =>
      all.filter((one) => !one.textContent.includes((one as HTMLElement).title)),
    );
    expect(stale).toEqual([]);
  });

  test('uses its rows again in a jump, and hardly takes one from the page', async ({ page, caseloads }) => {
    fill(caseloads.clinic, 120);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.locator(`${LIST} [part=course] svg`).first()).toBeVisible();
    const moved = await page.locator(`${LIST} [part=list]`).evaluate((list) => {
      // All within one task, as the lines beyond the edge come in between where a frame takes long.
      const jump = (share: number): void => {
        list.scrollTop = list.scrollHeight * share;
        list.dispatchEvent(new Event('scroll'));
      };
      for (const share of [0.9, 0.2, 0.5]) jump(share);
      const observer = new MutationObserver(() => {});
      observer.observe(list.firstElementChild as Element, { childList: true });
      for (const share of [0.81, 0.3, 0.62, 0.13, 0.44, 0.75]) jump(share);
      const nodes = observer
        .takeRecords()
        .flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
      return nodes.filter((node) => (node as Element).matches('.row')).length;
    });
    expect(moved).toBeLessThan(4);
  });

  test('has everybody on paper', async ({ page, caseloads }) => {
    fill(caseloads.clinic, 120);
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator(`${LIST} [part=row]`)).toHaveCount(120);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.locator(`${LIST} [part=row]`).count()).toBeLessThan(40);
  });
});
