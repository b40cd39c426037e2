/**
 * Bundles the widget, with plans in place of the schemas by which it reads.
 *
 * @module
 */
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type InputOptions, type OutputChunk, type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { type MinifyOutput, minify } from 'terser';
import { createNotices } from './notices.ts';
import { onlyPlans, readPlans } from './read-plans.ts';

/** Most that a page may load for headline and graph: 24 KB after gzip -9, over all files. */
export const WIDGET_ENTRY_LIMIT_BYTES = 24 * 1024;

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (name: string): string => join(root, 'widget', `${name}.ts`);

/** A template that holds rules; none of those files has one within another. */
const STYLE_SHEET = /`[^`]*[{}]\n[^`]*`/g;

/**
 * Leaves out the line breaks between the rules of a style sheet: 15 to 40 bytes of an element's entry. They stand behind
 * it instead, so that no line of code moves, and the map of the lines holds.
 */
const joinRules: Plugin = {
  name: 'join-rules',
  transform: {
    filter: { id: /\/(?:\w+-)?styles\.ts$/ },
    handler: (code) => ({
      code: code.replace(STYLE_SHEET, (sheet) => {
        const joined = sheet.split(/(?<=[{}])\n/);
        return joined.join('') + '\n'.repeat(joined.length - 1);
      }),
      map: null,
    }),
  },
};

/**
 * How everything of ours for browsers is bundled. Rolldown, since it drops the endpoints that a widget does not
 * call; reading a property of ours has no effect, which it cannot know by itself.
 */
export const forBrowsers: InputOptions = {
  platform: 'browser',
  treeshake: { propertyReadSideEffects: false },
  // The second minifier takes most of a build.
  checks: { pluginTimings: false },
  plugins: [readPlans, joinRules],
};

/**
 * What an element fetches only when it is used, by name: files of their own, each with all that it needs. In one bundle
 * with the panel, whatever both need would be loaded, and named, before the panel's first sight.
 */
const LATER = {
  debug: 'widget/debug.ts',
  explore: 'widget/explore/explore.ts',
  export: 'widget/panel/export.ts',
  item: 'widget/panel/item.ts',
  live: 'widget/live.ts',
  qr: 'shared/ui/apply/qr.ts',
} as const;
type Later = keyof typeof LATER;
const LATER_NAMES = Object.keys(LATER) as readonly Later[];

/** Of everything that this process has bundled. */
export const widgetNotices = createNotices();

/** The name of such a file, as a module imports it. */
const toLater = (path: string, importer: string): Later | undefined =>
  LATER_NAMES.find((one) => path.startsWith('.') && join(dirname(importer), path) === join(root, LATER[one]));

/** @param folder where those files lie, as seen from the bundle's own */
const laterFiles = (folder: string) => ({
  name: 'later-files',
  resolveId(source: string, importer: string | undefined) {
    const name = importer && toLater(source, importer);
    return name ? { id: `${folder}${name}.js`, external: true } : null;
  },
});

async function bundleLater(folder: string, names = LATER_NAMES, isFinal = true): Promise<void> {
  const output = { dir: folder, entryFileNames: '[name].js', codeSplitting: false } as const;
  for (const name of names) await bundle({ input: { [name]: join(root, LATER[name]) } }, output, { isFinal });
}

/** A file of this many characters is worth a hint to the compiler. */
const HINTED_LENGTH_MIN = 4096;

/**
 * Tells V8 (136 and later) that a file's functions are called as it loads: it compiles them beside the download, off the
 * main thread, in place of one by one as they are first called. For files that a first sight needs, not for later ones.
 */
export const ALL_CALLED_ON_LOAD = {
  postBanner: ({ modules }) =>
    Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0) < HINTED_LENGTH_MIN
      ? ''
      : '//# allFunctionsCalledOnLoad',
} as const satisfies OutputOptions;

/**
 * Imports in a file that stands alone: what it holds is there anyway, and a module that may come later would be wrapped
 * with all that it needs.
 */
const importAtOnce = {
  name: 'import-at-once',
  transform(code: string, id: string) {
    const needed: string[] = [];
    const changed = code.replace(/(?<!typeof )\bimport\(('[^']+')\)/g, (whole, path: string) => {
      if (toLater(path.slice(1, -1), id)) return whole;
      return `Promise.resolve(later${needed.push(path) - 1})`;
    });
    if (!id.includes('/node_modules/') && needed.length > 0)
      // No line moves, so that the map of the lines holds.
      return {
        code: needed.map((path, at) => `import * as later${at} from ${path};`).join('') + changed,
        map: null,
      };
    return null;
  },
};

/** By code and map: most files are part of several bundles. */
const minified = new Map<string, Promise<MinifyOutput>>();

function minifyOnce(code: string, map: string | undefined): Promise<MinifyOutput> {
  const key = `${map}\n${code}`;
  const known =
    minified.get(key) ??
    minify(code, {
      module: true,
      ecma: 2020,
      // No function of ours is called with `new`, which is what makes arrows unsafe.
      compress: { passes: 3, keep_fargs: false, unsafe_arrows: true },
      ...(map !== undefined && { sourceMap: { content: map } }),
    });
  minified.set(key, known);
  return known;
}

/**
 * Takes off what Rolldown's own minifier leaves, variables that are used once above all: 0.8 % after gzip, where an
 * element's entry is counted to the byte.
 */
const minifyAgain: Plugin = {
  name: 'minify-again',
  async generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      const map = files[`${file.fileName}.map`];
      const again = await minifyOnce(file.code, map?.type === 'asset' ? String(map.source) : undefined);
      // A hint to the compiler is a comment, and left out; it stands in a line before the code.
      const [hint = ''] = /^\/\/# .*\n/.exec(file.code) ?? [];
      file.code = hint + again.code;
      if (map?.type === 'asset')
        map.source = String(again.map).replace('"mappings":"', `"mappings":"${hint && ';'}`);
    }
  },
};

async function bundle(
  input: InputOptions,
  output: OutputOptions,
  { later = './', isFinal = true } = {},
): Promise<readonly OutputChunk[]> {
  const made = await rolldown({
    ...forBrowsers,
    ...input,
    plugins: [laterFiles(later), forBrowsers.plugins, onlyPlans, input.plugins, isFinal && minifyAgain],
  });
  const options = { format: 'esm', minify: true, comments: false, ...output } as const;
  try {
    const written = options.dir === undefined ? await made.generate(options) : await made.write(options);
    const chunks = written.output.filter((file) => file.type === 'chunk');
    widgetNotices.add(chunks);
    return chunks;
  } finally {
    await made.close();
  }
}

/**
 * The widget as one file for a `<script type="module">`, in `folder` (default `dist/cdn`), its source map beside
 * it: it defines the elements and exports what the package's `widget` entry does. Gives its path. Unless `isFinal`,
 * it is some 1 % larger and there in a quarter of the time.
 */
export async function buildWidget(
  folder: string = join(root, 'dist', 'cdn'),
  { isFinal = true } = {},
): Promise<string> {
  // Not linked: a page under a strict policy would report the request for the map.
  const output = {
    dir: folder,
    sourcemap: 'hidden',
    // From the root, wherever the bundle is written.
    sourcemapPathTransform: (path: string, map: string) => relative(root, resolve(dirname(map), path)),
    codeSplitting: false,
    ...named,
    ...ALL_CALLED_ON_LOAD,
  } as const;
  await bundle({ input: { 'instrument-panel': source('cdn') }, plugins: [importAtOnce] }, output, {
    isFinal,
  });
  await bundleLater(folder, LATER_NAMES, isFinal);
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
/** A row of the overview opens into the panel of the page: its entry, which a page may have loaded already. */
const sharedPanel = (file: string) => ({
  name: 'shared-panel',
  resolveId: (source: string, importer: string | undefined) =>
    source === '../panel/define.ts' && importer?.includes('/widget/overview/')
      ? { id: file, external: true }
      : null,
});
/** Modules that are fetched after the first paint, or by few pages. They share one file, since some are tiny. */
const DETAILS = /\/widget\/(misuse|panel\/(details|long-list|patient)|sparkline\/reason)\.ts$/;

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

/** An element's entries, in `folder`; what all elements share lies at `up` from there. */
const bundleEntries = (folder: string, element: string, up: './' | '../') =>
  bundle(
    {
      input: { index: source(`${element}index`), define: source(`${element}define`) },
      plugins: [sharedOptions(`${up}configure.js`), sharedPanel(`${up}define.js`)],
    },
    { dir: join(folder, element), ...named, ...ALL_CALLED_ON_LOAD, codeSplitting: FILES },
    { later: up },
  );

/**
 * The package's entries of the elements other than the panel, in `folder`, with the page's options. Each is by
 * itself, since whatever one needed of another's modules beyond what that needs would be loaded before its first
 * sight.
 */
export async function buildElements(
  folder: string,
  names = ['apply', 'caseload', 'overview', 'seen-by', 'sparkline'],
): Promise<void> {
  await bundle({ input: { configure: source('configure') } }, { dir: folder, ...named });
  // What they fetch of the files that come later lies beside their folders.
  await bundleLater(folder, ['debug', 'live', 'qr']);
  for (const name of names) await bundleEntries(folder, `${name}/`, '../');
  if (names.includes('caseload'))
    // One file, so that a page can serve it as it is.
    await bundle(
      { input: { worker: source('caseload/worker') } },
      { dir: join(folder, 'caseload'), ...named, codeSplitting: false },
    );
}

/**
 * The package's entries of the widget, in `folder`: those of the panel, with what they share in a file of its own
 * and what comes after the first sight in others; then those of the other elements.
 */
export async function buildWidgetModules(folder: string): Promise<void> {
  await bundleEntries(folder, '', './');
  await bundleLater(folder);
  await buildElements(folder);
}

/** Bytes minified and after gzip -9. */
interface WidgetSizes {
  /** All that a patient's headline, sentence on risk and graph in English load: the entry and its static imports. */
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
    { ...ALL_CALLED_ON_LOAD, codeSplitting: FILES },
  );
  const names = firstOf(chunks);
  const { first = [], later = [] } = Object.groupBy(chunks, ({ fileName }) =>
    names.has(fileName) ? 'first' : 'later',
  );
  return { entry: sum(first), later: Object.fromEntries(later.map((chunk) => [chunk.name, size(chunk)])) };
}

/** Measures the widget as a page that imports `@instrument-panel/widget/define` loads it; writes nothing. */
export async function widgetSizes(): Promise<WidgetSizes> {
  const [single] = await bundle(
    { input: { cdn: source('cdn') }, plugins: [importAtOnce] },
    { ...ALL_CALLED_ON_LOAD, codeSplitting: false },
  );
  const used: Record<string, number> = {};
  for (const name of LATER_NAMES)
    used[name] = sum(await bundle({ input: { [name]: join(root, LATER[name]) } }, { codeSplitting: false }));
  return { ...(await loads('define')), used, single: single ? size(single) : Number.NaN };
}

/**
 * Measures the sparkline alone, as a page that imports `@instrument-panel/widget/sparkline/define` loads it: `entry`
 * draws and speaks, `later.source` reads (the client, the contract, the page's list) and is fetched beside it.
 */
export const sparklineSizes = (): Promise<Pick<WidgetSizes, 'entry' | 'later'>> => loads('sparkline/define');

/** Measures the list of all patients alone, as a page that imports `@instrument-panel/widget/caseload/define` loads it. */
export const caseloadSizes = (): Promise<Pick<WidgetSizes, 'entry' | 'later'>> => loads('caseload/define');
