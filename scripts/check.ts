/**
 * `npm run check`: types of every room, and lint with the rules of import. Both are quick the second time: the
 * compiler keeps what it knows in `.cache/types`.
 *
 * @module
 */
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './program.ts';

/** Programs whose exit codes say whether the sources pass. */
export const SOURCE_CHECKS = [
  // More checkers than one look at the same types again, for twice the processor time of all.
  { title: 'Types', program: 'tsc', args: ['-b', '--checkers', '1'] },
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
function layWordTypes(): void {
  for (const words of globSync('*/words/compiled', { cwd: root })) {
    const target = join(root, '.cache', 'types', words);
    cpSync(join(root, words), target, { recursive: true, preserveTimestamps: true });
  }
}

/** Starts all checks; gives for each its title, whether it passed and its output. */
export function startChecks() {
  layWordTypes();
  return SOURCE_CHECKS.map(({ title, program, args }) => ({
    title,
    running: run(program, args, { stdio: 'pipe' }),
  }));
}

if (import.meta.main) {
  for (const { title, running } of startChecks()) {
    const { isOk, output } = await running;
    console.log(`${title}: ${isOk ? 'ok' : 'failed'}`);
    if (isOk) continue;
    console.log(output);
    process.exitCode = 1;
  }
}
