/**
 * Bundles the widget, with the light stand-in for zod/mini (shared/contract/light) in its place.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type OutputOptions, type RolldownOutput, rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = (name: string): string => join(root, 'widget', `${name}.ts`);

/** Rolldown, since it drops the endpoints that a widget does not call; esbuild keeps them. */
async function bundle(
  input: Readonly<Record<string, string>>,
  output: OutputOptions,
): Promise<RolldownOutput> {
  const made = await rolldown({
    input: { ...input },
    platform: 'browser',
    resolve: { alias: { 'zod/mini': join(root, 'shared', 'contract', 'light', 'zod-mini.ts') } },
  });
  try {
    return await made.write({ format: 'esm', minify: true, comments: false, ...output });
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
  await bundle({ 'instrument-panel': source('define') }, output);
  return join(folder, 'instrument-panel.js');
}

/** The package's entries `widget` and `widget/define`, in `folder`, with what they share in a file of its own. */
export async function buildWidgetModules(folder: string): Promise<void> {
  const input = { index: source('index'), define: source('define') };
  await bundle(input, { dir: folder, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
}

/** Bytes of a file, minified as it is, after gzip -9. */
export const gzippedBytes = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length;
