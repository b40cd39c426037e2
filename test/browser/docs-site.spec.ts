import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { expect, test } from './own-page.ts';

const HOST = 'http://docs.example';
let folder = '';

test.beforeAll(() => {
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-docs-'));
  execFileSync('node_modules/.bin/vitepress', ['build', 'docs', '--outDir', folder], { stdio: 'pipe' });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a page of the built site in a browser that reaches nothing else; gives what it asked of others. */
async function open(page: Page, address: string): Promise<readonly string[]> {
  const outside: string[] = [];
  await page.route('**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin === HOST) {
      const file = /\.\w+$/.test(pathname) ? pathname : `${pathname.replace(/\/$/, '/index')}.html`;
      return route.fulfill({ path: join(folder, decodeURI(file)) });
    }
    outside.push(route.request().url());
    return route.abort();
  });
  await page.goto(`${HOST}${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return outside;
}

test('the site opens and is searched without a network', async ({ page }) => {
  const outside = await open(page, '/');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('which cookies arrive');
  await page
    .getByRole('option', { name: /Cookies and sign-in/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cookies and sign-in' })).toBeVisible();
  expect(outside).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const address of ['/guide/quick-start', '/reference/client', '/sandbox/behaviour'])
    test(`${address} has no accessibility fault in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page, address);
      const { violations } = await axeOf(page).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
    });

test('every link of every page leads to a page and a heading that exist', () => {
  const files = globSync('**/*.html', { cwd: folder }).filter((file) => file !== '404.html');
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const broken = files.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(/<a [^>]*?href="(?!https?:|mailto:)([^"]*)"/g)].flatMap(
      ([, link = '']) => {
        const { pathname, hash } = new URL(link, `${HOST}/${file}`);
        const path = decodeURI(pathname).slice(1);
        if (path.endsWith('.json'))
          return globSync(path, { cwd: folder }).length === 1 ? [] : [`${file}: ${link}`];
        const target = texts.get(
          /\.html$/.test(path) ? path : path.replace(/(^|\/)$/, '$1index').concat('.html'),
        );
        const isThere =
          target !== undefined &&
          (hash === '' || target.includes(`id="${decodeURIComponent(hash).slice(1)}"`));
        return isThere ? [] : [`${file}: ${link}`];
      },
    ),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test('the built site has no sandbox, and says at each live example how to see it', async ({ page }) => {
  const outside = await open(page, '/guide/show-scores');
  const examples = page.locator('live-example');
  await expect(examples).toHaveCount(3);
  for (const example of await examples.all()) await expect(example).toContainText('npm run docs -- --dev');
  expect(outside).toEqual([]);
});
