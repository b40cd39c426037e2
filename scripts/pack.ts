/**
 * `npm run pack`: builds the four published packages, and packs each into a tarball in `dist/`.
 *
 * @module
 */
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildPackages, packPackages } from './packages.ts';
import { BuildError } from './program.ts';

const folder = join('dist', 'packages');
rmSync(folder, { recursive: true, force: true });
try {
  await buildPackages(folder);
  for (const tarball of Object.values(await packPackages(folder, join(process.cwd(), 'dist')))) {
    console.log(`Wrote ${relative('.', tarball)}`);
  }
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`${error.message}\nThe packages could not be built.`);
  process.exitCode = 1;
}
