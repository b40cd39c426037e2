import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findHeadless } from './scripts/browser.mjs';

const executablePath = findHeadless();

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  // What is waited for comes, and then nothing waits: the room is for machines that are busy with other work.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // What is tagged so belongs to `npm run test:soak` (test/browser/long.ts).
  ...(process.env.INSTRUMENT_PANEL_SOAK === '1' ? {} : { grepInvert: /@long/ }),
  // No retries: a test that passes only the second time is a test that fails.
  retries: 0,
  reporter: [['line']],
  use: {
    headless: true,
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === null ? {} : { executablePath }) },
    locale: 'en-GB',
    timezoneId: 'America/Sao_Paulo',
    // A trace would record every step of every test, and cost a third of the time.
    screenshot: 'only-on-failure',
  },
});
