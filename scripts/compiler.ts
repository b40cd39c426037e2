import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The compiler's own message about the sources, which stops the build. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/**
 * Runs the TypeScript compiler.
 *
 * @throws {BuildError} with the compiler's output
 */
export function runCompiler(args: readonly string[]): void {
  const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));
  const { status, stdout } = spawnSync(compiler, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new BuildError(stdout);
}
