import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findHeadless, TEST_ARGS } from './scripts/browser.mjs';
import { isInScope, SCOPE } from './test/scope.ts';

const executablePath = findHeadless();

// Where Node strips the types itself (scripts/test.ts), lines and columns are those of the source, and there is no map
// to look them up in: doing so took a seventh of a worker's time. This file is read in each worker.
if (process.env.PW_DISABLE_TS_ESM) Reflect.deleteProperty(Error, 'prepareStackTrace');

const files = globSync('test/browser/*.spec.ts').filter(isInScope);

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  // What is waited for comes, and then nothing waits: the room is for machines that are busy with other work.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // One more than cores: with as many, a quarter of their time passed in tests that wait for timers and servers.
  workers: 3,
  forbidOnly: true,
  // The files of the scope (test/scope.ts).
  ...(SCOPE === undefined ? {} : { testMatch: files.map((file) => `**/${basename(file)}`) }),
  // What is tagged so belongs to `npm run test:soak` (test/browser/long.ts).
  ...(process.env.INSTRUMENT_PANEL_SOAK === '1' ? {} : { grepInvert: /@long/ }),
  // No retries: a test that passes only the second time is a test that fails.
  retries: 0,
  reporter: [['line']],
  use: {
    headless: true,
    launchOptions: { args: TEST_ARGS, ...(executablePath === null ? {} : { executablePath }) },
    locale: 'en-GB',
    timezoneId: 'America/Sao_Paulo',
    // A trace would record every step of every test, and cost a third of the time. Pictures: test/browser/pictured.ts.
  },
});
