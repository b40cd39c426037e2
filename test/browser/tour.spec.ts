import { type Stack, startStack } from '../../scripts/stack.ts';
import { axeOf } from './axe.ts';
import { widgetFile } from './kit.ts';
import { expect, test } from './own-page.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({
    portBase: 0,
    roster: 'clinic',
    now: '2026-11-23T15:00:00Z',
    hasTour: true,
    firstPage: '/caseload',
    widgetFile: await widgetFile(),
  });
});
test.afterAll(() => stack?.close());

for (const [locale, next, titles] of [
  [
    'en',
    'Next',
    [
      'Who needs me today?',
      'A risk flag',
      'Thirty weeks in one look',
      'Treatment on the same timeline',
      'Send a questionnaire',
    ],
  ],
  [
    'pt-BR',
    'Avançar',
    [
      'Quem precisa de mim hoje?',
      'Um sinal de risco',
      'Trinta semanas de relance',
      'O tratamento na mesma linha do tempo',
    ],
  ],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`the tour goes from page to page and marks what it speaks of, in ${locale}`, async ({ page }) => {
      await page.goto(stack.urls.ehr);
      const bar = page.locator('#tour');
      const title = bar.getByRole('heading');
      await expect(title).toContainText(locale === 'en' ? 'Sign in' : 'Entrar');
      await page.locator('[data-email]').first().click();
      await page.locator('main button[type=submit]').click();
      for (const expected of titles) {
        await expect(title).toContainText(expected);
        await expect(page.locator('.tour-mark')).toBeInViewport();
        await bar.getByRole('button', { name: next }).click();
      }
    });
  });
}

test('it waits where the reader goes elsewhere, leads back, begins again, and can be put away', async ({
  page,
}) => {
  await page.goto(stack.urls.ehr);
  await page.locator('[data-email]').first().click();
  await page.locator('main button[type=submit]').click();
  const bar = page.locator('#tour');
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rodrigo Fontoura');
  const overview = page.locator('instrument-overview.tour-mark');
  await expect(overview.locator('[part=risks]')).toContainText(/^Risk flag: PHQ-9/);
  await expect(overview).toContainText(/Suicide or self-harm item 9/);
  await page.getByRole('link', { name: 'Patients', exact: true }).click();
  await expect(bar.getByRole('heading')).toContainText('A risk flag');
  await bar.getByRole('link', { name: 'Open this page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rodrigo Fontoura');
  await page.evaluate((last) => sessionStorage.setItem('tour-step', last), '10');
  await page.reload();
  await expect(bar.getByRole('heading')).toContainText('Start again');
  await expect(bar.getByRole('button', { name: 'Next' })).toBeHidden();
  await bar.getByRole('button', { name: 'Begin again' }).click();
  await expect(bar.getByRole('heading')).toContainText('Who needs me today?');
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(bar.getByRole('heading')).toHaveCount(0);
  await page.reload();
  await bar.getByRole('button', { name: 'Guided tour: show' }).click();
  await expect(bar.getByRole('heading')).toContainText('Who needs me today?');
  expect((await axeOf(page).analyze()).violations).toEqual([]);
});

test('the treatment of the patient whom it shows is on one axis with the scores', async ({ page }) => {
  await page.goto(stack.urls.ehr);
  await page.locator('[data-email]').first().click();
  await page.locator('main button[type=submit]').click();
  await page.goto(`${stack.urls.ehr}/tour/course`);
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  const axis = page.getByRole('region', { name: 'All instruments on one timeline' });
  await expect(axis.locator('.said li')).toHaveText([/GAD-7/, /PHQ-9/, /WHO-5/]);
  await expect(axis.getByRole('application')).toHaveAccessibleDescription(
    /^5 treatment events\. Medication: Sertraline 50 mg, 7 May 2026 to 14 Jun 2026\./,
  );
});
