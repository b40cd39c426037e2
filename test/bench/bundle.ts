import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const bench = fileURLToPath(new URL('.', import.meta.url));

/** A minified bundle, and its size in bytes after gzip -9. */
export interface Bundle {
  readonly code: string;
  readonly gzipped: number;
}

/** Bundles a module text that may import relative to `test/bench`, as a partner's bundler would. */
export async function bundle(source: string): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: bench, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
  });
  const code = outputFiles[0]?.text ?? '';
  return { code, gzipped: gzipSync(code, { level: 9 }).length };
}
