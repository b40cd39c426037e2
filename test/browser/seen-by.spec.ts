import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { widgetModules } from './kit.ts';
import { test } from './own-page.ts';

const ORIGIN = 'http://seen-by.test';
const [ANA, EVA] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
const PROFESSIONAL = '11111111-1111-4111-8111-111111111111';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
const SCRIPT = `
import { configure, logout } from '/kit/configure.js';
globalThis.logout = logout;
configure({ baseUrl: location.origin, fetchToken: async () => ({ token: 'test-token', expiresIn: 600 }) });
await import('/kit/seen-by/define.js');`;

const NOW = '2026-05-20T12:00:00.000Z';
const EIGHT = { name: 'Dr. <b>Lima</b>', at: '2026-05-20T10:00:00.000Z' };

/** A page with the element; `answer` gives what the proxy says of a patient, or a status. */
async function open(page: Page, answer: (patientId: string) => unknown | number, lang = 'en') {
  const folder = await widgetModules();
  const asked: string[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname === '/seen-by') {
      const patientId = searchParams.get('patientId') ?? '';
      asked.push(patientId);
      const said = await answer(patientId);
      if (typeof said === 'number') return route.fulfill({ status: said, json: { code: 'X', message: '' } });
      return route.fulfill({ json: { viewers: said, now: NOW } });
    }
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
    if (pathname.startsWith('/kit/'))
      return route.fulfill({
        contentType: 'text/javascript',
        body: readFileSync(join(folder, pathname.slice('/kit/'.length))),
      });
    const tag = `<instrument-seen-by patient-id="${ANA}" professional-id="${PROFESSIONAL}"></instrument-seen-by>`;
    return route.fulfill({
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
      body: `<!doctype html><html lang="${lang}"><title>t</title>${tag}<script type="module" src="/page.js"></script>`,
    });
  });
  await page.goto(`${ORIGIN}/`);
  return { element: page.locator('instrument-seen-by'), line: page.getByText(/^(Seen|Visto)/), asked };
}

test('says who else has seen the patient last, as text and in the language of the page', async ({ page }) => {
  const { element, line } = await open(page, () => [EIGHT, { name: 'Nurse Nine', at: EIGHT.at }], 'pt-BR');
  await expect(line).toHaveText('Visto por Dr. <b>Lima</b> · há 2 h');
  await element.evaluate((one) => one.setAttribute('lang', 'en'));
  await expect(line).toHaveText('Seen by Dr. <b>Lima</b> · 2 h ago');
  await expect(page.locator('instrument-seen-by:state(ready)')).toBeVisible();
});

test('shows nothing where the proxy does not say it, nobody else has, or it cannot be read', async ({
  page,
}) => {
  for (const [said, state] of [
    [null, 'empty'],
    [[], 'empty'],
    [403, 'error'],
  ] as const) {
    await page.unrouteAll();
    const { element, asked } = await open(page, () => said);
    await expect(page.locator(`instrument-seen-by:state(${state})`)).toBeAttached();
    expect(await element.evaluate((one) => one.shadowRoot?.querySelector('p')?.hidden)).toBe(true);
    expect(await element.evaluate((one) => one.getBoundingClientRect().height)).toBe(0);
    expect(asked).toEqual([ANA]);
  }
});

test('never says of one patient what was said of another, and nothing after a logout', async ({ page }) => {
  let answerLate = (_: unknown): void => {};
  const { element, line, asked } = await open(page, (patientId) =>
    patientId === ANA ? [EIGHT] : new Promise((resolve) => (answerLate = resolve)),
  );
  await expect(line).toBeVisible();
  const seen = await element.evaluate((one, eva) => {
    one.setAttribute('patient-id', eva);
    return one.shadowRoot?.querySelector('p')?.textContent;
  }, EVA);
  expect(seen).toBe('');
  await expect.poll(() => asked).toEqual([ANA, EVA]);
  await element.evaluate((one, ana) => one.setAttribute('patient-id', ana), ANA);
  await expect(line).toBeVisible();
  answerLate([{ name: 'OF ANOTHER PATIENT', at: EIGHT.at }]);
  await expect(line).toHaveText('Seen by Dr. <b>Lima</b> · 2 h ago');
  await page.evaluate(() => (globalThis as unknown as { logout: () => void }).logout());
  await expect(page.locator('instrument-seen-by:state(loading)')).toBeAttached();
  expect(await element.evaluate((one) => one.shadowRoot?.textContent)).toBe('');
});
