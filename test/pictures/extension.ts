/**
 * The pictures of the extension in a records system of somebody else, which the tour shows: one set for each language.
 *
 * @module
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PICTURE_SCHEMES, PICTURED, pictureName } from '../../sandbox/ehr/extension-pictures.ts';
import type { SandboxLanguage } from '../../sandbox/words/index.ts';
import type { Stack } from '../../scripts/stack.ts';
import { launchWithExtension } from '../extension/browser.ts';
import { openDesk, setUp } from '../extension/desk.ts';

/** As wide as the tour shows them at their own size. */
const SIZE = { width: 1240, height: 620 } as const;

/** Leaves out what only tests need, and the frame of what has the focus. */
const tidy = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.querySelector('nav a[href="/variants"]')?.remove();
    (document.activeElement as HTMLElement | null)?.blur();
  });

/** Opens the list, and from it the patient; the panel opens over the page as long as it has the focus. */
const VIEWS: Readonly<
  Record<(typeof PICTURED)[number], (page: Page, ehr: string, patient: string) => Promise<void>>
> = {
  async list(page, ehr, patient) {
    await page.goto(`${ehr}/spa`);
    await page.getByRole('link', { name: patient }).waitFor();
    await page.getByRole('button', { name: /PHQ-9/ }).first().waitFor();
    await tidy(page);
  },
  async panel(page, _ehr, patient) {
    await page.getByRole('link', { name: patient }).click();
    await tidy(page);
    await page.locator('#toggle').click();
    await page.locator('tr.row').first().waitFor();
  },
};

/** Takes list and patient's page in one language, light and dark. */
export async function takeExtension(
  stack: Stack,
  language: SandboxLanguage,
  { patient, folder }: { readonly patient: string; readonly folder: string },
): Promise<void> {
  const context = await launchWithExtension(undefined, language);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await setUp(context, page, stack);
    const desk = await openDesk(context);
    await desk.ask('language.set', { language });
    await desk.close();
    await page.setViewportSize(SIZE);
    for (const scheme of PICTURE_SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const what of PICTURED) {
        await VIEWS[what](page, stack.urls.ehr, patient);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(folder, pictureName(what, language, scheme)) });
      }
    }
  } finally {
    await context.close();
  }
}
