import { test as base } from '@playwright/test';

/**
 * A test that leaves a picture of each of its pages if it fails. Playwright's `only-on-failure` takes one of every
 * page before its window closes, whether the test fails or not.
 */
export const test = base.extend<{ pictures: undefined }>({
  pictures: [
    async ({ context }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      for (const [at, page] of context.pages().entries()) {
        const path = info.outputPath(`test-failed-${at + 1}.png`);
        // A page that hangs is reported by the failure itself.
        const isTaken = await page.screenshot({ path, timeout: 5_000 }).catch(() => null);
        if (isTaken) info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
      }
    },
    { auto: true },
  ],
});
