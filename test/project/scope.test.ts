import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAST_BROWSER, isSlow, SLOW_FILES } from '../scope.ts';

it.each(SLOW_FILES)('%s, which npm test leaves out, names files that exist', (pattern) => {
  expect(globSync(pattern).filter((file) => file.endsWith('.test.ts'))).not.toEqual([]);
});

it.each(FAST_BROWSER)('%s, which npm test runs in a browser, exists', (name) => {
  expect(globSync(`test/browser/${name}.spec.ts`)).toHaveLength(1);
});

it('a file of unit tests that nobody listed is in npm test, and a browser’s is not', () => {
  expect(isSlow('shared/score/new.test.ts')).toBe(false);
  expect(isSlow('test/browser/new.spec.ts')).toBe(true);
  expect(isSlow('test/browser/main-job.spec.ts')).toBe(false);
});
