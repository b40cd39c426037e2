/**
 * `node scripts/extension-screenshots.ts [FOLDER]`: the stores' screenshots, 1280 by 800, of the extension in the
 * demo EHR with invented patients.
 *
 * @module
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { launchWithExtension } from '../test/extension/browser.ts';
import { setUp } from '../test/extension/desk.ts';
import { frontEnds } from '../test/front-ends/index.ts';
import { startStack } from './stack.ts';

const folder = process.argv[2] ?? join('extension', 'store', 'screenshots');
/** The stores' own, and a window of the same shape. */
const SIZE = { width: 1280, height: 800 };
const LARGE = { width: 1680, height: 1050 };
mkdirSync(folder, { recursive: true });

const stack = await startStack({ portBase: 0, roster: 'clinic', frontEnds });
const context = await launchWithExtension();
try {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize(SIZE);
  await setUp(context, page, stack);
  const { ehr } = stack.urls;
  const take = (of: Page, name: string) => of.screenshot({ path: join(folder, `${name}.png`) });
  /** What is higher than a picture is taken in a larger window, and made as small. */
  const takeHigh = async (of: Page, name: string): Promise<void> => {
    const picture = await of.screenshot();
    await sharp(picture)
      .resize(SIZE)
      .toFile(join(folder, `${name}.png`));
  };

  const answer = await page.request.get(`${ehr}/spa-data/patients`);
  const patients = (await answer.json()) as { readonly name: string; readonly record: string }[];
  const open = async (name: string, instrument: string): Promise<Locator> => {
    const record = patients.find((one) => one.name === name)?.record;
    await page.goto(`${ehr}/spa/patients/${record}`);
    const course = page.getByRole('button', { name: new RegExp(`^${instrument}`) });
    await course.waitFor({ timeout: 20_000 });
    return course;
  };
  await open('Rodrigo Fontoura', 'PHQ-9');
  await take(page, '1-chart');
  const course = await open('Davi Lins', 'GAD-7');
  await page.setViewportSize(LARGE);
  await course.click();
  await page.getByText('Severe').first().waitFor();
  await takeHigh(page, '3-graph');
  await open('Davi Lins', 'GAD-7');
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send GAD-7', exact: true }).click();
  await page.getByRole('button', { name: 'Send GAD-7 to Davi Lins' }).waitFor();
  await takeHigh(page, '4-apply');
  await page.setViewportSize(SIZE);

  await page.goto(`${ehr}/spa`);
  await page.locator('.line:visible .line-scores', { hasText: /\d/ }).nth(5).waitFor();
  await take(page, '2-list');
} finally {
  await context.close();
  await stack.close();
}
