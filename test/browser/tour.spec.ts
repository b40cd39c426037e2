import type { FrameLocator, Page } from '@playwright/test';
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

/** Opens the tour, and signs in to the EHR in its frame. */
async function begin(page: Page): Promise<FrameLocator> {
  await page.goto(stack.urls.ehr);
  const ehr = page.frameLocator('iframe');
  await ehr.locator('[data-email]').first().click();
  await ehr.locator('main button[type=submit]').click();
  await expect(ehr.locator('instrument-caseload')).toBeVisible();
  await expect(page.locator('#tour').getByRole('heading')).not.toContainText(/^(Sign in|Entrar)/);
  return ehr;
}

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
      await expect(bar.getByRole('button', { name: next })).toBeDisabled();
      const ehr = await begin(page);
      for (const expected of titles) {
        await expect(title).toContainText(expected);
        await expect(ehr.locator('.tour-mark')).toBeInViewport();
        await bar.getByRole('button', { name: next }).click();
      }
    });
  });
}

test('it waits where the reader goes elsewhere, leads back, begins again, and can be put away', async ({
  page,
}) => {
  const ehr = await begin(page);
  const bar = page.locator('#tour');
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(ehr.getByRole('heading', { level: 1 })).toHaveText('Rodrigo Fontoura');
  const overview = ehr.locator('instrument-overview.tour-mark');
  await expect(overview.locator('[part=risks]')).toContainText(/^Risk flag: PHQ-9/);
  await expect(overview).toContainText(/Suicide or self-harm item 9/);
  await ehr.getByRole('link', { name: 'Patients', exact: true }).click();
  await expect(bar.getByRole('heading')).toContainText('A risk flag');
  await bar.getByRole('link', { name: 'Open this page' }).click();
  await expect(ehr.getByRole('heading', { level: 1 })).toHaveText('Rodrigo Fontoura');
  await page.evaluate((last) => sessionStorage.setItem('tour-step', last), '10');
  await page.reload();
  await expect(bar.getByRole('heading')).toContainText('To close');
  await expect(bar.getByRole('button', { name: 'Next' })).toBeHidden();
  await expect(ehr.locator('instrument-caseload.tour-mark, footer.tour-mark')).toBeVisible();
  // The clinic may have been reset, and the next customer sees the tour from its first step.
  await bar.getByRole('button', { name: 'Begin again' }).click();
  await expect(bar.getByRole('heading')).toContainText('Sign in');
  await expect(ehr.locator('instrument-caseload')).toHaveCount(0);
  await ehr.locator('[data-email]').first().click();
  await ehr.locator('main button[type=submit]').click();
  await expect(bar.getByRole('heading')).toContainText('Who needs me today?');
  await expect(ehr.locator('instrument-caseload.tour-mark')).toBeVisible();
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(bar.getByRole('heading')).toHaveCount(0);
  const width = page.viewportSize()?.width;
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ x: 0, y: 0, width });
  await page.reload();
  await bar.getByRole('button', { name: 'Guided tour: show' }).click();
  await expect(bar.getByRole('heading')).toContainText('Who needs me today?');
  expect((await axeOf(page).analyze()).violations).toEqual([]);
});

test('the treatment of the patient whom it shows is on one axis with the scores', async ({ page }) => {
  await begin(page);
  await page.goto(`${stack.urls.ehr}/tour/course`);
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  const axis = page.getByRole('region', { name: 'All instruments on one timeline' });
  await expect(axis.locator('.said li')).toHaveText([/GAD-7/, /PHQ-9/, /WHO-5/]);
  await expect(axis.getByRole('application')).toHaveAccessibleDescription(
    /^5 treatment events\. Medication: Sertraline 50 mg, 7 May 2026 to 14 Jun 2026\./,
  );
  await expect(axis.getByRole('application')).toHaveAccessibleDescription(
    /Medication: Sertraline 100 mg, from 15 Jun 2026, ongoing as given by this page\./,
  );
});

test('the guide goes on while a dialog with answers is open, and nothing of the EHR lies under the steps', async ({
  page,
}) => {
  const ehr = await begin(page);
  const bar = page.locator('#tour');
  await bar.getByRole('button', { name: 'Next' }).click();
  await ehr.getByRole('button', { name: 'PHQ-9' }).click();
  await ehr.locator('instrument-panel').getByRole('button', { name: 'View', exact: true }).click();
  await expect(ehr.getByRole('dialog')).toContainText('Rodrigo Fontoura');
  for (const size of [
    { width: 1366, height: 768 },
    { width: 768, height: 1024 },
    { width: 390, height: 844 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size);
    const [steps, frame] = [await bar.boundingBox(), await page.locator('iframe').boundingBox()];
    expect(steps?.height, `${size.width}`).toBeLessThanOrEqual(size.height / 3);
    expect((frame?.y ?? 0) + (frame?.height ?? 0), `${size.width}`).toBeLessThanOrEqual(steps?.y ?? 0);
    await expect(bar.getByRole('button', { name: 'Next' }), `${size.width}`).toBeInViewport({ ratio: 1 });
  }
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(bar.getByRole('heading')).toContainText('Thirty weeks in one look');
  await expect(ehr.getByRole('heading', { level: 1 })).toHaveText('Marina Azevedo Prado');
});

test('a step that shows the same page closes a dialog which the one before has opened', async ({ page }) => {
  const ehr = await begin(page);
  const bar = page.locator('#tour');
  await page.evaluate((step) => sessionStorage.setItem('tour-step', step), '3');
  await page.reload();
  await expect(bar.getByRole('heading')).toContainText('Thirty weeks in one look');
  await ehr.getByRole('button', { name: 'PHQ-9' }).click();
  const panel = ehr.locator('instrument-panel');
  await panel.getByRole('button', { name: 'View answers' }).click();
  await expect(ehr.getByRole('dialog')).toContainText('Marina Azevedo Prado');
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(bar.getByRole('heading')).toContainText('Treatment on the same timeline');
  await expect(ehr.getByRole('dialog')).toHaveCount(0);
  await expect(panel.getByText('Table', { exact: true })).toBeVisible();
});

for (const [locale, next] of [
  ['en', 'Next'],
  ['pt-BR', 'Avançar'],
] as const)
  test.describe(`an opened panel in ${locale}`, () => {
    test.use({ locale });
    test('is above the bar with the dates at the foot of its graph, below the patient’s name', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1366, height: 768 });
      const ehr = await begin(page);
      await page.locator('#tour').getByRole('button', { name: next }).click();
      await ehr.getByRole('button', { name: 'PHQ-9' }).click();
      const graph = ehr.locator('instrument-panel .score-graph');
      await expect(graph).toBeInViewport({ ratio: 1 });
      const today = graph.getByText(locale === 'en' ? 'Today' : 'Hoje', { exact: true });
      await expect(today.last()).toBeInViewport({ ratio: 1 });
      await expect(ehr.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    });
  });

test('the form’s step shows the clinic’s header whole or not at all, once the form has come', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const ehr = await begin(page);
  await page.evaluate((step) => sessionStorage.setItem('tour-step', step), '5');
  await page.reload();
  await expect(ehr.getByRole('option', { name: 'PHQ-9' })).toBeAttached();
  const name = ehr.locator('header.patient');
  await expect
    .poll(() =>
      name.evaluate((one) => {
        const header = one.ownerDocument.querySelector('.brand')?.getBoundingClientRect();
        const { top } = one.getBoundingClientRect();
        return top >= 0 && (header?.bottom ?? 0) <= 0 ? 'name' : (header?.top ?? -1) >= 0 ? 'header' : 'cut';
      }),
    )
    .not.toBe('cut');
});

test('somebody who is signed out is told to sign in, and goes on where they were', async ({ page }) => {
  const ehr = await begin(page);
  const bar = page.locator('#tour');
  await bar.getByRole('button', { name: 'Next' }).click();
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(bar.getByRole('heading')).toContainText('Thirty weeks in one look');
  await ehr.getByRole('button', { name: 'Sign out' }).click();
  await expect(bar).toContainText('Press “Use Ana Souza”, then “Sign in”');
  await expect(bar.getByRole('button', { name: 'Next' })).toBeDisabled();
  await ehr.locator('[data-email]').first().click();
  await ehr.locator('main button[type=submit]').click();
  await expect(bar.getByRole('heading')).toContainText('Thirty weeks in one look');
  await bar.getByRole('link', { name: 'Open this page' }).click();
  await expect(ehr.getByRole('heading', { level: 1 })).toHaveText('Marina Azevedo Prado');
});

for (const [locale, name] of [
  ['en', 'Send it first'],
  ['pt-BR', 'Enviar primeiro'],
] as const)
  test.describe(`360 px in ${locale}`, () => {
    test.use({ locale });
    test('all buttons of a step are on one line, and what to do is in sight', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await begin(page);
      const bar = page.locator('#tour');
      await page.evaluate((step) => sessionStorage.setItem('tour-step', step), '6');
      await page.reload();
      await expect(bar.getByRole('button', { name })).toBeVisible();
      const tops = await bar
        .locator('button:visible')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
      await expect(bar.locator('li:visible p').last()).toBeInViewport({ ratio: 0.4 });
    });
  });

test('no header is cut at the top edge: neither the clinic’s above a list, nor a patient’s name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  const ehr = await begin(page);
  await expect(ehr.locator('.brand')).toBeInViewport({ ratio: 1 });
  await page.locator('#tour').getByRole('button', { name: 'Next' }).click();
  await expect(ehr.locator('instrument-overview.tour-mark')).toBeVisible();
  const name = ehr.getByRole('heading', { level: 1 });
  await expect(name).toHaveText('Rodrigo Fontoura');
  await expect.poll(() => name.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThan(4);
});

test('the step of the patient’s answer leads to the sending where no link is there', async ({ page }) => {
  const ehr = await begin(page);
  const bar = page.locator('#tour');
  await page.evaluate((step) => sessionStorage.setItem('tour-step', step), '6');
  await page.reload();
  await expect(bar.getByRole('heading')).toContainText('The patient answers');
  const send = bar.getByRole('button', { name: 'Send it first' });
  await send.click();
  await expect(bar.getByRole('heading')).toContainText('Send a questionnaire');
  const form = ehr.locator('instrument-apply');
  await form.getByRole('option', { name: 'PHQ-9' }).click();
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByRole('checkbox', { name: 'Send PHQ-9 anyway' }).check();
  await form.getByRole('button', { name: /^Send PHQ-9 to/ }).click();
  await expect(form.getByRole('link', { name: /Open questionnaire/ })).toBeVisible();
  await bar.getByRole('button', { name: 'Next' }).click();
  await expect(bar.getByRole('heading')).toContainText('The patient answers');
  await expect(send).toBeHidden();
  await expect(form.getByRole('link', { name: /Open questionnaire/ })).toBeVisible();
  for (const step of ['The answer arrives', 'Into the note']) {
    await bar.getByRole('button', { name: 'Next' }).click();
    await expect(bar.getByRole('heading')).toContainText(step);
  }
  await expect(ehr.getByRole('textbox', { name: 'Today’s note' })).toBeVisible();
});

test('the language that is chosen in the EHR is the tour’s, at the same step', async ({ page }) => {
  const ehr = await begin(page);
  await page.locator('#tour').getByRole('button', { name: 'Next' }).click();
  await expect(ehr.getByRole('heading', { level: 1 })).toHaveText('Rodrigo Fontoura');
  // What is marked is scrolled to once the page has loaded, and a click before it misses.
  await expect(ehr.locator('instrument-overview')).toHaveClass(/tour-mark/);
  await ehr.getByText('Português').click();
  await expect(page.locator('#tour').getByRole('heading')).toContainText('Um sinal de risco');
  await expect(ehr.getByRole('heading', { level: 1 })).toHaveText('Rodrigo Fontoura');
});
