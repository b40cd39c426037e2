import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InputOptions, rolldown } from 'rolldown';
import { layPackages } from '../built-packages.ts';
import { expect, test } from './frameworks-service.ts';
import { ANA, PHQ9, PROFESSIONAL } from './panel-data.ts';

const ORIGIN = 'http://rendered.test';
/** The pages of the example for Next by React alone: what its server sends, and what the browser makes of it. */
const APP = `import Layout from './app/layout.jsx';
import Page from './app/page.jsx';
const app = <Layout><Page /></Layout>;`;
const SERVER = `${APP}
import { renderToReadableStream } from 'react-dom/server.edge';
const stream = await renderToReadableStream(app, { bootstrapModules: ['/main.js'] });
await stream.allReady;
process.stdout.write(await new Response(stream).text());`;
const BROWSER = `${APP}
import { hydrateRoot } from 'react-dom/client';
hydrateRoot(document, app);`;

let folder: string;
let source: string;

async function bundle(name: string, options: InputOptions): Promise<void> {
  const made = await rolldown({
    input: join(folder, 'widget', 'next', `${name}.jsx`),
    transform: {
      // React's development build is the one that says what differs between the server's page and the browser's.
      define: { 'process.env.NODE_ENV': '"development"' },
      jsx: { runtime: 'automatic', importSource: 'react' },
    },
    logLevel: 'silent',
    ...options,
  });
  await made.write({ file: join(folder, `${name}.mjs`), format: 'esm', codeSplitting: false });
  await made.close();
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-rendered-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  await layPackages(modules, 'widget');
  for (const name of ['react', 'react-dom', 'scheduler']) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
  }
  cpSync(join('examples', 'widget'), join(folder, 'widget'), { recursive: true });
  writeFileSync(join(folder, 'widget', 'next', 'server.jsx'), SERVER);
  writeFileSync(join(folder, 'widget', 'next', 'browser.jsx'), BROWSER);
  await bundle('server', { platform: 'node', external: /^react/ });
  await bundle('browser', { platform: 'browser' });
  const run = spawnSync(process.execPath, ['server.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  source = run.stdout;
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a server of React sends the tags with their attributes, and the page takes them over as they are', async ({
  page,
  answering,
}) => {
  const tag = `<instrument-panel professional-id="${PROFESSIONAL}" patient-id="${ANA}" form-id="${PHQ9}" heading-level="2">`;
  expect(source).toContain(`${tag}<p slot="loading">Loading the course</p></instrument-panel>`);
  expect(source).toContain(`<instrument-apply professional-id="${PROFESSIONAL}" patient-id="${ANA}">`);
  expect(source).toContain('density="comfortable"></instrument-sparkline>');

  await page.route(`${ORIGIN}/`, (route) => route.fulfill({ contentType: 'text/html', body: source }));
  await page.route(`${ORIGIN}/main.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync(join(folder, 'browser.mjs'), 'utf8'),
    }),
  );
  await page.goto(`${ORIGIN}/`);
  await expect(page.locator('instrument-panel [part=score]')).toHaveText('14 of 27');
  await expect(page.locator('#heard')).toHaveText('Shown: submission 6');
  await expect(page.locator('instrument-sparkline [part=score]')).toContainText('14');
  await expect(page.locator('instrument-apply [part=patient]')).toContainText('Ana Lima');
  expect(answering.readings()).toBe(1);
});
