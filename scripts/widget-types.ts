/**
 * Bundles the widget's declarations, so that a project that has no other package of ours, nor zod, reads its types.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { BuildError, runCompiler } from './packages.ts';

const ENTRIES = ['index', 'define', 'apply/index', 'apply/define', 'sparkline/index', 'sparkline/define'];
const ROOMS: Readonly<Record<string, string>> = { client: 'shared/client', shared: 'shared' };

/** The declaration of what a specifier such as `@instrument-panel/client/contract` stands for, or null. */
function resolveRoom(specifier: string, compiled: string): string | null {
  const [, name = '', rest = ''] = /^@instrument-panel\/(\w+)(?:\/(.*))?$/.exec(specifier) ?? [];
  const room = ROOMS[name];
  if (room === undefined) return null;
  const { exports } = JSON.parse(readFileSync(join(room, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const entry = exports[rest === '' ? '.' : `./${rest}`] ?? exports['./*']?.replace('*', rest);
  return entry === undefined ? null : join(compiled, room, entry.replace(/\.tsx?$/, '.d.ts'));
}

/** Writes out every type that the contract infers from a zod schema, and gives the declaration file that has them. */
function writePlainContract(compiled: string): string {
  const folder = join(compiled, 'shared', 'client', 'contract');
  const inferred = new Set<string>();
  const files = [join(folder, 'index.d.ts')];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:export )?type (\w+) = z\.(?:infer|output)</gm)) inferred.add(name);
    for (const [, name = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const next = join(file, '..', name.replace(/\.(?:ts|js)$/, '.d.ts'));
      if (!files.includes(next) && existsSync(next)) files.push(next);
    }
  }
  const index = readFileSync(join(folder, 'index.d.ts'), 'utf8');
  const names = [...inferred].filter((name) => new RegExp(`\\b${name}\\b`).test(index));
  const source = join(folder, 'plain.ts');
  writeFileSync(
    source,
    `import type * as contract from './index.js';
type Plain<T> = T extends string | number | boolean | null | undefined ? T
  : T extends readonly (infer Item)[] ? Plain<Item>[]
  : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;
declare function expand<T>(): Plain<T>;
${names.map((name) => `export const ${name} = expand<contract.${name}>();`).join('\n')}\n`,
  );
  const options =
    '--ignoreConfig --declaration --emitDeclarationOnly --strict --exactOptionalPropertyTypes --skipLibCheck ' +
    '--module nodenext --target es2024 --noErrorTruncation --singleThreaded';
  runCompiler([...options.split(' '), source]);
  const declaration = join(folder, 'plain.d.ts');
  const plain = readFileSync(declaration, 'utf8').replaceAll(/^export declare const (\w+): /gm, 'export type $1 = ');
  writeFileSync(declaration, `${plain}export * from './index.js';\n`);
  return declaration;
}

/**
 * Writes the declarations of the widget's entries into `folder`.
 *
 * @param compiled folder with the compiled rooms
 * @throws {BuildError} if a declaration would need another package
 */
export async function writeWidgetTypes(folder: string, compiled: string): Promise<void> {
  const plain = writePlainContract(compiled);
  const resolve = {
    name: 'rooms',
    resolveId: (specifier: string) =>
      specifier === '@instrument-panel/client/contract' ? plain : resolveRoom(specifier, compiled),
  };
  const made = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(compiled, 'widget', `${name}.d.ts`)])),
    external: [/^zod/],
    plugins: [resolve, dts({ dtsInput: true, tsconfig: join(compiled, 'tsconfig.json'), generator: 'oxc' })],
  });
  try {
    const { output } = await made.write({ dir: folder, format: 'esm', chunkFileNames: 'types/[name].js' });
    for (const { fileName, ...file } of output) {
      const [needed] = ('code' in file ? file.code : '').match(/['"](?:zod|@instrument-panel)[^'"]*['"]/) ?? [];
      if (needed !== undefined) throw new BuildError(`The widget's ${fileName} needs ${needed}.`);
    }
  } finally {
    await made.close();
  }
}
