import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { dass21, phq9 } from './panel-data.ts';
import { type Answers, expect, fromCourse, test } from './panel-fixture.ts';

const tag = (attributes: string, more: string) =>
  `<instrument-panel ${attributes} time-zone="UTC" ${more}></instrument-panel>`;

test('a patient sees scores and changes, and neither risk nor what a score means', async ({
  page,
  panels,
}) => {
  panels.answer(phq9({ flagged: [5], missed: [20] }));
  await panels.open(tag(panels.attributes, 'audience="patient"'));
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.getByRole('application')).toHaveAccessibleName(/\. 14 of 27\. Arrow keys/);
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Score']);
  await expect(page.locator('[part=changes]')).toHaveText(/^\d+ (higher|lower) than on \d+ \w+ \(\d+\)$/);
  await expect(page.locator('[part=risk]')).toBeHidden();
  const text = await page.locator('instrument-panel').evaluate((one) => one.shadowRoot?.textContent ?? '');
  expect(text).not.toMatch(/risk|moderate|worse|better|range|direction|AI summary/i);
  await expect(page.locator('[part=tools] button')).toHaveText(['View answers', 'Print']);
});

test('ranges and directions that the service gives are shown where they may be', async ({ page, panels }) => {
  panels.answer(phq9({ flagged: [5] }));
  await panels.open(tag(panels.attributes, 'audience="patient" interpretation="shown"'));
  await expect(page.locator('[part=classification]')).toHaveText('Moderate (10–14)');
  await expect(page.getByRole('application')).toHaveAccessibleName(/higher is worse/);
  await expect(page.locator('[part=risk]')).toBeHidden();
});

const STATES: Readonly<Record<string, Answers>> = {
  ready: fromCourse(phq9({ flagged: [1], missed: [20] })),
  choice: fromCourse(dass21()),
  empty: fromCourse(phq9({ scores: [] })),
  error: (_, __, route) => route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } }),
  loading: () => new Promise(() => {}),
};
for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, answers] of Object.entries(STATES)) {
    test(
      `axe finds nothing in what a patient sees: ${name}, ${colorScheme}`,
      longUnless(colorScheme === 'light' && name === 'ready'),
      async ({ page, panels }) => {
        await page.emulateMedia({ colorScheme });
        panels.answer(answers);
        await panels.open(tag(panels.attributes, 'audience="patient" interpretation="shown" lang="pt-BR"'));
        const state = name === 'choice' ? 'ready' : name;
        await expect(page.locator(`instrument-panel:state(${state})`)).toHaveCount(1);
        if (state === 'ready') await page.locator('#summary').click();
        if (state === 'error') await expect(page.locator('[part=message]')).toBeVisible();
        expect((await axeOf(page).analyze()).violations).toEqual([]);
      },
    );
  }
}
