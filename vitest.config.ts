import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The examples import the package by its name, as a partner does; here that is its source.
  resolve: { alias: { 'instrument-panel/proxy': fileURLToPath(new URL('proxy/index.ts', import.meta.url)) } },
  test: {
    include: ['{shared,proxy,sandbox,widget,extension,scripts,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    testTimeout: 20_000,
  },
});
