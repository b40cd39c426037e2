import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackages, type PackageName } from '../scripts/packages.ts';

let built: Promise<string> | undefined;

async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-packages-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildPackages(folder);
  return folder;
}

/**
 * Gives the folder of the built packages: those that `npm test` has built for all tests (scripts/test.ts), or a
 * build of this process if a test runs by itself.
 *
 * @throws {BuildError} with the compiler's output
 */
export async function builtPackages(): Promise<string> {
  built ??= process.env.INSTRUMENT_PANEL_BUILT
    ? Promise.resolve(process.env.INSTRUMENT_PANEL_BUILT)
    : build();
  return await built;
}

/** Copies built packages into a project's node_modules, as npm lays them. */
export async function layPackages(modules: string, ...names: readonly PackageName[]): Promise<void> {
  const folder = await builtPackages();
  for (const name of names) {
    cpSync(join(folder, name), join(modules, '@instrument-panel', name), { recursive: true });
  }
}
