import { test as base } from './pictured.ts';

/**
 * A test that serves its page itself, and so has nothing in the browser but that page. Such tests of one worker follow
 * each other in one window: opening a window is more than half of what one costs. Between them the window is
 * emptied of pages, routes, scripts, clocks, storage and emulation by Playwright (its `reuseContext`), of
 * permissions and of the lack of a network here. `npm run test:soak` gives each a window of its own.
 */
export const test = base.extend<{ leftBehind: undefined }>({
  reuseContext: [process.env.INSTRUMENT_PANEL_SOAK !== '1', { scope: 'worker' }],
  leftBehind: [
    async ({ context }, use) => {
      await use(undefined);
      await context.clearPermissions();
      await context.setOffline(false);
    },
    { auto: true },
  ],
});
export { expect } from '@playwright/test';
