import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,proxy,sandbox,widget,extension,scripts,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    testTimeout: 20_000,
  },
});
