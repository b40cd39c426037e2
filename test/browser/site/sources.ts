import type { IdentifierSource } from '../../../extension/profile/profile.ts';

/** What a profile's source finds in a page: its value, or why there is none. */
export interface Case {
  readonly says: string;
  readonly html: string;
  readonly source: Partial<IdentifierSource> & Pick<IdentifierSource, 'from'>;
  readonly finds: string;
}

/** Texts, attributes, addresses, and what a birthday or an e-mail address has to be. */
export const SOURCES: readonly Case[] = [
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
