import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { ALL_CALLED_ON_LOAD, forBrowsers } from '../../scripts/build-widget.ts';

const bench = fileURLToPath(new URL('.', import.meta.url));

/** A minified bundle, and its size in bytes after gzip -9. */
export interface Bundle {
  readonly code: string;
  readonly gzipped: number;
}

const sized = (code: string): Bundle => ({ code, gzipped: gzipSync(code, { level: 9 }).length });

/** Bundles a module text that may import relative to `test/bench`, as a partner's bundler would. */
export async function bundle(source: string): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: bench, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    // What a library keeps for its developers is left out, as a partner's bundler leaves it out.
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  return sized(outputFiles[0]?.text ?? '');
}

/** Bundles what is ours as it is shipped, into one script. */
export async function bundleOurs(source: string): Promise<Bundle> {
  const entry = `${bench}entry.ts`;
  const plugin = {
    name: 'entry',
    resolveId: (id: string) => (id === entry ? id : null),
    load: (id: string) => (id === entry ? source : null),
  };
  const made = await rolldown({ ...forBrowsers, input: entry, plugins: [forBrowsers.plugins, plugin] });
  try {
    const { output } = await made.generate({
      format: 'iife',
      minify: true,
      codeSplitting: false,
      ...ALL_CALLED_ON_LOAD,
    });
    return sized(output[0].code);
  } finally {
    await made.close();
  }
}
