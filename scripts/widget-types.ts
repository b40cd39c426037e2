/**
 * Bundles the widget's declarations, so that a project that has no other package of ours, nor zod, reads its types.
 *
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { BuildError, build } from './program.ts';

const ENTRIES = ['', 'apply/', 'caseload/', 'overview/', 'seen-by/', 'sparkline/']
  .flatMap((folder) => [`${folder}index`, `${folder}define`])
  .concat('caseload/worker');
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

/** The declaration file beside which another one names it: `./endpoint.ts` is `endpoint.d.ts`. */
const toDeclaration = (specifier: string, importer: string): string =>
  join(dirname(importer), specifier.replace(/\.(?:ts|js)$/, '.d.ts'));

/** The exported types of the contract that are inferred from a zod schema, with the files that declare them. */
function findInferred(index: string): ReadonlyMap<string, string> {
  const inferred = new Map<string, string>();
  const files = new Set([index]);
  // A set that grows while it is gone through: modules of modules count too.
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^export type (\w+) = z\.(?:infer|output)</gm))
      inferred.set(name, file);
    for (const [, specifier = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const next = toDeclaration(specifier, file);
      if (existsSync(next)) files.add(next);
    }
  }
  return inferred;
}

/** Writes the contract's declarations beside themselves with every inferred type written out; gives the new file. */
async function writePlainContract(index: string): Promise<string> {
  const folder = dirname(index);
  const inferred = [...findInferred(index)];
  const source = join(folder, 'plain.ts');
  const imports = inferred.map(([name, file]) => {
    const from = relative(folder, file).replace(/\.d\.ts$/, '.js');
    return `import type { ${name} as ${name}Inferred } from './${from}';`;
  });
  writeFileSync(
    source,
    `${imports.join('\n')}
type Plain<T> = T extends string | number | boolean | null | undefined ? T
  : T extends readonly (infer Item)[] ? Plain<Item>[]
  : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;
declare function expand<T>(): Plain<T>;
${inferred.map(([name]) => `export const ${name} = expand<${name}Inferred>();`).join('\n')}\n`,
  );
  const options =
    '--ignoreConfig --declaration --emitDeclarationOnly --strict --exactOptionalPropertyTypes --skipLibCheck ' +
    '--module nodenext --target es2024 --noErrorTruncation --singleThreaded';
  await build('tsc', [...options.split(' '), source]);
  const declaration = join(folder, 'plain.d.ts');
  const expanded = readFileSync(declaration, 'utf8');
  const plain = expanded.replaceAll(/^export declare const (\w+): /gm, 'export type $1 = ');
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
  const contract = join(compiled, 'shared', 'client', 'contract', 'index.d.ts');
  const plain = await writePlainContract(contract);
  const rooms: Plugin = {
    name: 'rooms',
    resolveId: {
      order: 'pre',
      handler(specifier, importer = '') {
        const file = specifier.startsWith('.')
          ? toDeclaration(specifier, importer)
          : resolveRoom(specifier, compiled);
        return file === contract && importer !== plain ? plain : file;
      },
    },
  };
  const made = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(compiled, 'widget', `${name}.d.ts`)])),
    external: [/^zod/],
    plugins: [rooms, dts({ dtsInput: true, tsconfig: join(compiled, 'tsconfig.json'), generator: 'oxc' })],
  });
  try {
    const { output } = await made.write({ dir: folder, format: 'esm', chunkFileNames: 'types/[name].js' });
    for (const { fileName, ...file } of output) {
      const [needed] =
        ('code' in file ? file.code : '').match(/['"](?:zod|@instrument-panel)[^'"]*['"]/) ?? [];
      if (needed !== undefined) throw new BuildError(`The widget's ${fileName} needs ${needed}.`);
    }
  } finally {
    await made.close();
  }
}
