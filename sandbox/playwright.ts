/**
 * Fixtures for Playwright: a sandbox for each test, and the calls of a page answered by it. They import nothing of
 * Playwright, so that they extend whichever copy of it the project has.
 *
 * @module
 */
import { BASE_PATH } from '@instrument-panel/client/contract';
import type { Fixtures, Page, PlaywrightTestArgs } from '@playwright/test';
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
import { DEMO_CREDENTIALS } from './seed/clinic.ts';

/** A sandbox that a browser reaches. */
export interface ServedSandbox extends Sandbox {
  /** Its address, such as `http://localhost:40123`. */
  readonly url: string;
}

/** The fixtures of {@link sandboxFixtures}. */
export interface SandboxFixtures {
  /** Options of the sandbox: `test.use({ sandboxOptions: … })`. Default: `{ seed: 1 }`. */
  sandboxOptions: SandboxOptions;
  /** A sandbox of the test's own, served at a free port and closed after the test. */
  sandbox: ServedSandbox;
  /**
   * Answers the page's calls at a `baseUrl` by the sandbox, as a proxy would that knows who is signed in; the token that
   * `fetchToken` gives is not looked at. Everything else that the page asks there, such as events, is answered 404.
   */
  answerBySandbox: (baseUrl: string) => Promise<void>;
}

/** Headers of a request that are forwarded. */
const FORWARDED = ['content-type', 'accept-language'];

async function route(page: Page, sandbox: Sandbox, baseUrl: string): Promise<void> {
  const base = baseUrl.replace(/\/$/, '');
  await page.route(`${base}/**`, async (one) => {
    const request = one.request();
    const { pathname, search } = new URL(request.url().slice(base.length), 'http://sandbox.invalid');
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': '*',
    };
    if (request.method() === 'OPTIONS') return one.fulfill({ status: 204, headers: cors });
    if (!pathname.startsWith(`${BASE_PATH}/`)) return one.fulfill({ status: 404, headers: cors });
    const given = Object.entries(request.headers()).filter(([name]) => FORWARDED.includes(name));
    const { key, secret } = DEMO_CREDENTIALS;
    const headers = { ...Object.fromEntries(given), 'X-Api-Key': key, 'X-Api-Secret': secret };
    const body = request.postData();
    const init = { method: request.method(), headers, ...(body === null ? {} : { body }) };
    const reply = await sandbox.fetch(new Request(`http://sandbox.invalid${pathname}${search}`, init));
    try {
      const bytes = Buffer.from(await reply.arrayBuffer());
      return one.fulfill({
        status: reply.status,
        headers: { ...Object.fromEntries(reply.headers), ...cors },
        body: bytes,
      });
    } catch {
      // A fault has broken the connection.
      return one.abort('connectionreset');
    }
  });
}

/**
 * Fixtures for `test.extend`.
 *
 * @example
 * import { test as base } from '@playwright/test';
 * import { sandboxFixtures } from '@instrument-panel/sandbox/playwright';
 *
 * export const test = base.extend(sandboxFixtures);
 *
 * test('shows the new answer', async ({ page, sandbox, answerBySandbox }) => {
 *   await answerBySandbox('http://localhost:5173/panel');
 *   const [patient] = sandbox.patients;
 *   await sandbox.answer(patient, 'PHQ-9', { score: 14 });
 *   await page.goto(`http://localhost:5173/patients/${patient?.id}`);
 * });
 */
export const sandboxFixtures: Fixtures<SandboxFixtures, object, PlaywrightTestArgs> = {
  sandboxOptions: [{ seed: 1 }, { option: true }],
  // Playwright reads the names of fixtures from the pattern.
  sandbox: async ({ sandboxOptions }, use) => {
    const sandbox = await createSandbox(sandboxOptions);
    const { url, close } = await sandbox.listen(0);
    // As a getter: patients are read when they are asked for.
    await use(Object.defineProperties({ url } as ServedSandbox, Object.getOwnPropertyDescriptors(sandbox)));
    await close();
    await sandbox.close();
  },
  answerBySandbox: async ({ page, sandbox }, use) => {
    await use((baseUrl) => route(page, sandbox, baseUrl));
  },
};
