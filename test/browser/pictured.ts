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
      for (const page of context.pages()) {
        // A page that hangs is reported by the failure itself.
        const body = await page.screenshot({ timeout: 5_000 }).catch(() => null);
        if (body) await info.attach('screenshot', { body, contentType: 'image/png' });
      }
    },
    { auto: true },
  ],
});
