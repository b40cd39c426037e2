import { type Browser, chromium, type Page } from '@playwright/test';
import { findHeadless, TEST_ARGS } from '../../scripts/browser.mjs';
import { type Stack, startStack } from '../../scripts/stack.ts';
import { widgetFile } from './kit.ts';
import { expect, test } from './own-page.ts';
import { sendOnce, signIn } from './stack-fixture.ts';

/** A name that leads to this machine, and that no browser takes for a secure context. */
const NAME = 'clinic-laptop.test';

let stack: Stack;
let phone: Browser;
test.beforeAll(async () => {
  stack = await startStack({
    portBase: 0,
    roster: 'clinic',
    now: '2026-11-23T15:00:00Z',
    patientsHost: '127.0.0.1',
    widgetFile: await widgetFile(),
  });
  const executablePath = findHeadless();
  phone = await chromium.launch({
    args: [...TEST_ARGS, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
    ...(executablePath === null ? {} : { executablePath }),
  });
});
test.afterAll(async () => {
  await phone?.close();
  await stack?.close();
});

/** Gives Letícia, to whom nothing was given yet, the PHQ-9 in the demo EHR; returns the link that is shown. */
async function applyInTheEhr(page: Page): Promise<string> {
  await signIn(page, stack);
  await page.getByRole('link', { name: 'Letícia Arruda' }).click();
  return sendOnce(page, 'Letícia Arruda');
}

test('a phone opens the link that the EHR shows, answers and sends, where nothing is a secure context', async ({
  page,
}) => {
  const link = await applyInTheEhr(page);
  expect(new URL(link).origin).toBe(stack.patientsUrl);
  expect(new URL(link).port).not.toBe(new URL(stack.urls.sandbox).port);

  const context = await phone.newContext({
    viewport: { width: 390, height: 780 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: 'pt-BR',
  });
  const inHand = await context.newPage();
  const problems: string[] = [];
  inHand.on('pageerror', ({ message }) => problems.push(message));
  inHand.on('console', (said) => {
    if (said.type() === 'error') problems.push(said.text());
  });
  const asked: string[] = [];
  inHand.on('request', (request) => asked.push(new URL(request.url()).host));
  const { port, pathname } = new URL(link);
  await inHand.goto(`http://${NAME}:${port}${pathname}`);
  expect(await inHand.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'subtle' in crypto])).toEqual([
    false,
    false,
    false,
  ]);
  const questions = inHand.locator('fieldset');
  await expect(questions).toHaveCount(9);
  expect(await inHand.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const question of await questions.all()) await question.getByRole('radio').nth(1).tap();
  await expect(inHand.locator('form[data-state=saved]')).toBeVisible();
  await inHand.getByRole('button', { name: /enviar/i }).tap();
  await expect(inHand.getByRole('heading', { level: 1, name: /Agradecemos/ })).toBeVisible();
  expect(problems).toEqual([]);
  expect([...new Set(asked)]).toEqual([`${NAME}:${port}`]);

  // What the phone is for: the clinician sees the answer.
  await page.goto(`${stack.urls.ehr}/patients`);
  await page.getByRole('link', { name: 'Letícia Arruda' }).click();
  await expect(page.locator('instrument-overview tr.row').first()).toContainText('9');
  for (const path of ['/', '/sandbox', '/third-party/api/v1/forms/library', '/healthz'])
    expect((await context.request.get(`http://127.0.0.1:${port}${path}`)).status(), path).toBe(404);
  await context.close();
});
