import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, layPackage, test } from './frameworks-service.ts';
import { ANA, PHQ9, PROFESSIONAL } from './panel-data.ts';

const NEXT = join(process.cwd(), 'node_modules', 'next', 'dist', 'bin', 'next');
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

let folder: string;
let server: ChildProcess | undefined;
let address: string;

test.beforeAll(async () => {
  // A build by webpack on a busy machine.
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-next-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync('node_modules').filter((one) => !one.startsWith('.'))) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
  }
  await layPackage(modules);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clinic', type: 'module' }));
  cpSync(join('examples', 'widget'), join(folder, 'widget'), { recursive: true });
  const cwd = join(folder, 'widget', 'next');
  const built = spawnSync(process.execPath, [NEXT, 'build', '--webpack'], { cwd, env, encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
  const started = spawn(process.execPath, [NEXT, 'start', '-H', '127.0.0.1', '-p', '0'], { cwd, env });
  server = started;
  address = await new Promise<string>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (found && /Ready/.test(said)) resolve(found);
    };
    started.stdout.on('data', hear);
    started.stderr.on('data', hear);
    started.on('exit', () => reject(new Error(`Next did not start: ${said}`)));
  });
});

test.afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

test('a server of Next sends the tags with their attributes, and the page takes them over as they are', async ({
  page,
  answering,
}) => {
  const source = await (await fetch(address)).text();
  const tag = `<instrument-panel professional-id="${PROFESSIONAL}" patient-id="${ANA}" form-id="${PHQ9}" heading-level="2">`;
  expect(source).toContain(`${tag}<p slot="loading">Loading the course</p></instrument-panel>`);
  expect(source).toContain(`<instrument-apply professional-id="${PROFESSIONAL}" patient-id="${ANA}">`);
  expect(source).toContain('density="comfortable"></instrument-sparkline>');

  await page.goto(address);
  await expect(page.locator('instrument-panel [part=score]')).toHaveText('Score 14 of 27');
  await expect(page.locator('#heard')).toHaveText('Shown: submission 6');
  await expect(page.locator('instrument-sparkline [part=score]')).toContainText('14');
  await expect(page.locator('instrument-apply [part=patient]')).toContainText('Ana Lima');
  expect(answering.readings()).toBe(1);
});
