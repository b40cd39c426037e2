/**
 * `npm run build`: the four packages (`dist/packages/`) and the extension for Chrome and Firefox
 * (`dist/extension/`).
 *
 * @module
 */
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { widgetSizes } from './build-widget.ts';
import { integrityOf } from './integrity.ts';
import { buildPackages, PACKAGE_NAMES } from './packages.ts';
import { BuildError, run } from './program.ts';

function stop(title: string, why = ''): never {
  console.error(`${why}\nThe build stopped at: ${title}. The error is above.`);
  process.exit(1);
}

const PACKAGES_FOLDER = join('dist', 'packages');

rmSync('dist', { recursive: true, force: true });
console.log('== Packages');
await buildPackages(PACKAGES_FOLDER).catch((error: unknown) => {
  if (error instanceof BuildError) stop('Packages', error.message);
  throw error;
});
for (const name of PACKAGE_NAMES) console.log(`  ${join(PACKAGES_FOLDER, name)}`);
const single = join(PACKAGES_FOLDER, 'widget', 'cdn', 'instrument-panel.js');
const bytes = readFileSync(single);
console.log(`  ${relative('.', single)}, ${gzipSync(bytes, { level: 9 }).length} bytes gzipped`);
console.log(`  integrity="${integrityOf(bytes)}"`);
console.log(`  loaded before the first sight, as modules: ${(await widgetSizes()).entry} bytes gzipped`);
for (const browser of ['chrome', 'firefox']) {
  console.log(`== Extension for ${browser}`);
  const { isOk } = await run('wxt', ['build', '-b', browser]);
  if (!isOk) stop(`Extension for ${browser}`);
}
console.log('Built dist/packages and dist/extension/{chrome,firefox}-mv3.');
