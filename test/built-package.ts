import { cpSync } from 'node:fs';
import { buildPackage } from '../scripts/build-package.ts';

/**
 * The `dist` folder of the package in `folder`: what `npm test` has built for all tests (scripts/test.ts), or one
 * that is built now where a test runs by itself.
 *
 * @throws {BuildError} with the compiler's own words
 */
export async function layDist(folder: string): Promise<void> {
  const built = process.env.INSTRUMENT_PANEL_BUILT;
  if (built === undefined) await buildPackage(folder);
  else cpSync(built, folder, { recursive: true });
}
