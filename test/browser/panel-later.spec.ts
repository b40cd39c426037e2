import type { Page } from '@playwright/test';
import { dass21, phq9 } from './panel-data.ts';
import { expect, test } from './panel-fixture.ts';

/** Holds back or refuses one of the files that come later. */
const withoutFile = (page: Page, name: string) =>
  page.route(new RegExp(`/kit/${name}-[^/]*\\.js$`), (route) => route.abort());

test('keys pressed before the walk has come work once it has', async ({ page, panels }) => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  await page.route(/\/kit\/details-[^/]*\.js$/, async (route) => {
    await held;
    await route.fallback();
  });
  panels.serveCourses();
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await page.getByRole('application').focus();
  await page.keyboard.press('Home');
  await expect(page.getByRole('application')).not.toHaveAccessibleName(/Arrow keys/);
  free();
  await expect(page.getByRole('status')).toContainText('1 Jun 2026, 09:00. Score 19 of 27');
  await expect(page.getByRole('application')).toHaveAccessibleName(/Arrow keys walk/);
});

test('once it has come, the next panel of the page shows all at once', async ({ page, panels }) => {
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await expect(page.locator('[part=table]')).toBeVisible();
  const atOnce = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const first = document.querySelector('instrument-panel') as HTMLElement;
        const next = first.cloneNode() as HTMLElement;
        Reflect.set(next, 'fetchToken', Reflect.get(first, 'fetchToken'));
        const part = (name: string) => next.shadowRoot?.querySelector<HTMLElement>(`[part=${name}]`);
        next.addEventListener('instrument-load', () => {
          const shown = ['notes', 'tools', 'table'].filter((name) => part(name)?.hidden === false);
          resolve([part('notes')?.textContent, ...shown].join(' '));
        });
        document.body.append(next);
      }),
  );
  expect(atOnce).toMatch(/ tools table$/);
});

test('without what comes later, headline, risk and graph stand, and the table offers to try again', async ({
  page,
  panels,
}) => {
  await withoutFile(page, 'details');
  panels.serveCourses();
  panels.answer(phq9({ flagged: [5] }));
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.locator('[part=risk]')).toContainText('Risk flag ·');
  await expect(page.locator('instrument-panel .score-graph')).toBeVisible();
  await expect(page.locator('#summary')).toHaveText('Table: Try again');
  await expect(page.getByRole('application')).not.toHaveAccessibleName(/Arrow keys/);
  await expect(page.locator('[part=notes]')).toHaveText(/^Parts of this panel could not be loaded/);
});

test('several series, none and a failure show without what comes later, refused or never answered, and say so', async ({
  page,
  panels,
}) => {
  const message = page.locator('[part=message]');
  const missing = 'Parts of this panel could not be loaded';
  let answered = true;
  await page.route(/\/kit\/details-[^/]*\.js$/, (route) => (answered ? route.abort() : undefined));
  panels.serveCourses();
  await page.clock.install();
  for (answered of [true, false]) {
    const open = async (settled: string) => {
      await panels.open(`<instrument-panel ${panels.attributes} refresh="0"></instrument-panel>`);
      await expect(page.locator(`instrument-panel:state(${settled})`)).toHaveCount(1);
      if (!answered) await page.clock.runFor(10_000);
    };
    panels.answer(dass21());
    await open('ready');
    await expect(page.locator('[part=score]')).toContainText('10 of 42');
    await expect(page.locator('[part=notes]')).toContainText(missing);
    panels.answer(phq9({ scores: [] }));
    await open('empty');
    await expect(message).toContainText('No answers yet');
    panels.answer((_, __, route) =>
      route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } }),
    );
    await open('error');
    await expect(message).toContainText(`The score graph cannot be shown${missing}`);
    await expect(page.getByRole('status')).toContainText(missing);
  }
});

test('a refusal whose kind cannot be fetched still takes away what may not be seen', async ({
  page,
  panels,
}) => {
  await withoutFile(page, 'refusal');
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${panels.attributes} refresh="1"></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  panels.answer((_, __, route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } }));
  await expect(page.locator('[part=message]')).toContainText('You do not have permission');
  await expect(page.locator('[part=score]')).toBeHidden();
});

test('Portuguese words that cannot be fetched are English, and say so to who listens', async ({
  page,
  panels,
}) => {
  await withoutFile(page, 'pt-BR');
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${panels.attributes} lang="pt-BR"></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.locator('[part=panel]')).toHaveAttribute('lang', 'en');
});

test('until Portuguese words are there, no English ones are read', async ({ page, panels }) => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  await page.route(/\/kit\/pt-BR-[^/]*\.js$/, async (route) => {
    await held;
    await route.fallback();
  });
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${panels.attributes} lang="pt-BR"></instrument-panel>`);
  await expect.poll(() => panels.asked('submissions')).toBe(2);
  await expect(page.locator('instrument-panel:state(loading)')).toHaveCount(1);
  expect((await page.locator('[part=panel]').innerText()).trim()).toBe('');
  free();
  await expect(page.locator('[part=score]')).toHaveText('14 de 27');
});

test('a list of submissions that a proxy cuts short is read to its end for risk', async ({
  page,
  panels,
}) => {
  const course = phq9({ flagged: [5] });
  panels.answer(async (_, what, route) => {
    if (what !== 'submissions') return course[what];
    const { searchParams } = new URL(route.request().url());
    const offset = Number(searchParams.get('offset'));
    const limit = Math.min(3, Number(searchParams.get('limit') ?? 100));
    await route.fulfill({ json: course.submissions.slice(offset, offset + limit) });
    return undefined;
  });
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await expect(page.locator('[part=risk]')).toContainText('Risk flag · 10 Aug 2026');
});
