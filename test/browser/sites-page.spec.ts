import { expect } from '@playwright/test';
import { startWorld, tokenFor, type World } from '../../proxy/fixtures/world.ts';
import { axeOf } from './axe.ts';
import { test } from './pictured.ts';

const TOKEN = 'a-token-for-metrics';
const PAGES = { shown: 0, list: 0, unclear: 0, unplaced: 0, unmatched: 0 };
const PROFILES = [
  { id: 'clinic-west', version: 7 },
  { id: 'clinic-west', version: 8, rollout: 10 },
];

let world: World;
test.beforeEach(async () => {
  world = await startWorld({
    metrics: { token: TOKEN },
    wellKnown: { name: 'Clinic West', profiles: PROFILES },
  });
});
test.afterEach(() => world.close());

for (const [scheme, width, locale, nothing] of [
  ['light', 1280, 'en', 'Has found nothing.'],
  ['dark', 360, 'pt-BR', 'Não encontrou nada.'],
  ['light', 360, 'es', 'No ha encontrado nada.'],
] as const) {
  test(`an administrator reads which profile finds nothing: ${scheme}, ${width} px, ${locale}`, async ({
    browser,
  }) => {
    const body = JSON.stringify({
      extension: '1.4.0',
      profiles: [
        { id: 'clinic-west', version: 7, pages: { ...PAGES, shown: 1_500, list: 20 } },
        { id: 'clinic-west', version: 8, pages: { ...PAGES, unclear: 4 } },
      ],
    });
    const headers = { authorization: `Bearer ${await tokenFor()}`, 'content-type': 'application/json' };
    expect((await fetch(`${world.url}/sites/health`, { method: 'POST', headers, body })).status).toBe(200);
    const page = await browser.newPage({
      httpCredentials: { username: 'admin', password: TOKEN },
      ...{ colorScheme: scheme, locale, viewport: { width, height: 740 } },
    });
    await page.goto(`${world.url}/sites`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    const first = page.getByRole('row').nth(1);
    await expect(first.getByRole('cell', { name: '8', exact: true })).toBeVisible();
    // Beside the version that it is about, without scrolling.
    await expect(first.getByText(nothing)).toBeInViewport({ ratio: 1 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    // The table scrolls by itself, by the keyboard too; the page does not.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('region')).toBeFocused();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('who gives no password is told which one it is', async ({ page }) => {
  await page.goto(`${world.url}/sites`);
  await expect(page.getByRole('alert')).toContainText('the token of the proxy’s option metrics');
  expect((await axeOf(page).analyze()).violations).toEqual([]);
});
