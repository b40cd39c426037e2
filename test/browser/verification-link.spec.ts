import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { expect, test } from './own-page.ts';
import { type ServedSandbox, serveSandbox } from './sandbox-fixture.ts';

const EMAIL = 'ana@clinic.example';

let sandbox: ServedSandbox;
test.beforeAll(async () => {
  sandbox = await serveSandbox();
  await call('demo', '/professionals', { email: EMAIL, externalId: 'ana', name: 'Ana', surname: 'Lima' });
});
test.afterAll(() => sandbox.close());

async function call(partner: string, path: string, body: object): Promise<void> {
  const headers = {
    'X-Api-Key': `${partner}-key`,
    'X-Api-Secret': `${partner}-secret`,
    'Content-Type': 'application/json',
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/third-party/api/v1${path}`, init);
  expect(response.ok).toBe(true);
}

async function newestLink(): Promise<string> {
  const response = await fetch(`${sandbox.url}/sandbox/outbox?to=${EMAIL}`);
  const [newest] = (await response.json()) as readonly { readonly link: string }[];
  return newest?.link ?? '';
}

async function expectClean(page: Page, what: string): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  expect(violations, what).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${what}: pixels beyond the window`).toBeLessThanOrEqual(0);
}

test('a professional approves a partner by one button, and the page says when that was done', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await call('other', '/connect', { email: EMAIL, external_id: 'ana-1' });
  const link = await newestLink();
  await page.goto(link);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectClean(page, `the request, ${colorScheme}`);
  }
  await page.getByRole('link', { name: 'Português (Brasil)' }).click();
  await expect(page.getByRole('button')).toHaveCount(1);
  await page.getByRole('button', { name: 'Vincular a “other”' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sua conta foi vinculada');
  await expectClean(page, 'the approval');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This request was already approved');
  await expectClean(page, 'a used link');
});
