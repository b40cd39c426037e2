import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildWidget, buildWidgetModules } from './build-widget.ts';
import { writeElementFiles } from './elements/write.ts';
import { writeIntegrity } from './integrity.ts';

/** What the compiler said of the sources; the build stops at it. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/**
 * Makes the package in `folder`: every entry of package.json's `exports` as ES modules with types, the widget's
 * modules small, the widget as one file for a `<script>` with the hashes for its `integrity`, and what is made
 * from its elements' JSDoc. Gives the path of that file.
 *
 * @throws {BuildError} with the compiler's own words
 */
export async function buildPackage(folder: string): Promise<string> {
  const compiler = join('node_modules', '.bin', 'tsc');
  // Several threads take nearly twice the processor time, and tests build beside much else.
  const options = ['-p', 'tsconfig.build.json', '--singleThreaded', '--outDir', folder];
  const { status, stdout } = spawnSync(compiler, options, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new BuildError(stdout);
  // The compiler's modules of the widget would bring zod/mini along; its types stay beside the small ones.
  const isReact = (file: string): boolean => relative(join(folder, 'widget'), file).startsWith('react');
  for (const file of globSync(join(folder, 'widget', '**', '*.js'))) if (!isReact(file)) rmSync(file);
  await buildWidgetModules(join(folder, 'widget'));
  cpSync(join('widget', 'themes'), join(folder, 'widget', 'themes'), { recursive: true });
  // Compiled words are JavaScript already, which the compiler imports from and does not copy.
  for (const words of globSync('*/words/compiled')) {
    cpSync(words, join(folder, words), { recursive: true, filter: (file) => !file.endsWith('.inputs') });
  }
  await writeElementFiles(folder);
  const single = await buildWidget(join(folder, 'cdn'));
  writeIntegrity(join(folder, 'cdn'));
  return single;
}
