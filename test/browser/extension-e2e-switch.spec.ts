import type { Page } from '@playwright/test';
import { faults } from '../extension/applying.ts';
import { openDesk, signInToProxy } from '../extension/desk.ts';
import { expect, inOwnWindow, people, settled } from '../extension/fixture.ts';
import { press } from './press.ts';

/** Milliseconds: longer than it takes to look at what is there meanwhile. */
const SLOW_MS = 8_000;
const SLOW = [{ kind: 'latency', ms: SLOW_MS, match: { endpoint: 'listPatientSubmissions' } }];

const line = (page: Page) => page.locator('.strip');
const checking = (page: Page) => line(page).getByText('Checking', { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send questionnaire' });

async function open(page: Page, record: string | undefined): Promise<void> {
  await page.getByLabel('Go to record').fill(record ?? '');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Has the background forget its reads of the last half minute; the newest are on their way, slowly. */
async function refresh(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Show scores/ }).click();
  await expect(async () => {
    await press(page.locator('#sheet').getByRole('button', { name: 'Refresh' }));
    await expect(page.locator('.panel')).toHaveAttribute('aria-busy', 'true', { timeout: 2_000 });
  }).toPass();
}

inOwnWindow(
  'back at a patient, the last view of them comes before it is read anew, marked; after a sign-out it does not',
  { tag: '@long' },
  async ({ page, context, stack }) => {
    inOwnWindow.setTimeout(180_000);
    const [sofia, thiago] = await people(page, stack, ['Sofia Ribeiro', 'Thiago Barbosa']);
    const showThiago = async (): Promise<void> => {
      await open(page, thiago?.record);
      await expect(line(page)).toContainText('Thiago Barbosa, born', { timeout: 20_000 });
      await settled(page);
    };
    await page.goto(`${stack.urls.ehr}/spa/patients/${sofia?.record}`);
    await settled(page);
    const scores = await line(page).locator('.scores').innerText();
    await showThiago();
    await faults(page, stack, SLOW);
    await refresh(page);

    await open(page, sofia?.record);
    await expect(checking(page)).toBeVisible();
    await expect(line(page)).toContainText('Sofia Ribeiro, born');
    await expect(line(page)).not.toContainText('Thiago');
    expect(await line(page).locator('.scores').innerText()).toBe(scores);
    await expect(send(page)).toHaveCount(0);
    await expect(checking(page)).toHaveCount(0, { timeout: 4 * SLOW_MS });
    await expect(send(page)).toBeVisible();

    await faults(page, stack, []);
    await showThiago();
    const desk = await openDesk(context);
    await desk.ask('sign.out', { proxy: stack.urls.proxy });
    await signInToProxy(context, desk, stack);
    await desk.close();
    await page.bringToFront();
    await expect(line(page)).toContainText('Thiago Barbosa, born', { timeout: 20_000 });
    await settled(page);
    await faults(page, stack, SLOW);
    await open(page, sofia?.record);
    await expect(line(page)).toContainText('Loading scores');
    await expect(line(page)).not.toContainText(scores.split('\n')[0] ?? '');
    await faults(page, stack, []);
    await expect(line(page)).toContainText('Sofia Ribeiro, born', { timeout: 4 * SLOW_MS });
    await expect(checking(page)).toHaveCount(0);
  },
);
