import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dialog, expect, type Page, type WebError } from '@playwright/test';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';
import { type Stack, startStack } from '../../scripts/stack.ts';
import {
  checkProfessional,
  getScoreGraph,
  listLibrary,
  listPatients,
} from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { frontEnds } from '../front-ends/index.ts';
import { widgetFile } from './kit.ts';
import { test as base } from './pictured.ts';

/** What the service itself holds, asked past the proxy and the EHR: the expectations of the tests. */
export interface Truth {
  /** The patient of Ana with this name and surname. */
  patient(name: string, surname: string): Promise<{ id: string; birthday: string }>;
  instrument(shortTitle: string): Promise<string>;
  /** Scores of the global series, oldest first. */
  course(
    patientId: string,
    shortTitle: string,
  ): Promise<readonly { score: number; classification: string }[]>;
}

function createTruth(service: string): Truth {
  const client = createClient({ baseUrl: service, auth: DEMO_CREDENTIALS, locale: 'en' });
  const professional = async () => {
    const { data } = await client(checkProfessional, { query: { email: DEMO_STAFF[0].email } });
    return data.serviceId ?? '';
  };
  const instrument = async (shortTitle: string) => {
    const { data } = await client(listLibrary);
    return data.find((one) => one.shortTitle === shortTitle)?.id ?? '';
  };
  return {
    instrument,
    async patient(name, surname) {
      const professionalId = await professional();
      const { data } = await client(listPatients, { params: { professionalId } });
      const found = data.filter((one) => one.name === name && one.surname === surname);
      expect(found, `one patient ${name} ${surname}`).toHaveLength(1);
      return { id: found[0]?.serviceId ?? '', birthday: found[0]?.birthday ?? '' };
    },
    async course(patientId, shortTitle) {
      const [professionalId, formId] = await Promise.all([professional(), instrument(shortTitle)]);
      const { data } = await client(getScoreGraph, { params: { professionalId, patientId, formId } });
      return (data.series[0]?.points ?? []).map(({ score, classification }) => ({
        score,
        classification: classification?.title ?? '',
      }));
    },
  };
}

interface WorkerFixtures {
  /** Sandbox, proxy and EHR on free ports, with the clinic of seed 1 as it is on 18 November 2026. */
  stack: Stack;
  /**
   * Is called with what is to be closed once the worker has no more tests. A fixture of a worker that only some files
   * have would give those a worker, and a stack, of their own.
   */
  atEnd: (close: () => Promise<void>) => void;
}
interface TestFixtures {
  truth: Truth;
  /** Fails the test where any page of it met its Content-Security-Policy or threw. */
  violations: string[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'instrument-panel-stack-'));
      const stack = await startStack({
        portBase: 0,
        frontEnds,
        seed: 1,
        now: '2026-11-18T15:00:00Z',
        db: join(folder, 'clinic.db'),
        widgetFile: await widgetFile(),
      });
      await use(stack);
      await stack.close();
      await rm(folder, { recursive: true });
    },
    // What starts here is shared by all tests of the worker, and is no part of the first one's time.
    { scope: 'worker', timeout: 300_000 },
  ],
  atEnd: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const closing: (() => Promise<void>)[] = [];
      await use((close) => closing.push(close));
      for (const close of closing) await close();
    },
    { scope: 'worker' },
  ],
  truth: async ({ stack }, use) => use(createTruth(stack.urls.sandbox)),
  violations: [
    async ({ context }, use) => {
      const violations: string[] = [];
      const hear = await context.exposeFunction('reportViolation', (text: string) => violations.push(text));
      const report = await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
          reportViolation(`${violatedDirective} ${blockedURI}`);
        });
      });
      const thrown = (error: WebError) => violations.push(`thrown: ${error.error().message}`);
      const asked = (dialog: Dialog) => {
        violations.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      };
      context.on('weberror', thrown).on('dialog', asked);
      await use(violations);
      context.off('weberror', thrown).off('dialog', asked);
      // A window may be there for the next test too.
      await Promise.all([report.dispose(), hear.dispose()]);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs Ana in through the form and waits for the patient list. */
export async function signIn(page: Page, stack: Stack, ehr: string = stack.urls.ehr): Promise<void> {
  const [ana] = stack.signIns;
  await page.goto(ehr);
  await page.getByLabel('E-mail').fill(ana?.email ?? '');
  await page.getByLabel('Password').fill(ana?.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
}

/** The row of an instrument in an open chart. */
export const rowOf = (page: Page, shortTitle: string) =>
  page.locator('instrument-overview tr.row').filter({ hasText: shortTitle });

/** Opens the panel of an instrument in an open chart. */
export async function openPanel(page: Page, shortTitle: string) {
  const row = rowOf(page, shortTitle);
  await row.getByRole('button', { name: shortTitle, exact: true }).click();
  return page
    .locator('instrument-overview tr.row', { hasText: shortTitle })
    .locator('+ tr.opened instrument-panel');
}

/** Answers every question of the patient's page with its option at `index`, by clicking, and sends. */
export async function answerAs(page: Page, index: number): Promise<number> {
  await expect(page.getByRole('radio').first()).toBeVisible();
  const questions = page.locator('fieldset');
  const count = await questions.count();
  for (let at = 0; at < count; at++) await questions.nth(at).getByRole('radio').nth(index).click();
  await page.getByRole('button', { name: /send/i }).click();
  return count;
}

/** Sends an instrument from an open chart, once and now, also where it is active; gives the patient's link. */
export async function sendOnce(page: Page, patient: string, shortTitle = 'PHQ-9'): Promise<string> {
  // What loads above the link moves it, perhaps between press and release.
  const read = ['ready', 'empty', 'stale', 'error'].map((state) => `:state(${state})`).join();
  await expect(page.locator(`instrument-overview:not(${read})`)).toHaveCount(0);
  await page.getByRole('link', { name: `Send a questionnaire to ${patient}` }).click();
  const form = page.locator('instrument-apply');
  await form.getByRole('option', { name: shortTitle }).click();
  await form.getByRole('button', { name: 'Continue' }).click();
  const send = form.getByRole('button', { name: `Send ${shortTitle} to ${patient}`, exact: true });
  await expect(send).toBeVisible();
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  await send.click();
  return form.getByRole('textbox', { name: `Link to answer ${shortTitle}` }).inputValue();
}
