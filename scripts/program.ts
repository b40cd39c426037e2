import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts a program in the root, by its path or its name; its output goes to ours, unless `stdio` says otherwise. */
export function start(program: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const own = join(root, 'node_modules', '.bin', program);
  const shell = process.platform === 'win32';
  return spawn(existsSync(own) ? own : program, args, { cwd: root, stdio: 'inherit', shell, ...options });
}

/** Runs a program to its end. Gives whether it succeeded, and its output where `stdio` is `pipe`. */
export function run(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<{ readonly isOk: boolean; readonly output: string }> {
  const child = start(program, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ isOk: false, output: String(error) }));
    child.on('close', (code) => resolve({ isOk: code === 0, output: output.trimEnd() }));
  });
}

/** Calls `stop` at each signal that asks a command to end, such as Ctrl-C. */
export function onStop(stop: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

/** The compiler's own message about the sources, which stops the build. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/**
 * Runs a program that the build needs, without showing its output.
 *
 * @returns the output
 * @throws {BuildError} with the output
 */
export async function build(program: string, args: readonly string[], options: SpawnOptions = {}) {
  const { isOk, output } = await run(program, args, { stdio: 'pipe', ...options });
  if (!isOk) throw new BuildError(output);
  return output;
}
