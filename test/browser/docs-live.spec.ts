import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createInterface } from 'node:readline';
import { axeOf } from './axe.ts';
import { expect, test } from './own-page.ts';

let server: ChildProcess;
let url = '';

/** Serves the site as `npm run docs -- --dev` does, on any free port; gives where. */
async function serve(): Promise<string> {
  server = spawn('node_modules/.bin/vitepress', ['dev', 'docs', '--port', '4571'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Colours would stand within the address.
    env: { ...process.env, NO_COLOR: '1' },
  });
  const { stdout } = server;
  if (!stdout) throw new Error('The server says nothing.');
  const lines = createInterface({ input: stdout });
  for await (const line of on(lines, 'line', { close: ['close'] })) {
    const [found] = /http:\/\/localhost:\d+/.exec(String(line)) ?? [];
    if (!found) continue;
    // Why it has a page loaded again.
    lines.on('line', (said) => console.error(`docs server: ${said}`));
    return found;
  }
  throw new Error('The server ended before it said where it is.');
}

test.beforeAll(async () => {
  test.setTimeout(90_000);
  url = await serve();
});
test.afterAll(async () => {
  server.kill('SIGINT');
  if (server.exitCode === null) await once(server, 'exit');
});

for (const [address, element, shown] of [
  ['/guide/show-scores', 'instrument-panel', '[part=score]'],
  ['/guide/show-scores', 'instrument-overview', 'tr.row'],
  ['/guide/show-scores', 'instrument-sparkline', 'svg'],
  ['/guide/caseload', 'instrument-caseload', '.row'],
  ['/guide/apply', 'instrument-apply', '[role=option]'],
] as const)
  test(`the example of ${element} is live in the page that explains it`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.goto(url + address);
    const example = page.locator(`live-example[element="${element}"]`);
    await expect(async () => {
      // What is out of view is not drawn yet, and what loads above moves it there.
      await example.scrollIntoViewIfNeeded();
      await expect(example.locator(element).locator(shown).first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 120_000 });
    await expect(example.locator('pre')).toContainText(`<${element} professional-id="`);
    const { violations } = await axeOf(page).include('live-example').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
  });
