import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Stack } from '../../scripts/stack.ts';

/** Stops the background as the browser does with one that was idle; nothing of the window changes. */
export async function stopBackground(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await cdp.detach();
}

/** How many applications the service has of a patient, by the EHR's own chart. */
export async function applications(page: Page, { urls }: Stack, patientId: string): Promise<number> {
  const chart = await (await page.request.get(`${urls.ehr}/patients/${patientId}`)).text();
  return chart.split('<tr role="row" class="').length - 1;
}

/** Switches the sandbox's faults: exactly these are on from now on. */
export async function faults(page: Page, { urls }: Stack, on: readonly object[]): Promise<void> {
  await page.request.post(`${urls.sandbox}/sandbox/faults`, { data: on });
}

/** Opens the form and goes as far as the button that applies. */
export async function readyToApply(page: Page, instruments: readonly string[]): Promise<Locator> {
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  for (const one of instruments) await page.getByRole('option', { name: one }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const confirm = page.getByRole('button', { name: /^Send .* to \p{L}/u }).last();
  await expect(confirm).toBeVisible();
  return confirm;
}
