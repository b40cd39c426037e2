import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackages, PACKAGE_NAMES, type PackageName } from '../scripts/packages.ts';

let built: Promise<string> | undefined;
let builtAlone: Promise<string> | undefined;

async function build(names: readonly PackageName[] = PACKAGE_NAMES): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-packages-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildPackages(folder, names);
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

/** Gives the folder of the built client. By itself a test builds no other package for it. */
export async function builtClient(): Promise<string> {
  builtAlone ??= process.env.INSTRUMENT_PANEL_BUILT ? builtPackages() : build(['client']);
  return join(await builtAlone, 'client');
}

/** Copies built packages into a project's node_modules, as npm lays them. */
export async function layPackages(modules: string, ...names: readonly PackageName[]): Promise<void> {
  const folder = await builtPackages();
  for (const name of names) {
    cpSync(join(folder, name), join(modules, '@instrument-panel', name), { recursive: true });
  }
}
