import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The examples import the package by its name, as a partner does; here that is its source.
  resolve: { alias: { 'instrument-panel/proxy': fileURLToPath(new URL('proxy/index.ts', import.meta.url)) } },
  test: {
    include: ['{shared,proxy,sandbox,widget,extension,scripts,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    // By itself it leaves a core free; many tests wait for servers and other processes rather than working.
    maxWorkers: 3,
    // Servers, keys and databases start in hooks, and a machine that is busy with other work is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
