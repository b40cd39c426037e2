/**
 * Bundles the widget, with generated parsers in place of the schemas by which it reads.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type InputOptions, type OutputChunk, type OutputOptions, rolldown } from 'rolldown';
import { compiledSchemas, isUnsoundReader, UNSOUND_READER } from './compiled-schemas.ts';

/** Most that a page may load for headline and graph: 24 KB after gzip -9, over all files. */
export const WIDGET_ENTRY_LIMIT_BYTES = 24 * 1024;

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (name: string): string => join(root, 'widget', `${name}.ts`);

/**
 * How everything of ours for browsers is bundled. Rolldown, since it drops the endpoints that a widget does not
 * call; reading a property of ours has no effect, which it cannot know by itself.
 */
export const forBrowsers: InputOptions = {
  platform: 'browser',
  treeshake: { propertyReadSideEffects: false },
  plugins: [compiledSchemas],
};

/**
 * What a panel fetches only when it is used: files of their own, each with all that it needs. In one bundle with the
 * panel, whatever both need would be loaded, and named, before the panel's first sight.
 */
export const LATER = ['explore', 'handover', 'item', 'live'] as const;

/** Reads unsound answers, with all of zod: a file that every element fetches from the same place. */
const UNSOUND = 'unsound';

/** @param folder where those files lie, as seen from the bundle's own */
const laterFiles = (folder: string) => ({
  name: 'later-files',
  resolveId(source: string, importer: string | undefined) {
    const name = isUnsoundReader(source, importer)
      ? UNSOUND
      : LATER.find((one) => source.endsWith(`/${one}/${one}.ts`));
    return name && importer !== undefined ? { id: `${folder}${name}.js`, external: true } : null;
  },
});

/** Those files, in `folder`. */
async function bundleLater(folder: string, names: readonly string[] = [...LATER, UNSOUND]): Promise<void> {
  for (const name of names) {
    const output = { dir: folder, entryFileNames: '[name].js', codeSplitting: false } as const;
    await bundle({ input: { [name]: laterSource(name) } }, output);
  }
}

const laterSource = (name: string): string => (name === UNSOUND ? UNSOUND_READER : source(`${name}/${name}`));

async function bundle(
  input: InputOptions,
  output: OutputOptions,
  later = './',
): Promise<readonly OutputChunk[]> {
  const made = await rolldown({
    ...forBrowsers,
    ...input,
    plugins: [laterFiles(later), forBrowsers.plugins, input.plugins],
  });
  const options = { format: 'esm', minify: true, comments: false, ...output } as const;
  try {
    const written = options.dir === undefined ? await made.generate(options) : await made.write(options);
    return written.output.filter((file) => file.type === 'chunk');
  } finally {
    await made.close();
  }
}

/**
 * The widget as one file for a `<script type="module">`, in `folder` (default `dist/cdn`), its source map beside
 * it: it defines the elements and exports what the package's `widget` entry does. Gives its path.
 */
export async function buildWidget(folder: string = join(root, 'dist', 'cdn')): Promise<string> {
  // Not linked: a page under a strict policy would report the request for the map.
  const output = {
    dir: folder,
    sourcemap: 'hidden',
    entryFileNames: '[name].js',
    codeSplitting: false,
  } as const;
  await bundle({ input: { 'instrument-panel': source('cdn') } }, output);
  await bundleLater(folder);
  return join(folder, 'instrument-panel.js');
}

/** What a page loads before the panel's first sight: the files of the entries and all that these import at once. */
function firstOf(chunks: readonly OutputChunk[]): ReadonlySet<string> {
  const first = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // A set that grows while it is gone through: imports of imports count too.
  for (const name of first) {
    for (const more of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) first.add(more);
  }
  return first;
}

/** The page's options are kept once, whichever elements it loads: every element takes them from the same file. */
const sharedOptions = (file: string) => ({
  name: 'shared-options',
  resolveId: (source: string) => (source.endsWith('/configure.ts') ? { id: file, external: true } : null),
});
/** Modules that come after the first sight, or that few pages need: one file, since some alone are less than a request costs. */
const DETAILS = /\/widget\/(misuse|panel\/(details|long-list)|sparkline\/reason)\.ts$/;

/** Registering stays in the entry that is imported for it: the file that all entries share registers nothing. */
const NOT_DEFINING = /^(?!.*\/define\.ts$)/;

/** How modules become files: one for all that is needed at once, one for the details. */
const FILES: NonNullable<OutputOptions['codeSplitting']> = {
  groups: [
    { name: 'widget', tags: ['$initial'], test: NOT_DEFINING, priority: 1 },
    { name: 'details', test: DETAILS },
  ],
};

const named = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } as const;

/**
 * The package's entries of the elements other than the panel, in `folder`, with the page's options. Each is by
 * itself, since whatever one needed of another's modules beyond what that needs would be loaded before its first
 * sight.
 */
export async function buildElements(
  folder: string,
  names: readonly string[] = ['apply', 'sparkline'],
): Promise<void> {
  await bundle({ input: { configure: source('configure') } }, { dir: folder, ...named });
  // What they fetch of the files that come later lies beside their folders.
  await bundleLater(folder, ['live', UNSOUND]);
  for (const name of names) {
    await bundle(
      {
        input: { index: source(`${name}/index`), define: source(`${name}/define`) },
        plugins: [sharedOptions('../configure.js')],
      },
      { dir: join(folder, name), ...named, codeSplitting: FILES },
      '../',
    );
  }
}

/**
 * The package's entries of the widget, in `folder`: those of the panel, with what they share in a file of its own
 * and what comes after the first sight in others; then those of the other elements.
 */
export async function buildWidgetModules(folder: string): Promise<void> {
  await bundle(
    {
      input: { index: source('index'), define: source('define') },
      plugins: [sharedOptions('./configure.js')],
    },
    { dir: folder, ...named, codeSplitting: FILES },
  );
  await bundleLater(folder);
  await buildElements(folder);
}

/** Bytes minified and after gzip -9. */
interface WidgetSizes {
  /**
   * All that is loaded to show headline, sentence on risk and graph of a patient read over the network, in
   * English: the entry with everything that it imports statically, each file compressed by itself.
   */
  readonly entry: number;
  /** What is fetched after that or on demand, by name. */
  readonly later: Readonly<Record<string, number>>;
  /** What is fetched only when somebody uses it, by name: each with all that it needs. */
  readonly used: Readonly<Record<string, number>>;
  /** The single file, with all of it but those. */
  readonly single: number;
}

const size = ({ code }: OutputChunk): number => gzipSync(code, { level: 9 }).length;
const sum = (counted: readonly OutputChunk[]): number => counted.reduce((all, one) => all + size(one), 0);

/** What a page loads of one entry: at once, and later by name. */
async function loads(entry: string): Promise<Pick<WidgetSizes, 'entry' | 'later'>> {
  // Nobody imports from a page's own entry, so that files which come later may: no file between is needed.
  const chunks = await bundle(
    { input: { define: source(entry) }, preserveEntrySignatures: 'allow-extension' },
    { codeSplitting: FILES },
  );
  const first = firstOf(chunks);
  return {
    entry: sum(chunks.filter(({ fileName }) => first.has(fileName))),
    later: Object.fromEntries(
      chunks.filter(({ fileName }) => !first.has(fileName)).map((chunk) => [chunk.name, size(chunk)]),
    ),
  };
}

/** Measures the widget as a page that imports `@instrument-panel/widget/define` loads it; writes nothing. */
export async function widgetSizes(): Promise<WidgetSizes> {
  const [single] = await bundle({ input: { cdn: source('cdn') } }, { codeSplitting: false });
  const used: Record<string, number> = {};
  for (const name of [...LATER, UNSOUND]) {
    used[name] = sum(await bundle({ input: { [name]: laterSource(name) } }, { codeSplitting: false }));
  }
  return { ...(await loads('define')), used, single: single ? size(single) : Number.NaN };
}

/**
 * Measures the sparkline alone, as a page that imports `@instrument-panel/widget/sparkline/define` loads it: `entry`
 * draws and speaks, `later.source` reads (the client, the contract, the page's list) and is fetched beside it.
 */
export const sparklineSizes = (): Promise<Pick<WidgetSizes, 'entry' | 'later'>> => loads('sparkline/define');

/** Bytes of a file, minified as it is, after gzip -9. */
export const gzippedBytes = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length;
