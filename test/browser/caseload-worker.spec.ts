import type { Page } from '@playwright/test';
import { packedPage, uuid } from '../../shared/caseload/pages.fixture.ts';
import { type Caseloads, expect, HOUR_MS, NOW, test, WORKER, WORKER_POLICY } from './caseload-fixture.ts';

const LIST = 'instrument-caseload';
const ready = `${LIST}:state(ready)`;

async function openApart(caseloads: Caseloads, createWorker = WORKER, policy = WORKER_POLICY): Promise<void> {
  Object.assign(caseloads, { createWorker, policy });
  await caseloads.open();
}

/** Lets the worker fail after it has said that it is there. */
const breakWorker = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (Reflect.get(globalThis, 'worker') as Worker).dispatchEvent(new ErrorEvent('error'));
  });

test.describe('read in a worker, the list', () => {
  test.use({ viewport: { width: 1280, height: 1_200 } });

  test('says what it says without one, draws the same courses and asks for the same', async ({
    page,
    caseloads,
  }) => {
    const rows = async () => ({
      texts: await caseloads.texts(),
      courses: await page
        .locator(`${LIST} svg`)
        .evaluateAll((all) => all.map((one) => `${one.ariaLabel} ${one.innerHTML}`)),
      asked: caseloads.requests.splice(0).sort(),
    });
    await caseloads.open();
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.locator(`${LIST} svg`)).toHaveCount(7);
    const without = await rows();
    await openApart(caseloads);
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.locator(`${LIST} svg`)).toHaveCount(7);
    expect(page.workers()).toHaveLength(1);
    expect(await rows()).toEqual(without);
  });

  test('has the courses of everybody before a jump to them', async ({ page, caseloads }) => {
    const numbers = Array.from({ length: 80 }, (_, index) => index + 1);
    const { clinic } = caseloads;
    clinic.patients = numbers.map((number) => ({ serviceId: uuid(number), name: `Patient ${number}` }));
    clinic.applications = numbers.map((number) => ({ id: number, patient: uuid(number) }));
    clinic.submissions = numbers.flatMap((number) =>
      [1, 2, 3].map((at) => ({
        id: number * 10 + at,
        patient: uuid(number),
        application: number,
        at: NOW - at * 24 * HOUR_MS,
        score: at,
      })),
    );
    // As the proxy sends them: packed, and none of them with a flag.
    caseloads.instead = (path, query) =>
      path.endsWith('submissions')
        ? packedPage(query.get('layout') === 'flagged' ? [] : clinic.submissions)
        : undefined;
    await openApart(caseloads);
    await expect(page.locator(ready)).toHaveCount(1);
    await expect(page.locator(`${LIST} svg`).first()).toBeVisible();
    const asked = await page.evaluate(async (list) => {
      const kinds: string[] = [];
      const worker = Reflect.get(globalThis, 'worker') as Worker;
      // Those of all follow what was asked for the rows in view.
      await new Promise<void>((resolve) => setTimeout(resolve, 500));
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (batch: readonly { readonly kind: string }[]) => {
        kinds.push(...batch.map(({ kind }) => kind));
        post(batch);
      };
      const scroller = document.querySelector(list)?.shadowRoot?.getElementById('scroller') as HTMLElement;
      scroller.scrollTop = scroller.scrollHeight;
      const drawn = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      await drawn();
      await drawn();
      return kinds;
    }, LIST);
    const last = page.locator(`${LIST} [part=row]`).last();
    await expect(last.locator('svg')).toHaveAttribute('aria-label', /3 answers/);
    expect(asked).not.toContain('courses');
  });

  test('takes a new answer in its place, and marks the list as seen', async ({ page, caseloads }) => {
    await openApart(caseloads);
    await expect(page.locator(ready)).toHaveCount(1);
    const row = page.getByRole('row', { name: 'Fábio Melo' });
    await expect(row).toHaveAccessibleName('Fábio Melo. PHQ-9 due today');
    const answer = { id: 777, patient: uuid(6), application: 60, at: NOW - HOUR_MS, score: 21 };
    caseloads.clinic.submissions.push(answer);
    await caseloads.tell({ kind: 'SUBMISSION_ANSWERED', submissionId: 777, patientId: uuid(6) });
    await expect(row.locator('[part=value]')).toHaveText('21');
    await expect(row.locator('svg')).toHaveAttribute('aria-label', /21/);
    await page.locator('[part=button]', { hasText: 'Mark as seen' }).click();
    await expect.poll(() => caseloads.seen.length).toBe(1);
    await expect.poll(caseloads.texts).not.toContainEqual(expect.stringContaining('# Answered since'));
  });

  test('leaves nobody after a logout, and its worker is gone', async ({ page, caseloads }) => {
    await openApart(caseloads);
    await expect(page.locator(ready)).toHaveCount(1);
    await page.evaluate(() => Reflect.get(globalThis, 'kit').logout());
    await expect(page.locator(`${LIST}:state(error)`)).toHaveCount(1);
    expect(await caseloads.texts()).toEqual([]);
    await expect.poll(() => page.workers().length).toBe(0);
  });

  test('says so if the worker fails, shows nobody, and is read again on demand', async ({
    page,
    caseloads,
  }) => {
    await openApart(caseloads);
    await expect(page.locator(ready)).toHaveCount(1);
    await breakWorker(page);
    await expect(page.locator(`${LIST}:state(error)`)).toHaveCount(1);
    expect(await caseloads.texts()).toEqual([]);
    await expect(page.locator('[part=message]')).toContainText('The list stopped loading. Try again');
    const events = await page.evaluate(() => Reflect.get(globalThis, 'events'));
    expect(events.at(-1)).toMatchObject({ type: 'instrument-error', detail: { code: 'WORKER_FAILED' } });
    await page.locator('[part=message]').getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator(ready)).toHaveCount(1);
    expect(await caseloads.texts()).toHaveLength(14);
  });

  test('says what to do if the proxy refuses, with the same code', async ({ page, caseloads }) => {
    caseloads.instead = (_, __, route) => {
      void route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
      return route;
    };
    await openApart(caseloads);
    await expect(page.locator('[part=message]')).toContainText('You do not have permission');
    const events = await page.evaluate(() => Reflect.get(globalThis, 'events'));
    expect(events).toMatchObject([{ type: 'instrument-error', detail: { code: 'FORBIDDEN' } }]);
  });

  test('is read in the page where no worker can be made', async ({ page, caseloads }) => {
    const fallbacks: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('createWorker')) fallbacks.push(message.text());
    });
    await page.route('**/kit/caseload/worker.js', (route) => route.abort());
    for (const createWorker of ['() => { throw new DOMException("refused", "SecurityError"); }', WORKER]) {
      await openApart(caseloads, createWorker);
      await expect(page.locator(ready)).toHaveCount(1);
      expect(await caseloads.texts()).toHaveLength(14);
    }
    expect(fallbacks).toHaveLength(2);
  });

  test('is read in the page if the policy forbids workers', async ({ page, caseloads }) => {
    await openApart(caseloads, WORKER, `${WORKER_POLICY}; worker-src 'none'`);
    await expect(page.locator(ready)).toHaveCount(1);
    expect(await caseloads.texts()).toHaveLength(14);
    // The page has asked for what its own policy forbids: that is what it is told of.
    const violations = await page.evaluate(() => Reflect.get(globalThis, 'violations').splice(0));
    expect(violations).toEqual([expect.stringMatching(/^worker-src /)]);
  });
});
