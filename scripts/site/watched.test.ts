import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createServer } from 'vitepress';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './pages.ts';

it('the server of the docs does not watch what git ignores, so a build beside it loads no page again', async () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .flatMap((line) => /^([\w.-]+)\/$/.exec(line)?.[1] ?? []);
  expect(ignored).toEqual(expect.arrayContaining(['.cache', '.output']));
  for (const folder of ['.cache', '.output']) {
    mkdirSync(join(root, folder), { recursive: true });
    const made = mkdtempSync(join(root, folder, 'watched-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
  }
  const server = await createServer('docs');
  onTestFinished(() => server.close());
  const watched = () => Object.keys(server.watcher.getWatched()).map((path) => relative(root, path));
  // The site's own folder begins with a dot as well.
  await expect
    .poll(watched)
    .toEqual(expect.arrayContaining(['docs/guide', 'docs/.vitepress/theme', 'widget/sparkline']));
  expect(watched().filter((path) => ignored.includes(path.split('/')[0] ?? ''))).toEqual([]);
});
