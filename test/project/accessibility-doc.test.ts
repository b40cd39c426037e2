import { existsSync, readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, it } from 'vitest';

const ROW = /^\| (\d\.\d\.\d+) \| [^|]+ \| (AA?) \| (.+) \|$/gm;
const rows = [...readFileSync('docs/accessibility.md', 'utf8').matchAll(ROW)].map(
  ([, criterion = '', level = '', says = '']) => ({ criterion, level, says }),
);

it('goes through the criteria of WCAG 2.2: 31 at level A and 24 at AA', () => {
  // https://www.w3.org/TR/WCAG22: 32 and 24 with 4.1.1, which is obsolete.
  expect(rows.filter(({ level }) => level === 'A')).toHaveLength(31);
  expect(rows.filter(({ level }) => level === 'AA')).toHaveLength(24);
  expect(new Set(rows.map(({ criterion }) => criterion)).size).toBe(rows.length);
});

it('has each criterion of these levels that axe knows, at the level that axe gives it', () => {
  const known = axe.getRules().flatMap(({ tags }) => {
    const levels = tags.flatMap((tag) => /^wcag2[12]?(aa?)$/.exec(tag)?.[1]?.toUpperCase() ?? []);
    const criteria = tags.flatMap((tag) => /^wcag(\d)(\d)(\d+)$/.exec(tag)?.slice(1).join('.') ?? []);
    return levels.length === 0 ? [] : criteria.map((criterion) => ({ criterion, level: levels[0] ?? '' }));
  });
  expect(known.length).toBeGreaterThan(20);
  const stated = new Map(rows.map(({ criterion, level }) => [criterion, level]));
  // One is obsolete, the other of level AAA.
  for (const { criterion, level } of known)
    if (!['4.1.1', '2.1.3'].includes(criterion)) expect(stated.get(criterion), criterion).toBe(level);
});

it('names for each criterion a test that exists, or says why there is none', () => {
  let tested = 0;
  for (const { criterion, says } of rows) {
    const proofs = [...says.matchAll(/`([^`]+\.spec\.ts)`: “(.+?)”/g)];
    if (proofs.length === 0)
      expect(says, criterion).toMatch(/^(?:Not tested|No |Nothing |The page is yours|Signing in)/);
    for (const [, file = '', title = ''] of proofs) {
      tested += 1;
      expect(existsSync(file), file).toBe(true);
      expect(readFileSync(file, 'utf8'), criterion).toContain(title);
    }
  }
  expect(tested).toBeGreaterThanOrEqual(25);
});
