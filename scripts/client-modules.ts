/**
 * Bundles the entries of the client that a partner calls with, with `contract/small-schemas.ts` in the place of zod:
 * importing zod takes longer than all else of them. `./contract` and `./proxy`, which check values by zod, stay as they
 * are compiled.
 *
 * @module
 */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { parseSync } from 'rolldown/utils';
import { readPlans } from './read-plans.ts';

const source = fileURLToPath(new URL('../shared/client/', import.meta.url));
/** The bundles, by their source. `endpoints` is beside the module with zod, which `./contract` goes on to import. */
const ENTRIES = { index: 'index.ts', endpoints: 'contract/endpoints/index.ts' } as const;

/** A statement of the syntax tree, as far as it is looked at here. */
interface Statement {
  readonly declarations?: readonly { readonly init: Initial | null }[];
}
interface Initial {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Marks what each constant is made by as free of side effects: a bundler keeps a call whose arguments spread an object,
 * since that could run a getter, and so would keep endpoints that nobody calls. No module of the client has side effects.
 */
const droppable: Plugin = {
  name: 'droppable-constants',
  renderChunk(code) {
    const statements = parseSync('chunk.js', code).program.body as unknown as readonly Statement[];
    const made = statements.flatMap(({ declarations = [] }) => declarations.map(({ init }) => init));
    const isMade = (init: Initial | null): init is Initial =>
      init?.type === 'CallExpression' || init?.type === 'ObjectExpression';
    return made.filter(isMade).reduceRight((written, { start, end }) => {
      const init = written.slice(start, end);
      return `${written.slice(0, start)}/* @__PURE__ */ (() => (${init}))()${written.slice(end)}`;
    }, code);
  },
};

/** The modules that some others, and what they import, are made of. */
function reached(folder: string, entries: readonly string[]): ReadonlySet<string> {
  const files = new Set(entries);
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, path = ''] of code.matchAll(/(?:from|import)\s*\(?["'](\.[^"']+)["']/g))
      files.add(join(file, '..', path));
  }
  return files;
}

/**
 * Puts the bundled entries into the compiled package, and leaves out the modules that no entry imports any more.
 *
 * @param folder of the compiled package
 * @param others the package's other entries, relative to its folder
 */
export async function bundleClient(folder: string, others: readonly string[]): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(source, file)])),
    platform: 'neutral',
    plugins: [readPlans, droppable],
    onLog(level, log, write) {
      // A declaration that uses more of zod than the module in its place has would fail only when it is called.
      if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message);
      write(level, log);
    },
    resolve: { alias: { 'zod/mini': join(source, 'contract', 'small-schemas.ts') } },
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'calls.js',
  });
  await bundle.close();
  const bundled = output.map(({ fileName }) => fileName);
  const modules = others.filter((file) => file.endsWith('.js')).map((file) => join(file));
  const used = reached(folder, [...bundled, ...modules]);
  for (const file of globSync('**/*.js', { cwd: folder })) if (!used.has(file)) rmSync(join(folder, file));
}
