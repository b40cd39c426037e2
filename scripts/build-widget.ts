/**
 * The widget as one file for a `<script type="module">`: it defines the elements and exports what the package's
 * `widget` entry does.
 *
 * @module
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the widget into `folder` (default `dist/cdn`), minified, with its source map beside it; gives its path. */
export async function buildWidget(folder: string = join(root, 'dist', 'cdn')): Promise<string> {
  const outfile = join(folder, 'instrument-panel.js');
  await build({
    entryPoints: [join(root, 'widget', 'define.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    // Not linked: a page under a strict policy would report the request for it.
    sourcemap: 'external',
    // Accents as they are: escaped, the Portuguese words would cost more bytes.
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outfile;
}
