import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layPackages } from '../built-packages.ts';
import { type RunningNext, startNext } from './frameworks-next.ts';
import { expect, test } from './frameworks-service.ts';
import { longUnless } from './long.ts';
import { ANA, PHQ9, PROFESSIONAL } from './panel-data.ts';

const NEXT = join(process.cwd(), 'node_modules', 'next', 'dist', 'bin', 'next');

let folder: string;
let next: RunningNext | undefined;

test.beforeAll(async () => {
  // It bundles the page at the first request, which takes its time on a busy machine.
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-next-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync('node_modules').filter((one) => !/^(?:\.|@instrument-panel$)/.test(one))) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
  }
  await layPackages(modules, 'widget');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clinic', type: 'module' }));
  cpSync(join('examples', 'widget'), join(folder, 'widget'), { recursive: true });
  // Its development server is the one that says what differs between the server's page and the browser's.
  next = await startNext(NEXT, join(folder, 'widget', 'next'), 'dev', '--webpack');
  await fetch(next.address);
});

test.afterAll(async () => {
  await next?.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Next's compiler costs as much as twenty other tests: every day React alone stands for it (frameworks-rendered.spec.ts).
test(
  'a server of Next sends the tags with their attributes, and the page takes them over as they are',
  longUnless(false),
  async ({ page, answering }) => {
    const address = next?.address ?? '';
    const source = await (await fetch(address)).text();
    const tag = `<instrument-panel professional-id="${PROFESSIONAL}" patient-id="${ANA}" form-id="${PHQ9}" heading-level="2">`;
    expect(source).toContain(`${tag}<p slot="loading">Loading the course</p></instrument-panel>`);
    expect(source).toContain(`<instrument-apply professional-id="${PROFESSIONAL}" patient-id="${ANA}">`);
    expect(source).toContain('density="comfortable"></instrument-sparkline>');

    await page.goto(address);
    await expect(page.locator('instrument-panel [part=score]')).toHaveText('14 of 27');
    await expect(page.locator('#heard')).toHaveText('Shown: submission 6');
    await expect(page.locator('instrument-sparkline [part=score]')).toContainText('14');
    await expect(page.locator('instrument-apply [part=patient]')).toContainText('Ana Lima');
    expect(answering.readings()).toBe(1);
  },
);
