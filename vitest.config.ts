import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compileWords } from './scripts/words/compile.ts';
import { isInScope } from './test/scope.ts';

await compileWords();

const root = fileURLToPath(new URL('.', import.meta.url));
const rooms = ['shared', 'proxy', 'sandbox', 'widget', 'extension', 'scripts', 'test'];
const files = (ending: string) =>
  globSync(`{${rooms.join()}}/**/*${ending}`, { cwd: root }).map((file) => ({
    file,
    text: readFileSync(`${root}/${file}`, 'utf8'),
  }));

// Hooks of a module that is imported are those of the file that imports it first, and of no other.
const hooked = files('.fixture.ts')
  .filter(({ text }) => /^(?:before|after)(?:Each|All)\(/m.test(text))
  .map(({ file }) => basename(file));
const CHANGES_PROCESS = /\bvi\.(?:doMock|mock|resetModules|setSystemTime|spyOn|stub\w+|useFakeTimers)\(/;
// Those of `alone` begin first: what waits for programs of its own would otherwise be waited for at the end.
const RUNS_PROGRAMS = /^test\/(?:conformance|soak)\/|^import .* from '(?:node:child_process|wxt)'/m;
/**
 * Tests that change what a process shares, its clock, globals or modules, or take hooks from elsewhere; and those that
 * cross rooms and run programs or WXT, which changes the environment.
 */
const isAlone = ({ file, text }: { readonly file: string; readonly text: string }): boolean =>
  CHANGES_PROCESS.test(text) ||
  hooked.some((name) => text.includes(name)) ||
  (file.startsWith('test/') && RUNS_PROGRAMS.test(`${file}\n${text}`));
const tests = files('.test.ts');
const alone = tests.filter(isAlone).map(({ file }) => file);
const outside = tests.map(({ file }) => file).filter((file) => !isInScope(file));

/** A machine that is busy with other work is slow. */
const WAIT_TIMEOUT_MS = 20_000;

const exclude = ['**/node_modules/**', 'dist/**', ...outside];

export default defineConfig({
  test: {
    // By itself it leaves a core free; many tests wait for servers and other processes rather than working.
    maxWorkers: 3,
    // Servers, keys and databases start in hooks, and a machine that is busy with other work is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
    provide: { waitTimeoutMs: WAIT_TIMEOUT_MS },
    setupFiles: ['test/wait.setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          // Loading a room for each of its files took a fifth of the time of all tests.
          isolate: false,
          include: rooms.map((room) => `${room}/**/*.test.ts`),
          exclude: [...exclude, 'test/dom/**', ...alone],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          // Its window and modules are made anew for each page (test/dom/page.ts).
          isolate: false,
          include: ['test/dom/**/*.test.ts'],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          exclude,
        },
      },
    ],
  },
});
