/**
 * Which tests `npm test -- …` asks for.
 *
 * @module
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOptions, UsageError } from './arguments.ts';

export const TEST_USAGE = `Usage: npm test [-- WHAT …] [--in FOLDER] [--watch], npm test -- --slow
  Without arguments: types, lint, build, and all unit and browser tests except slow ones.
  --slow        only the slow tests: packages, processes, whole walks in a browser (test/scope.ts)
  WHAT          a folder, a file (a source file stands for its test), a part of a file's name, or words of a test's
                title; only the tests selected by one of them run
  --in FOLDER   only tests below this folder, such as proxy
  --watch       run again at each change (not the browser tests)`;

interface TestSelection {
  /** Files of unit and integration tests, from the root. */
  readonly unit: readonly string[];
  readonly browser: readonly string[];
  /** Pattern of the titles, if only some tests of those files were asked for. */
  readonly title?: string;
  readonly watches: boolean;
  readonly summary: string;
}

const ROOMS = 'shared,widget,extension,proxy,sandbox,scripts,test';
const isBrowser = (file: string): boolean => file.endsWith('.spec.ts');

/** All test files from the root: unit tests, and browser tests. */
function findTestFiles(root = '.'): string[] {
  const exclude = ['**/node_modules/**'];
  const unit = globSync(`{${ROOMS}}/**/*.test.ts`, { cwd: root, exclude });
  return [...unit, ...globSync('test/browser/*.spec.ts', { cwd: root })].toSorted();
}

/** Finds what one argument asks for: files, none if it means nothing, and the pattern of a title. */
function match(asked: string, files: readonly string[], root: string) {
  const path = asked.replace(/^\.\//, '').replace(/\/+$/, '');
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isDirectory()) return { files: files.filter((file) => file.startsWith(`${path}/`)), titles: [] };
  if (found) {
    const test = path.replace(/(?:\.test)?\.tsx?$/, '.test.ts');
    return { files: files.filter((file) => file === path || file === test), titles: [] };
  }
  const named = files.filter((file) => file.includes('/') && basename(file).includes(asked));
  if (named.length > 0) return { files: named, titles: [] };
  const title = asked.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // `it('…`, `test.describe('…`, and `it.each(table)('…`.
  const declared = new RegExp(`(?:\\b(?:it|test|describe)(?:\\.\\w+)*|\\))\\(\\s*['"\`][^\\n]*${title}`);
  const titled = files.filter((file) => declared.test(readFileSync(join(root, file), 'utf8')));
  return { files: titled, titles: titled.length > 0 ? [title] : [] };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Throws where something that was asked for is in no file, or titles and files were asked for at once. */
function refuseMissing(
  asked: readonly string[],
  matches: readonly ReturnType<typeof match>[],
  place: string,
): void {
  const missing = asked.filter((_, index) => matches[index]?.files.length === 0);
  const names = missing.map((one) => `"${one}"`).join(' or ');
  if (missing.length > 0) throw new UsageError(`No test${place} is in, or is called, ${names}`);
  const titled = matches.filter(({ titles }) => titles.length > 0).length;
  if (titled > 0 && titled < asked.length)
    throw new UsageError('Words of a title and names of files cannot be asked for at once');
}

const FLAGS = {
  in: { type: 'string' },
  watch: { type: 'boolean', default: false },
  slow: { type: 'boolean', default: false },
} as const;

/** Selects the test files and titles that are asked for, in a folder or everywhere. */
function selectFiles(asked: readonly string[], inside: string | undefined, root: string) {
  const within = inside?.replace(/\/+$/, '');
  const files = findTestFiles(root).filter((file) => within === undefined || file.startsWith(`${within}/`));
  if (files.length === 0) throw new UsageError(`There are no tests in "${inside}"`);
  const matches = asked.map((one) => match(one, files, root));
  refuseMissing(asked, matches, within === undefined ? '' : ` in ${within}`);
  const chosen = asked.length === 0 ? files : [...new Set(matches.flatMap((one) => one.files))];
  return {
    unit: chosen.filter((file) => !isBrowser(file)),
    browser: chosen.filter(isBrowser),
    titles: matches.flatMap((one) => one.titles),
    what: [...asked, ...(within === undefined ? [] : [`--in ${within}`])].join(' '),
  };
}

/**
 * Reads the command line of `npm test`: tests that are asked for, or all of a scope.
 *
 * @throws {UsageError} for what asks for no test
 */
export function readTestArguments(args: string[], root = '.'): TestSelection | 'fast' | 'slow' {
  const { values, positionals: asked } = readOptions({ args, allowPositionals: true, options: FLAGS });
  const { in: inside, watch: watches, slow } = values;
  const isSelected = asked.length > 0 || inside !== undefined || watches;
  if (slow && isSelected)
    throw new UsageError('--slow runs all slow tests; name a file without it to run that file');
  if (!isSelected) return slow ? 'slow' : 'fast';
  const { unit, browser, titles, what } = selectFiles(asked, inside, root);
  if (watches && unit.length === 0)
    throw new UsageError('Browser tests cannot be watched, and no others were asked for');
  const which = titles.length > 0 ? ', tests with these words in their title' : '';
  const summary = `Selected by ${what || '--watch'}: ${counted(unit.length, 'file')} of unit tests, ${counted(browser.length, 'file')} of browser tests${which}.`;
  return { unit, browser, watches, summary, ...(titles.length > 0 ? { title: titles.join('|') } : {}) };
}
