import { expect, test } from '@playwright/test';
import type { Source } from '../../extension/profile/profile.ts';
import { openBench } from './site/open.ts';

/** What a profile's source finds in a page: its value, or why there is none. */
interface Case {
  readonly says: string;
  readonly html: string;
  readonly source: Partial<Source> & Pick<Source, 'from'>;
  readonly finds: string;
}

const CASES: readonly Case[] = [
  { says: 'text', html: '<h1>Ana Souza</h1>', source: { from: 'text', select: 'h1' }, finds: 'Ana Souza' },
  {
    says: 'blanks of all kinds and marks that are not seen',
    html: '<h1>\n Ana&nbsp; So\u00aduza\u200b\t</h1>',
    source: { from: 'text', select: 'h1' },
    finds: 'Ana Souza',
  },
  {
    says: 'composed letters',
    html: '<h1>Jose\u0301</h1>',
    source: { from: 'text', select: 'h1' },
    finds: 'José',
  },
  {
    says: 'no scripts, styles and hidden parts',
    html: '<h1>Ana<script>1</script><style>i{}</style><i hidden>x</i></h1>',
    source: { from: 'text', select: 'h1' },
    finds: 'Ana',
  },
  {
    says: 'parts of a line as one word, lines as several',
    html: '<div id=a>1<b>2</b><div>3</div>4<br>5</div>',
    source: { from: 'text', select: '#a' },
    finds: '12 3 4 5',
  },
  {
    says: 'what a field holds',
    html: '<input value="Ana">',
    source: { from: 'text', select: 'input' },
    finds: 'Ana',
  },
  {
    says: 'what is chosen',
    html: '<select><option>A<option selected>B</select>',
    source: { from: 'text', select: 'select' },
    finds: 'B',
  },
  {
    says: 'a password never',
    html: '<input type=password value="x">',
    source: { from: 'text', select: 'input' },
    finds: 'missing',
  },
  {
    says: 'the first visible of several',
    html: '<p id=a style="display:none">1</p><p id=a style="visibility:hidden">2</p><p id=a style="opacity:0">3</p><p id=a>4</p><p id=a>5</p>',
    source: { from: 'text', select: '#a' },
    finds: '4',
  },
  {
    says: 'none where all are hidden',
    html: '<p hidden>1</p>',
    source: { from: 'text', select: 'p' },
    finds: 'missing',
  },
  {
    says: 'the child of a parent without height',
    html: '<div id=a style="height:0"><p>1</p></div>',
    source: { from: 'text', select: '#a' },
    finds: '1',
  },
  {
    says: 'nothing for an empty element',
    html: '<h1> </h1>',
    source: { from: 'text', select: 'h1' },
    finds: 'missing',
  },
  {
    says: 'nothing in an element that is not there',
    html: '',
    source: { from: 'text', select: 'h1' },
    finds: 'missing',
  },
  {
    says: 'a selector that is none',
    html: '<h1>1</h1>',
    source: { from: 'text', select: 'h1[' },
    finds: 'selector',
  },
  {
    says: 'the group of a pattern',
    html: '<h1>Ana (n. 77)</h1>',
    source: { from: 'text', select: 'h1', pattern: '\\(n\\. (\\d+)\\)' },
    finds: '77',
  },
  {
    says: 'the first group that matched',
    html: '<h1>B9</h1>',
    source: { from: 'text', select: 'h1', pattern: 'A(\\d)|B(\\d)' },
    finds: '9',
  },
  {
    says: 'the whole match of a pattern without groups',
    html: '<h1>n. 77</h1>',
    source: { from: 'text', select: 'h1', pattern: '\\d+' },
    finds: '77',
  },
  {
    says: 'nothing that does not match',
    html: '<h1>n. 77</h1>',
    source: { from: 'text', select: 'h1', pattern: 'x' },
    finds: 'unreadable',
  },
  {
    says: 'no number that was cut off',
    html: `<h1>${'x '.repeat(248)}1234567</h1>`,
    source: { from: 'text', select: 'h1', pattern: '\\d+' },
    finds: 'unreadable',
  },
  {
    says: 'no key as long as a chapter',
    html: `<h1>${'x'.repeat(300)}</h1>`,
    source: { from: 'text', select: 'h1' },
    finds: 'unreadable',
  },
  {
    says: 'an attribute',
    html: '<main data-mrn=" 55 ">x</main>',
    source: { from: 'attribute', select: 'main', attribute: 'data-mrn' },
    finds: '55',
  },
  {
    says: 'an attribute that is not there',
    html: '<main>x</main>',
    source: { from: 'attribute', select: 'main', attribute: 'data-mrn' },
    finds: 'missing',
  },
  {
    says: 'a hidden field of a visible form',
    html: '<form><input type=hidden name=pid value=9>x</form>',
    source: { from: 'attribute', select: '[name=pid]', attribute: 'value' },
    finds: '9',
  },
  {
    says: 'no hidden field of a hidden form',
    html: '<form hidden><input type=hidden name=pid value=9>x</form>',
    source: { from: 'attribute', select: '[name=pid]', attribute: 'value' },
    finds: 'missing',
  },
  {
    says: 'the path',
    html: '',
    source: { from: 'url', part: 'path', pattern: '^/patients/(\\d+)' },
    finds: '7',
  },
  { says: 'a parameter', html: '', source: { from: 'url', part: 'query', name: 'pid' }, finds: 'a b' },
  {
    says: 'a parameter given twice differently',
    html: '',
    source: { from: 'url', part: 'query', name: 'two' },
    finds: 'disagree',
  },
  {
    says: 'a parameter that is not there',
    html: '',
    source: { from: 'url', part: 'query', name: 'none' },
    finds: 'missing',
  },
  {
    says: 'a fragment',
    html: '',
    source: { from: 'url', part: 'fragment', pattern: '^/chart' },
    finds: '/chart',
  },
  {
    says: 'a parameter of a fragment',
    html: '',
    source: { from: 'url', part: 'fragment', name: 'enc' },
    finds: '3',
  },
  {
    says: 'the address on top',
    html: '',
    source: { from: 'url', of: 'top', part: 'path', pattern: '\\d+' },
    finds: '7',
  },
  { says: 'after a label', html: '<p>MRN: 1234</p>', source: { from: 'after', label: 'MRN' }, finds: '1234' },
  {
    says: 'after a label without regard to case, colon, blanks',
    html: '<p>record  NUMBER : 1234</p>',
    source: { from: 'after', label: 'Record number:' },
    finds: '1234',
  },
  {
    says: 'after a label that is marked',
    html: '<p><b>MRN:</b> 1234</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'after a label in the middle',
    html: '<p>Born 1980 · MRN 1234 · x</p>',
    source: { from: 'after', label: 'MRN', pattern: '^\\d+' },
    finds: '1234',
  },
  {
    says: 'no label within a word',
    html: '<p>MRNs: 1</p><p>xMRN: 2</p><p>MRN: 3</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '3',
  },
  {
    says: 'no other line after an empty label',
    html: '<p><b>MRN:</b> <i></i></p><p>Room 5</p>',
    source: { from: 'after', label: 'MRN' },
    finds: 'missing',
  },
  {
    says: 'no hidden label',
    html: '<p hidden>MRN: 1</p><p>MRN: 2</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '2',
  },
  {
    says: 'a label within a part of the page',
    html: '<p>MRN: 1</p><section><p>MRN: 2</p></section>',
    source: { from: 'after', label: 'MRN', select: 'section' },
    finds: '2',
  },
  {
    says: 'no label of a script',
    html: '<script>MRN: 1</script><p>MRN: 2</p>',
    source: { from: 'after', label: 'MRN' },
    finds: '2',
  },
  {
    says: 'beside a label in a list of terms',
    html: '<dl><dt>Name<dd>Ana<dt>MRN:<dd>1234</dl>',
    source: { from: 'beside', label: 'mrn' },
    finds: '1234',
  },
  {
    says: 'beside a label in a row',
    html: '<table><tr><td><b>MRN</b></td><td> 1234 </td></tr></table>',
    source: { from: 'beside', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'beside a label in a grid of boxes',
    html: '<div><div><span>MRN</span></div><div><span>1234</span></div></div>',
    source: { from: 'beside', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'a field beside its label',
    html: '<label>MRN</label><input value=1234>',
    source: { from: 'beside', label: 'MRN' },
    finds: '1234',
  },
  {
    says: 'no heading of another column',
    html: '<table><tr><th>MRN<th>Name</tr><tr><td>1<td>Ana</tr></table>',
    source: { from: 'beside', label: 'MRN' },
    finds: 'missing',
  },
  {
    says: 'only where the whole text is the label',
    html: '<p>MRN of the mother</p><p>9</p>',
    source: { from: 'beside', label: 'MRN' },
    finds: 'missing',
  },
  {
    says: 'a birthday, the year first',
    html: '<p>1980-03-12</p>',
    source: { kind: 'birthday', from: 'text', select: 'p' },
    finds: '1980-03-12',
  },
  {
    says: 'a birthday by its order',
    html: '<p>12/03/1980 (46 y)</p>',
    source: { kind: 'birthday', from: 'text', select: 'p', order: 'dmy' },
    finds: '1980-03-12',
  },
  {
    says: 'no birthday of unknown order',
    html: '<p>12/03/1980</p>',
    source: { kind: 'birthday', from: 'text', select: 'p' },
    finds: 'unreadable',
  },
  {
    says: 'an e-mail address',
    html: '<p>ana@x.example</p>',
    source: { kind: 'email', from: 'text', select: 'p' },
    finds: 'ana@x.example',
  },
  {
    says: 'no e-mail address without @',
    html: '<p>ana</p>',
    source: { kind: 'email', from: 'text', select: 'p' },
    finds: 'unreadable',
  },
];

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

const key = (select: string, more: object = {}): Source => ({ kind: 'key', from: 'text', select, ...more });
const TOGETHER: readonly {
  says: string;
  html: string;
  sources: Source[];
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
    TOGETHER as never[] as { html: string; sources: Source[] }[],
  );
  for (const [index, { says, found, gaps }] of TOGETHER.entries())
    expect(results[index], says).toEqual({ found, gaps });
});
