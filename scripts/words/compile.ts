/**
 * Compiles the words of every room: `<room>/words/<surface>/<language>.json` (ICU MessageFormat) becomes JavaScript
 * with types in `<room>/words/compiled/<surface>/`. How the files are written: shared/words/README.md.
 *
 * Usage: node scripts/words/compile.ts
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources, WordsError } from './source.ts';

/** Writes a file at once, so that nobody who runs beside this reads half of it. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/**
 * Compiles the words under `root`, unless nothing has changed since the last time.
 *
 * @returns true if files were written
 * @throws {WordsError} naming every file and key that is wrong
 */
export async function compileWords(
  root = fileURLToPath(new URL('../..', import.meta.url)),
): Promise<boolean> {
  const { languages, surfaces } = readSources(root);
  const compilers = ['compile.ts', 'generate.ts', 'message.ts', 'source.ts', 'surface.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  );
  const inputs = JSON.stringify([
    compilers,
    languages,
    surfaces.map((one) => ({ ...one, files: [...one.files] })),
  ]);
  const digest = createHash('sha256').update(inputs).digest('hex');
  const folders = [...new Set(surfaces.map(({ room }) => join(root, room, 'words', 'compiled')))];
  const stampOf = (folder: string): string => join(folder, '.inputs');
  const isCurrent = (folder: string): boolean =>
    existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === digest;
  if (folders.every(isCurrent)) return false;

  // Loaded only now: the MessageFormat compiler takes longer to load than an unchanged folder to check.
  const { compileSurfaces } = await import('./surface.ts');
  const compiled = compileSurfaces(languages, surfaces);
  const wanted = new Set([...compiled.keys()].map((file) => resolve(root, file)));
  for (const folder of folders) {
    for (const file of globSync('**/*.{js,ts}', { cwd: folder })) {
      if (!wanted.has(resolve(folder, file))) rmSync(join(folder, file));
    }
  }
  for (const [file, text] of compiled) writeWhole(join(root, file), text);
  for (const folder of folders) writeWhole(stampOf(folder), digest);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [unknown] = process.argv.slice(2);
  if (unknown !== undefined) {
    process.stderr.write(`words: there is no argument "${unknown}"; it takes none.\n`);
    process.exit(2);
  }
  try {
    await compileWords();
  } catch (error) {
    if (!(error instanceof WordsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
