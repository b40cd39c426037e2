/**
 * Makes the four packages that are published, each from its room: `client`, `proxy` and `sandbox` are compiled as they
 * are, and `widget` is bundled, so that installing it brings no other package.
 *
 * @module
 */
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWidget, buildWidgetModules, widgetNotices } from './build-widget.ts';
import { bundleClient } from './client-modules.ts';
import { writeClientTypes } from './client-types.ts';
import { writeElementFiles } from './elements/write.ts';
import { writeIntegrity } from './integrity.ts';
import { build } from './program.ts';
import { publicationFields, withAbsoluteLinks } from './publication.ts';
import { SBOM_FILE, writeSbom } from './sbom.ts';
import { writeWidgetTypes } from './widget-types.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folder of each published package's source, by the last part of the package's name. */
const PACKAGES = {
  client: 'shared/client',
  proxy: 'proxy',
  sandbox: 'sandbox',
  widget: 'widget',
} as const;
export type PackageName = keyof typeof PACKAGES;
export const PACKAGE_NAMES = Object.keys(PACKAGES) as readonly PackageName[];

/** Entries whose files the build makes, beside those that the room itself declares. */
const GENERATED: Readonly<Partial<Record<PackageName, Readonly<Record<string, unknown>>>>> = {
  client: {
    './endpoints': { types: './endpoints.d.ts', default: './endpoints.js' },
    './openapi.json': './openapi.json',
  },
  widget: {
    './angular': { types: './angular/index.d.ts', default: './angular/index.js' },
    './react': { types: './react/index.d.ts', default: './react/index.js' },
    './jsx': { types: './jsx.d.ts' },
    './svelte': { types: './svelte.d.ts' },
    './vue': { types: './vue.d.ts' },
    './cdn/*': './cdn/*',
    './themes/*.css': './themes/*.css',
    './custom-elements.json': './custom-elements.json',
    './vscode.html-custom-data.json': './vscode.html-custom-data.json',
    './web-types.json': './web-types.json',
  },
};

/** What the generated entries import of a partner's project, if they are used: no source of a room does. */
const GENERATED_PEERS: Readonly<Partial<Record<PackageName, Readonly<Record<string, string>>>>> = {
  widget: { '@angular/core': '>=17' },
};

/** Adds the peers of generated entries to those of a room, each optional. */
function withPeers(name: PackageName, { peerDependencies, peerDependenciesMeta }: Manifest) {
  const added = GENERATED_PEERS[name];
  if (!added) return {};
  const optional = Object.fromEntries(Object.keys(added).map((peer) => [peer, { optional: true }]));
  return {
    peerDependencies: { ...added, ...peerDependencies },
    peerDependenciesMeta: { ...optional, ...peerDependenciesMeta },
  };
}

type Manifest = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly sideEffects?: boolean | readonly string[];
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>;
};

const readRoom = (room: string): Manifest =>
  JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8')) as Manifest;

const toModule = (source: string): string => source.replace(/\.tsx?$/, '.js');
const toEntry = (source: string): unknown =>
  /\.tsx?$/.test(source) ? { types: source.replace(/\.tsx?$/, '.d.ts'), default: toModule(source) } : source;

/** The package.json of a published package: that of its room, with its sources replaced by what they compile to. */
export function toPublished(name: PackageName): Readonly<Record<string, unknown>> {
  const { devDependencies: _, private: __, scripts: ___, ...manifest } = readRoom(PACKAGES[name]);
  const { bin, sideEffects } = manifest;
  const entries = Object.entries(manifest.exports as Manifest['exports']);
  const declared = Object.fromEntries(entries.map(([key, source]) => [key, toEntry(source)]));
  return {
    ...manifest,
    ...(Array.isArray(sideEffects) ? { sideEffects: sideEffects.map(toModule) } : {}),
    ...(bin
      ? { bin: Object.fromEntries(Object.entries(bin).map(([key, file]) => [key, toModule(file)])) }
      : {}),
    exports: { ...declared, ...GENERATED[name] },
    ...withPeers(name, manifest),
    ...publicationFields(PACKAGES[name]),
  };
}

function entryFiles(name: PackageName): string[] {
  const { exports, bin = {} } = readRoom(PACKAGES[name]);
  const sources = [...Object.values(exports), ...Object.values(bin)].filter((file) => /\.tsx?$/.test(file));
  return sources.map((file) => join(root, PACKAGES[name], file));
}

/**
 * Where the compiler finds what rooms import by name: through node_modules it would take them for other people's
 * packages, and not compile them.
 */
function sourcePaths(): Readonly<Record<string, readonly string[]>> {
  const rooms = ['shared/client', 'shared'].map((room) => ({ room, ...readRoom(room) }));
  return Object.fromEntries(
    rooms.flatMap(({ room, name, exports }) =>
      // Compiled words are modules already, with their declarations beside them.
      Object.entries(exports).map(([key, file]) => [
        `${name}${key.slice(1)}`,
        [join(root, room, file.replace(/\.js$/, '.d.ts'))],
      ]),
    ),
  );
}

/** Modules that no entry imports, and that are published all the same. */
const COMPILED_BESIDE: Readonly<Partial<Record<PackageName, readonly string[]>>> = {
  widget: ['widget/react-component.ts'],
  sandbox: ['sandbox/pages/assets/answer.ts'],
};

/** Compiles the published rooms, and what their types come from, into `folder` inside the project. */
async function compile(folder: string, names: readonly PackageName[]): Promise<void> {
  const config = join(folder, 'tsconfig.json');
  const program = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      ...{ noEmit: false, rootDir: root, outDir: folder, declaration: true, sourceMap: false },
      paths: sourcePaths(),
    },
    files: [
      ...names.flatMap(entryFiles),
      ...names.flatMap((name) => COMPILED_BESIDE[name] ?? []).map((file) => join(root, file)),
    ],
    include: [],
  };
  writeFileSync(config, JSON.stringify(program));
  // Several threads take nearly twice the processor time, and tests build beside much else.
  await build('tsc', ['-p', config, '--singleThreaded']);
  // Compiled words are JavaScript already, which the compiler imports from and does not copy.
  for (const words of globSync('*/words/compiled', { cwd: root })) {
    const isModule = (file: string): boolean => !file.endsWith('.inputs');
    cpSync(join(root, words), join(folder, words), { recursive: true, filter: isModule });
  }
}

/** The widget's bundles, its types in one piece, and what is generated from its elements' JSDoc. */
async function layWidget(folder: string, compiled: string): Promise<void> {
  await buildWidgetModules(folder);
  await writeWidgetTypes(folder, compiled);
  mkdirSync(join(folder, 'react'), { recursive: true });
  cpSync(join(compiled, 'widget', 'react-component.js'), join(folder, 'react', 'component.js'));
  cpSync(join(root, 'widget', 'themes'), join(folder, 'themes'), { recursive: true });
  await writeElementFiles(folder);
  await buildWidget(join(folder, 'cdn'));
  writeIntegrity(join(folder, 'cdn'));
  for (const place of ['.', 'cdn']) widgetNotices.write(join(folder, place));
}

/**
 * Makes the packages in `folder`, one folder each, ready for `npm pack`.
 *
 * @param folder such as `dist/packages`
 * @param names Default: all of them
 * @throws {BuildError} with the compiler's output
 */
export async function buildPackages(folder: string, names = PACKAGE_NAMES): Promise<void> {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  using scratch = mkdtempDisposableSync(join(cache, 'build-'));
  const compiled = scratch.path;
  await compile(compiled, names);
  for (const name of names) {
    const target = join(folder, name);
    const put = (file: string, content: unknown) =>
      writeFileSync(join(target, file), `${JSON.stringify(content, null, 2)}\n`);
    mkdirSync(target, { recursive: true });
    if (name === 'widget') await layWidget(target, compiled);
    else cpSync(join(compiled, PACKAGES[name]), target, { recursive: true });
    // What `init` writes is what the project's own tests run.
    if (name === 'sandbox') cpSync(join(root, 'examples'), join(target, 'templates'), { recursive: true });
    if (name === 'client') {
      await bundleClient(target, Object.values(readRoom(PACKAGES.client).exports).map(toModule));
      writeClientTypes(target);
      cpSync(join(root, 'docs', 'openapi.json'), join(target, 'openapi.json'));
    }
    put('package.json', toPublished(name));
    const copied = { 'README.md': PACKAGES[name], 'CHANGELOG.md': '' };
    for (const [file, room] of Object.entries(copied)) {
      const text = readFileSync(join(root, room, file), 'utf8');
      writeFileSync(join(target, file), withAbsoluteLinks(text, room));
    }
    cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
    const bundled = name === 'widget' ? widgetNotices.folders() : undefined;
    writeSbom(join(target, SBOM_FILE), PACKAGES[name], bundled);
    setModes(target);
  }
}

/** Gives all files the same rights, whatever the umask of who builds: they are part of a tarball. */
function setModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}

/**
 * Packs built packages as `npm publish` would send them.
 *
 * @param packages folder that {@link buildPackages} has filled
 * @param folder where the tarballs are written
 * @returns the tarball's path of each package
 */
export async function packPackages(
  packages: string,
  folder: string,
): Promise<Readonly<Record<PackageName, string>>> {
  const args = ['pack', '--ignore-scripts', '--offline', '--loglevel=error', '--pack-destination', folder];
  // All in one process: starting npm costs more than packing.
  const said = await build('npm', [...args, ...PACKAGE_NAMES.map((name) => join(packages, name))]);
  const tarballs = said.split('\n').map((tarball) => join(folder, tarball));
  return Object.fromEntries(PACKAGE_NAMES.map((name, index) => [name, tarballs[index]])) as Record<
    PackageName,
    string
  >;
}
