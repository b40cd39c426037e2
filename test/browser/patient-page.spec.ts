import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { expect, test } from './own-page.ts';
import { type ServedSandbox, serveSandbox } from './sandbox-fixture.ts';

let sandbox: ServedSandbox;
test.beforeAll(async () => {
  sandbox = await serveSandbox({ clinic: { name: 'Clínica Aurora', country: 'BR' } });
});
test.afterAll(() => sandbox.close());

async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
  const headers = {
    'X-Api-Key': 'demo-key',
    'X-Api-Secret': 'demo-secret',
    'Content-Type': 'application/json',
  };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await fetch(`${sandbox.url}/third-party/api/v1${path}`, init);
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Body;
}

const PHQ_9 = '6f1f3a52-8f7c-4a51-9f4e-0b6a1c5d2e09';
let count = 0;
/** A new patient's request to answer the PHQ-9: its link, and how the professional reads it. */
async function ask() {
  count += 1;
  const email = `ana${count}@clinic.example`;
  const ana = { email, externalId: `ana-${count}`, name: 'Ana', surname: 'Souza' };
  const { serviceId } = await call<{ serviceId: string }>('POST', '/professionals', ana);
  const P = `/professionals/${serviceId}`;
  const patient = await call<{ serviceId: string }>('POST', `${P}/patients`, { name: 'Bia' });
  const body = { patientId: patient.serviceId, recurrenceCycle: 'NOW' };
  const application = await call<{ urlToAnswer: string; submissions: { id: number }[] }>(
    'POST',
    `${P}/forms/${PHQ_9}/applications`,
    body,
  );
  const at = `${P}/forms/submissions/${application.submissions[0]?.id}`;
  return { link: application.urlToAnswer, read: () => call<{ status: string }>('GET', at) };
}

const option = (page: Page, question: number, name: string) =>
  page
    .locator('fieldset')
    .nth(question - 1)
    .getByRole('radio', { name, exact: true });
const answerAll = async (page: Page, name: string, questions = 9) => {
  for (let at = 1; at <= questions; at += 1) await option(page, at, name).check();
};
const saved = (page: Page) => expect(page.locator('form[data-state=saved]')).toBeVisible();

test('each answer is saved as it is given, and is there in another browser', async ({ page, browser }) => {
  const { link, read } = await ask();
  await page.goto(link);
  await expect(page.getByText('Saved, not sent yet', { exact: true })).toBeHidden();
  await option(page, 2, 'Several days').check();
  await option(page, 4, 'Not at all').check();
  await saved(page);
  await expect(page.getByText('Saved, not sent yet', { exact: true })).toBeVisible();
  expect(await read()).toMatchObject({ status: 'STARTED', answers: [] });
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ]);

  const other = await browser.newContext({ locale: 'es-ES' });
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('Sus respuestas anteriores están aquí.')).toBeVisible();
  await expect(option(elsewhere, 2, 'Varios días')).toBeChecked();
  await expect(option(elsewhere, 4, 'Nunca')).toBeChecked();
  await expect(elsewhere.locator('input:checked')).toHaveCount(2);
  await other.close();
});

test('a lost connection is said, nothing is lost, and the answers go once it is back', async ({
  page,
  context,
}) => {
  const { link, read } = await ask();
  await page.goto(link);
  await context.setOffline(true);
  await answerAll(page, 'Not at all');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Not saved: no connection. Your answers are still on this page.');
  await page.getByRole('button', { name: 'Send my answers' }).click();
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeFocused();
  await expect(page.locator('input:checked')).toHaveCount(9);
  await context.setOffline(false);
  await saved(page);
  await expect(alert).toBeEmpty();
  const send = page.getByRole('button', { name: 'Send my answers' });
  await expect(send).toBeFocused();
  await send.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  expect(await read()).toMatchObject({ status: 'ANSWERED', score: 0 });
});

test('an error of the service is said, and tried again by the button and by itself', async ({ page }) => {
  const { link } = await ask();
  await page.clock.install();
  await page.goto(link);
  let isDown = true;
  await page.route(`${link}*`, (route) =>
    isDown && route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL' } })
      : route.continue(),
  );
  const alert = page.getByRole('alert');
  await option(page, 1, 'Several days').check();
  await expect(alert).toContainText('Not saved');
  isDown = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await saved(page);
  isDown = true;
  await option(page, 2, 'Several days').check();
  await expect(alert).toContainText('Not saved');
  isDown = false;
  await page.clock.fastForward(2_000);
  await saved(page);
  await expect(alert).toBeEmpty();
  await page.reload();
  await expect(page.locator('input:checked')).toHaveCount(2);
});

test('answers that could not be sent and then come too late are said to, without a button that cannot help', async ({
  page,
}) => {
  const { link } = await ask();
  await page.goto(link);
  let status = 500;
  await page.route(`${link}*`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status, json: { code: 'INVALID_STATE' } })
      : route.continue(),
  );
  const alert = page.getByRole('alert');
  await option(page, 1, 'Several days').check();
  await expect(alert).toContainText('Not saved: no connection');
  status = 409;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert.getByRole('link')).toBeFocused();
  await expect(alert.getByRole('button')).toHaveCount(0);
  await expect(alert).not.toContainText('no connection');
});

for (const [lang, send, first, gone] of [
  ['en', 'Send my answers', 'Not at all', 'Every question is answered now. You can send your answers.'],
  [
    'pt-BR',
    'Enviar minhas respostas',
    'Nenhuma vez',
    'Agora todas as perguntas estão respondidas. Você já pode enviar.',
  ],
  [
    'es',
    'Enviar mis respuestas',
    'Nunca',
    'Ahora todas las preguntas están respondidas. Ya puede enviarlas.',
  ],
] as const) {
  test(`an error goes as its question is answered, and the list of them shrinks, ${lang}`, async ({
    page,
  }) => {
    const { link } = await ask();
    await page.goto(`${link}?lang=${lang}`);
    await answerAll(page, first, 7);
    await page.getByRole('button', { name: send }).click();
    const errors = page.locator('#errors');
    await expect(errors).toBeFocused();
    await expect(errors.getByRole('listitem')).toHaveCount(2);
    await errors.getByRole('link').first().click();
    await expect(option(page, 8, first)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(errors.getByRole('listitem')).toHaveCount(1);
    await expect(page.locator('fieldset[aria-invalid]')).toHaveCount(1);
    await expect(option(page, 8, first)).toBeFocused();
    await option(page, 9, first).check();
    await expect(errors).toHaveText(gone);
    await expect(page.locator('fieldset[aria-invalid], .problem')).toHaveCount(0);
    await expect(page).toHaveTitle(/^(How|Como|¿Cómo)/);
    await page.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(/&sent$/);
  });
}

test('help is quiet beside a risk item that is chosen, and comes first once it is sent', async ({ page }) => {
  const { link } = await ask();
  await page.goto(`${link}?lang=pt-BR`);
  const call = page.locator('fieldset').nth(8).getByRole('link', { name: 'Ligar para CVV: 188' });
  await expect(call).toBeHidden();
  await option(page, 9, 'Vários dias').check();
  await expect(call).toBeVisible();
  await expect(call).toHaveAttribute('href', 'tel:188');
  await option(page, 9, 'Nenhuma vez').check();
  await expect(call).toBeHidden();
  await option(page, 9, 'Quase todos os dias').check();
  await answerAll(page, 'Nenhuma vez', 8);
  await page.getByRole('button', { name: 'Enviar minhas respostas' }).click();
  const support = page.getByRole('region', { name: 'Você pode conversar com alguém agora' });
  await expect(support.getByRole('link')).toHaveText(['Ligar para CVV: 188', 'Ligar para SAMU: 192']);
  await expect(support).toContainText('não são lidas 24 horas por dia');
  expect(await page.locator('main > *').evaluateAll((parts) => parts.map(({ tagName }) => tagName))).toEqual([
    'H1',
    'SECTION',
    'P',
    'P',
  ]);
});

test('without a script it saves by a button and sends by another', async ({ browser }) => {
  const { link, read } = await ask();
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(link);
  await option(page, 1, 'Several days').check();
  await page.getByRole('button', { name: 'Save and continue later' }).click();
  await expect(page.getByText('Your earlier answers are here.')).toBeVisible();
  await expect(option(page, 1, 'Several days')).toBeChecked();
  await answerAll(page, 'Not at all');
  await page.getByRole('button', { name: 'Send my answers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  expect(await read()).toMatchObject({ status: 'ANSWERED', score: 0 });
  await context.close();
});

/** Nothing wider than the window, nothing cut off, nothing that axe objects to. */
async function expectClean(page: Page, what: string): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  expect(violations, what).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${what}: pixels beyond the window`).toBeLessThanOrEqual(0);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      .filter((one) => getComputedStyle(one).display !== 'inline')
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );
  expect(cut, `${what}: cut off`).toEqual([]);
}

for (const [name, lang, media, textPercent] of [
  ['light', 'en', { colorScheme: 'light' }, 100],
  ['dark', 'pt-BR', { colorScheme: 'dark' }, 100],
  ['text of 200 %', 'es', { colorScheme: 'light' }, 200],
  ['forced colours', 'en', { colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' }, 100],
] as const) {
  test(
    `it is read at 320 px without loss and clean to axe in each state: ${name}, ${lang}`,
    longUnless(textPercent === 200 || name === 'dark'),
    async ({ page }) => {
      const { link } = await ask();
      await page.emulateMedia(media);
      await page.setViewportSize({ width: 320, height: 640 });
      const show = async (what: string) => {
        // The page's policy takes no foreign style, so the reader's text size is set as an attribute would be.
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = `${size}%`;
        }, textPercent);
        await expectClean(page, what);
      };
      await page.goto(`${link}?lang=${lang}`);
      await show('the form');
      for (let at = 0; at < 9; at += 1)
        await page
          .locator('fieldset')
          .nth(at)
          .getByRole('radio')
          .nth(at === 8 ? 3 : 0)
          .check();
      await saved(page);
      await show('the form, filled');
      await page.getByRole('button').last().click();
      await expect(page).toHaveURL(/&sent$/);
      await show('the thanks with help');
      await page.goto(link.replace(/.$/, '_'));
      await show('a link that is not valid');
    },
  );
}
