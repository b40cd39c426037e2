import type { Page } from '@playwright/test';
import { ANA } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';

/** What the console says of a page whose file of details does not load. */
async function withoutDetails(page: Page): Promise<string[]> {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()} ${message.text()}`));
  await page.route(/\/kit\/details-[^/]*\.js$/, (route) => route.abort());
  return said;
}

test('without the file of details, the console still names the attribute', async ({ page, panels }) => {
  const said = await withoutDetails(page);
  await panels.open(`<instrument-panel ${attributes(ANA, 'audience="all"')}></instrument-panel>`);
  await expect.poll(() => said.join('\n')).toContain('<instrument-panel> audience is invalid');
});

test('without the file of details, the console still says that fetchToken failed', async ({
  page,
  panels,
}) => {
  const said = await withoutDetails(page);
  await panels.open('<instrument-panel id="one"></instrument-panel>');
  await page.evaluate((own) => {
    const panel = document.getElementById('one') as HTMLElement & { fetchToken?: unknown };
    panel.fetchToken = () => Promise.reject(new TypeError('Failed to fetch'));
    for (const [, name = '', value = ''] of own.matchAll(/([\w-]+)="([^"]*)"/g))
      panel.setAttribute(name, value);
  }, attributes(ANA));
  await expect.poll(() => said.join('\n')).toContain('<instrument-panel> fetchToken: threw');
});
