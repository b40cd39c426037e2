/**
 * The example for Next in Next itself, whose compiler takes minutes on a busy machine: `npm run test:soak` runs it,
 * `npm test` calls its route handler (test/examples/proxy.test.ts).
 *
 * @module
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { NEXT_ENV, type RunningNext, startNext } from '../browser/frameworks-next.ts';
import { layPackages } from '../built-packages.ts';
import { type Ask, type Clinic, describeDropIn, startClinic } from '../examples/drop-in.ts';
import { SOAK } from './scale.ts';

const EXAMPLE = join('examples', 'proxy');

it('has no file that Next takes for its own by its name', () => {
  // https://nextjs.org/docs/app/api-reference/file-conventions
  const reserved = ['proxy', 'middleware', 'instrumentation', 'instrumentation-client', 'mdx-components'];
  const names = readdirSync(join(EXAMPLE, 'next')).map((file) => parse(file).name);
  expect(names.filter((name) => reserved.includes(name))).toEqual([]);
});

// Declared in the long form alone, where it cannot be skipped.
if (SOAK) {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-next-proxy-'));
  let clinic: Clinic;
  let next: RunningNext | undefined;

  beforeAll(async () => {
    clinic = await startClinic();
    const modules = join(folder, 'node_modules');
    mkdirSync(modules);
    const isTheirs = (name: string): boolean => !name.startsWith('.') && name !== '@instrument-panel';
    const names = readdirSync('node_modules').filter(isTheirs);
    for (const name of names) symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
    await layPackages(modules, 'client', 'proxy');
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clinic', type: 'module' }));
    cpSync(EXAMPLE, join(folder, 'proxy'), { recursive: true });
  }, 600_000);

  afterAll(async () => {
    await next?.stop();
    await clinic.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const start = async (): Promise<Ask> => {
    const program = join(process.cwd(), 'node_modules', 'next', 'dist', 'bin', 'next');
    Object.assign(NEXT_ENV, clinic.environment);
    next = await startNext(program, join(folder, 'proxy', 'next'), 'dev', '--webpack');
    const { address } = next;
    // Its compiler begins with the first request, and may take longer than `fetch` waits.
    const askHealth = async () => expect((await fetch(`${address}/panel/healthz`)).status).toBe(200);
    await vi.waitFor(askHealth, { timeout: 590_000, interval: 1_000 });
    return (path, init) => fetch(address + path, init);
  };
  describeDropIn('Next itself', start, () => clinic);
}
