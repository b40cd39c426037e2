import type { BrowserContext, Page } from '@playwright/test';
import { type ExtensionApi, workerOf } from '../extension/browser.ts';
import { ownStrings } from '../extension/calibrate.ts';
import { openDesk } from '../extension/desk.ts';
import { expect, people, settled, test } from '../extension/fixture.ts';
import { press } from './press.ts';

/** Stops the background as the browser does with one that was idle. */
async function stopBackground(context: BrowserContext): Promise<void> {
  const desk = await openDesk(context);
  const cdp = await context.newCDPSession(desk.page);
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  await desk.close();
}

/** How many applications the service has of a patient. */
async function applications(page: Page, ehr: string, id: string): Promise<number> {
  const chart = await (await page.request.get(`${ehr}/patients/${id}`)).text();
  return chart.split('<tr role="row" class="').length - 1;
}

const fault = (page: Page, sandbox: string, faults: readonly object[]) =>
  page.request.post(`${sandbox}/sandbox/faults`, { data: faults });

/** Opens a chart and goes as far as the button that applies. */
async function readyToApply(page: Page, instrument: string, patient: string) {
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('option', { name: instrument }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const confirm = page.getByRole('button', { name: `Send ${instrument} to ${patient}` });
  await expect(confirm).toBeVisible();
  return confirm;
}

test('a background that is stopped loses nothing: the next patient is the right one, and an apply is done once', async ({
  page,
  context,
  stack,
  truth,
}) => {
  test.setTimeout(120_000);
  const [sofia, thiago] = await people(page, stack, ['Sofia Ribeiro', 'Thiago Barbosa']);
  const { id } = await truth.patient('Thiago', 'Barbosa');
  const before = await applications(page, stack.urls.ehr, id);
  await page.goto(`${stack.urls.ehr}/spa/patients/${sofia?.record}`);
  await settled(page);
  await stopBackground(context);
  // The page's script wakes it, and says whom the page showed so far: without that nobody new is linked.
  await settled(page);
  await page.getByLabel('Go to record').fill(thiago?.record ?? '');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Thiago Barbosa, born')).toBeVisible({ timeout: 20_000 });
  await settled(page);
  const confirm = await readyToApply(page, 'WHO-5', 'Thiago Barbosa');
  await stopBackground(context);
  await page.bringToFront();
  await expect(async () => {
    // Where it says that nothing was applied, the person applies it again.
    if (await confirm.isVisible()) await press(confirm);
    await expect(page.getByText('WHO-5 was sent to Thiago Barbosa.')).toBeVisible({ timeout: 8_000 });
  }).toPass({ timeout: 40_000 });
  expect(await applications(page, stack.urls.ehr, id)).toBe(before + 1);
});

test('a lost answer of an apply is looked up: it is said to be there, and is there once', async ({
  page,
  stack,
  truth,
}) => {
  test.setTimeout(120_000);
  const [juliana] = await people(page, stack, ['Juliana Castro']);
  const { id } = await truth.patient('Juliana', 'Castro');
  const before = await applications(page, stack.urls.ehr, id);
  await page.goto(`${stack.urls.ehr}/spa/patients/${juliana?.record}`);
  await settled(page);
  const confirm = await readyToApply(page, 'PHQ-9', 'Juliana Castro');
  await fault(page, stack.urls.sandbox, [
    { kind: 'drop-middle', times: 1, match: { endpoint: 'createApplication' } },
  ]);
  await press(confirm);
  await expect(page.getByText('PHQ-9 was sent to Juliana Castro.')).toBeVisible({ timeout: 40_000 });
  expect(await applications(page, stack.urls.ehr, id)).toBe(before + 1);
  await page.request.delete(`${stack.urls.sandbox}/sandbox/faults`);
});

test('a token that ends in the middle of an apply is renewed without a word, and the apply is done once', {
  tag: '@long',
}, async ({ page, context, stack, truth }) => {
  test.setTimeout(120_000);
  const [gustavo] = await people(page, stack, ['Gustavo Ferreira']);
  const { id } = await truth.patient('Gustavo', 'Ferreira');
  const before = await applications(page, stack.urls.ehr, id);
  await page.goto(`${stack.urls.ehr}/spa/patients/${gustavo?.record}`);
  await settled(page);
  const confirm = await readyToApply(page, 'PHQ-2', 'Gustavo Ferreira');
  const worker = await workerOf(context);
  const spoilt = await worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
    const kept = await chrome.storage.session.get(null);
    const [[key, value] = ['', null]] = Object.entries(kept).filter(([name]) => name.startsWith('token:'));
    // As a token of an hour ago: the proxy refuses it.
    await chrome.storage.session.set({ [key]: { ...(value as object), token: 'a.b.c' } });
    return key;
  });
  expect(spoilt).toContain('token:');
  await stopBackground(context);
  await page.bringToFront();
  await press(confirm);
  await expect(page.getByText('PHQ-2 was sent to Gustavo Ferreira.')).toBeVisible({ timeout: 30_000 });
  expect(await applications(page, stack.urls.ehr, id)).toBe(before + 1);
});

test('a service that is away says so, and is read again once it is back', { tag: '@long' }, async ({
  page,
  stack,
  truth,
}) => {
  test.setTimeout(120_000);
  const [daniel] = await people(page, stack, ['Daniel Azevedo']);
  const { id } = await truth.patient('Daniel', 'Azevedo');
  const last = (await truth.course(id, 'PHQ-9')).at(-1);
  await fault(page, stack.urls.sandbox, [{ kind: 'status-500', match: { endpoint: 'getScoreGraph' } }]);
  await page.goto(`${stack.urls.ehr}/spa/patients/${daniel?.record}`);
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click({ timeout: 30_000 });
  await expect
    .poll(async () => (await ownStrings(page)).join('\n'), { timeout: 30_000 })
    .toMatch(/The graph could not be read/);
  await page.request.delete(`${stack.urls.sandbox}/sandbox/faults`);
  await page
    .getByRole('button', { name: /Try again|Refresh/ })
    .first()
    .click();
  await expect(page.locator('tr.row', { hasText: 'PHQ-9' })).toContainText(`${last?.score} of 27`);
  await expect(page.locator('.score-graph')).toBeVisible({ timeout: 30_000 });
});

test('an extension that is updated leaves a sentence in its place, and nothing of a patient', {
  tag: '@long',
}, async ({ page, context, stack }) => {
  test.setTimeout(120_000);
  const [camila] = await people(page, stack, ['Camila Rocha']);
  await page.goto(`${stack.urls.ehr}/spa/patients/${camila?.record}`);
  await settled(page);
  const worker = await workerOf(context);
  await worker
    .evaluate(() => {
      const { chrome } = globalThis as unknown as { chrome: { runtime: { reload(): void } } };
      chrome.runtime.reload();
    })
    .catch(() => {});
  await expect(page.getByText('The extension was updated or turned off.')).toBeVisible({
    timeout: 20_000,
  });
  expect((await ownStrings(page)).join('\n')).not.toMatch(/Camila|PHQ-9|of 27/);
});
