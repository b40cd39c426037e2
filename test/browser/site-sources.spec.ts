import type { IdentifierSource } from '../../extension/profile/profile.ts';
import { expect, test } from './own-page.ts';
import { LABELS } from './site/labels.ts';
import { openBench } from './site/open.ts';
import { SOURCES } from './site/sources.ts';

const CASES = [...SOURCES, ...LABELS];

test('each source finds what stands there, or says why it finds nothing', async ({ page }) => {
  await openBench(page, { path: '/patients/7?pid=a%20b&two=1&two=2#/chart?enc=3' });
  const found = await page.evaluate(
    async (cases) => {
      bench.start([{ type: 'chart', element: 'body' }], { knows: false });
      await bench.settled();
      const results: (string | undefined)[] = [];
      for (const { html, source } of cases) {
        const { found, gaps } = await bench.read([{ kind: 'key', ...source } as never], html);
        results.push(found[0]?.value ?? gaps[0]?.why);
      }
      return results;
    },
    CASES as never[] as { html: string; source: object }[],
  );
  const told = Object.fromEntries(CASES.map(({ says }, index) => [says, found[index]]));
  expect(told).toEqual(Object.fromEntries(CASES.map(({ says, finds }) => [says, finds])));
});

const key = (select: string, more: object = {}): IdentifierSource => ({
  kind: 'key',
  from: 'text',
  select,
  ...more,
});
const TOGETHER: readonly {
  says: string;
  html: string;
  sources: IdentifierSource[];
  found: string[];
  gaps: string[];
}[] = [
  {
    says: 'two that agree count once',
    html: '<h1>1</h1><h2>1</h2>',
    sources: [key('h1'), key('h2')],
    found: ['1'],
    gaps: [],
  },
  {
    says: 'two that differ are told',
    html: '<h1>1</h1><h2>2</h2>',
    sources: [key('h1'), key('h2')],
    found: ['1'],
    gaps: ['disagree 1'],
  },
  {
    says: 'keys of different systems may differ',
    html: '<h1>1</h1><h2>2</h2>',
    sources: [key('h1'), key('h2', { system: 'b' })],
    found: ['1', '2'],
    gaps: [],
  },
  {
    says: 'a key is compared to the letter',
    html: '<h1>a1</h1><h2>A1</h2>',
    sources: [key('h1'), key('h2')],
    found: ['a1'],
    gaps: ['disagree 1'],
  },
  {
    says: 'a name without case',
    html: '<h1>ANA</h1><h2>Ana</h2>',
    sources: [key('h1', { kind: 'name' }), key('h2', { kind: 'name' })],
    found: ['ANA'],
    gaps: [],
  },
  {
    says: 'an optional one may be absent',
    html: '<h1>1</h1>',
    sources: [key('h1'), key('h2', { optional: true })],
    found: ['1'],
    gaps: [],
  },
  {
    says: 'an optional one that is there must agree',
    html: '<h1>1</h1><h2>2</h2>',
    sources: [key('h1'), key('h2', { optional: true })],
    found: ['1'],
    gaps: ['disagree 1'],
  },
  {
    says: 'any other that is absent is told',
    html: '<h1>1</h1>',
    sources: [key('h1'), key('h2', { system: 'b' })],
    found: ['1'],
    gaps: ['missing 1'],
  },
];

test('sources have to find something, and to agree', async ({ page }) => {
  await openBench(page);
  const results = await page.evaluate(
    async (cases) => {
      bench.start([{ type: 'chart', element: 'body' }], { knows: false });
      await bench.settled();
      const results: { found: string[]; gaps: string[] }[] = [];
      for (const { html, sources } of cases) {
        const { found, gaps } = await bench.read(sources, html);
        results.push({
          found: found.map(({ value }) => value),
          gaps: gaps.map((gap) => `${gap.why} ${'source' in gap ? gap.source : ''}`),
        });
      }
      return results;
    },
    TOGETHER as never[] as { html: string; sources: IdentifierSource[] }[],
  );
  for (const [index, { says, found, gaps }] of TOGETHER.entries())
    expect(results[index], says).toEqual({ found, gaps });
});
