/**
 * `npm run build`: the package (`dist/`, ES modules with types, and the single-file widget) and the extension
 * for Chrome and Firefox (`dist/extension/`).
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BuildError, buildPackage } from './build-package.ts';
import { gzippedBytes, widgetSizes } from './build-widget.ts';
import { integrityOf } from './integrity.ts';

function stop(title: string, why: string): never {
  console.error(`${why}\nThe build stopped at: ${title}. What is wrong stands above.`);
  process.exit(1);
}

rmSync('dist', { recursive: true, force: true });
console.log('== Package');
const single = await buildPackage('dist').catch((error: unknown) => {
  if (error instanceof BuildError) stop('Package', error.message);
  throw error;
});
console.log(`  ${relative('.', single)}, ${gzippedBytes(single)} bytes gzipped`);
console.log(`  integrity="${integrityOf(readFileSync(single))}"`);
console.log(`  loaded before the first sight, as modules: ${(await widgetSizes()).entry} bytes gzipped`);
for (const browser of ['chrome', 'firefox']) {
  console.log(`== Extension for ${browser}`);
  const { status } = spawnSync(join('node_modules', '.bin', 'wxt'), ['build', '-b', browser], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) stop(`Extension for ${browser}`, '');
}
console.log('Built dist/ and dist/extension/{chrome,firefox}-mv3.');
