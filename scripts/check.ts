/**
 * `npm run check`: types of every room, and lint with the rules of import. Both are quick the second time: the
 * compiler keeps what it knows in `.cache/types`.
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program whose exit code says whether the sources pass. */
export interface SourceCheck {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
}

export const SOURCE_CHECKS: readonly SourceCheck[] = [
  { title: 'Types', program: 'tsc', args: ['-b'] },
  {
    title: 'Lint, format and rules of import',
    program: 'biome',
    args: ['check', '--error-on-warnings', '--diagnostic-level=warn', '.'],
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Lays the declarations of compiled words beside those that the compiler makes (tsconfig.base.json, `outDir`), which
 * import them by relative paths.
 */
export function layWordTypes(): void {
  for (const words of globSync('*/words/compiled', { cwd: root })) {
    const target = join(root, '.cache', 'types', words);
    cpSync(join(root, words), target, { recursive: true, preserveTimestamps: true });
  }
}

/** Runs one check; gives whether it passed, and its output. */
export function runCheck({ program, args }: SourceCheck): Promise<{ isOk: boolean; output: string }> {
  return new Promise((resolve) => {
    const path = join(root, 'node_modules', '.bin', program);
    const child = spawn(path, args, { cwd: root, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ isOk: false, output: String(error) }));
    child.on('close', (code) => resolve({ isOk: code === 0, output: output.trimEnd() }));
  });
}

if (import.meta.main) {
  layWordTypes();
  for (const [check, running] of SOURCE_CHECKS.map((one) => [one, runCheck(one)] as const)) {
    const { isOk, output } = await running;
    console.log(`${check.title}: ${isOk ? 'ok' : 'failed'}`);
    if (isOk) continue;
    console.log(output);
    process.exitCode = 1;
  }
}
