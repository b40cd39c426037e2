/**
 * `npm run build`: the package (`dist/`, ES modules with types, and the single-file widget) and the extension
 * for Chrome and Firefox (`dist/extension/`).
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildWidget, buildWidgetModules, gzippedBytes, widgetSizes } from './build-widget.ts';

function run(title: string, program: string, args: readonly string[]): void {
  console.log(`== ${title}`);
  const { status } = spawnSync(join('node_modules', '.bin', program), args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`The build stopped at: ${title}. What is wrong stands above.`);
    process.exit(1);
  }
}

rmSync('dist', { recursive: true, force: true });
run('Package: modules and types', 'tsc', ['-p', 'tsconfig.build.json']);
console.log('== Package: widget');
// The compiler has laid the types; the modules become small ones, on the light stand-in for zod/mini.
await buildWidgetModules(join('dist', 'widget'));
const single = await buildWidget();
console.log(`  ${relative('.', single)}, ${gzippedBytes(single)} bytes gzipped`);
console.log(`  loaded before the first sight, as modules: ${(await widgetSizes()).entry} bytes gzipped`);
run('Extension for Chrome', 'wxt', ['build', '-b', 'chrome']);
run('Extension for Firefox', 'wxt', ['build', '-b', 'firefox']);
console.log('Built dist/ and dist/extension/{chrome,firefox}-mv3.');
