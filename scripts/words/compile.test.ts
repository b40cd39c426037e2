import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileWords } from './compile.ts';
import { WordsError } from './source.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'words-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, content: unknown): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Writes the surface `widget/demo` in the languages given. */
function writeSurface(languages: Readonly<Record<string, unknown>>): void {
  const list = Object.keys(languages).map((tag) => [tag, { name: tag, surfaces: ['widget/demo'] }]);
  write('shared/words/languages.json', Object.fromEntries(list));
  for (const [tag, words] of Object.entries(languages)) write(`widget/words/demo/${tag}.json`, words);
}

const compiled = (file: string): string => join(root, 'widget/words/compiled', file);
const readTypes = (): string => readFileSync(compiled('demo/en.d.ts'), 'utf8');
async function loadAll(): Promise<Record<string, Record<string, unknown>>> {
  await compileWords(root);
  return (await import(pathToFileURL(compiled('demo/all.js')).href)).demoMessages;
}
async function problems(): Promise<readonly string[]> {
  const error: unknown = await compileWords(root).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WordsError);
  return error instanceof WordsError ? error.problems : [];
}

/** Calls the message `key` of a language. */
function say(words: Record<string, unknown> | undefined, key: string, values: object): string {
  const message = words?.[key];
  if (typeof message !== 'function') throw new Error(`${key} is no function.`);
  return message(values);
}

describe('what a message becomes', () => {
  test('a text without placeholders is a string, groups and lists keep their shape', async () => {
    writeSurface({ en: { close: 'Close', tools: { 'copy-all': 'Copy' }, months: ['Jan', 'Feb'] } });
    expect((await loadAll()).en).toEqual({
      lang: 'en',
      close: 'Close',
      tools: { 'copy-all': 'Copy' },
      months: ['Jan', 'Feb'],
    });
    expect(readTypes()).toContain('readonly close: string;');
    expect(readTypes()).toContain('readonly "copy-all": string;');
    expect(readTypes()).toContain('readonly months: readonly string[];');
  });

  test('a placeholder is a named value; an apostrophe stays one', async () => {
    writeSurface({ en: { title: 'Explore {instrument}', other: "It's '{'here'}'" } });
    const { en } = await loadAll();
    expect(say(en, 'title', { instrument: 'PHQ-9' })).toBe('Explore PHQ-9');
    expect(en?.other).toBe("It's {here}");
    expect(readTypes()).toContain(
      'readonly title: (values: { readonly instrument: string | number }) => string;',
    );
  });

  test('plural forms follow the language', async () => {
    // The examples of CLDR's table of plural rules: Polish 1, 2 to 4, 5 to 21, 22.
    const pl = '{n, plural, one {{n} plik} few {{n} pliki} many {{n} plików} other {{n} pliku}}';
    writeSurface({ en: { files: '{n, plural, one {1 file} other {{n} files}}' }, pl: { files: pl } });
    const all = await loadAll();
    expect([0, 1, 2, 1000].map((n) => say(all.en, 'files', { n }))).toEqual([
      '0 files',
      '1 file',
      '2 files',
      '1000 files',
    ]);
    expect([1, 2, 4, 5, 21, 22].map((n) => say(all.pl, 'files', { n }))).toEqual([
      '1 plik',
      '2 pliki',
      '4 pliki',
      '5 plików',
      '21 plików',
      '22 pliki',
    ]);
    expect(readTypes()).toContain('readonly n: number');
  });

  test('exact numbers, ordinals', async () => {
    const exact = '{n, plural, =1 {uma} other {{n} respostas}}';
    writeSurface({
      en: {
        answers: '{n, plural, one {1} other {{n}}}',
        nth: '{n, selectordinal, one {{n}st} other {{n}th}}',
      },
      'pt-BR': { answers: exact, nth: '{n}º' },
    });
    const all = await loadAll();
    expect([0, 1, 2].map((n) => say(all['pt-BR'], 'answers', { n }))).toEqual([
      '0 respostas',
      'uma',
      '2 respostas',
    ]);
    expect(say(all.en, 'nth', { n: 21 })).toBe('21st');
    expect(say(all.en, 'nth', { n: 11 })).toBe('11th');
    expect(say(all.en, 'answers', { n: 1 })).toBe('1');
  });

  test('a select takes its keys; true, false and null stand for those values', async () => {
    writeSurface({
      en: {
        risk: 'Risk flag in {latest, select, true {the latest} other {an earlier}} answer{date, select, null {} other {, {date}}}',
        state: '{state, select, flagged {yes} other {no}}',
        busy: '{seconds, select, null {Wait.} other {Wait {seconds, plural, one {1 s} other {{seconds} s}}.}}',
      },
    });
    const { en } = await loadAll();
    expect(say(en, 'risk', { latest: true, date: null })).toBe('Risk flag in the latest answer');
    expect(say(en, 'risk', { latest: false, date: '1 Jan' })).toBe('Risk flag in an earlier answer, 1 Jan');
    expect(readTypes()).toContain('readonly latest: boolean; readonly date: string | number | null');
    expect(readTypes()).toContain('readonly state: "flagged" | "other"');
    expect([null, 1, 2].map((seconds) => say(en, 'busy', { seconds }))).toEqual([
      'Wait.',
      'Wait 1 s.',
      'Wait 2 s.',
    ]);
    expect(readTypes()).toContain('readonly seconds: number | null');
  });

  test('notes become the documentation of the type', async () => {
    writeSurface({ en: { tools: { copy: 'Copy' } } });
    write('widget/words/demo/surface.json', { notes: { 'tools.copy': 'Name of a button.' } });
    await compileWords(root);
    expect(readTypes()).toContain('/** Name of a button. */\n    readonly copy: string;');
  });

  test('a room has the languages that all of its surfaces have, in the order of the list', async () => {
    write('shared/words/languages.json', {
      en: { name: 'English', surfaces: 'all' },
      'pt-BR': { name: 'Português (Brasil)', surfaces: 'all' },
      es: { name: 'Español', surfaces: ['widget/demo'] },
    });
    for (const language of ['es', 'pt-BR', 'en']) write(`widget/words/demo/${language}.json`, { a: 'x' });
    for (const language of ['pt-BR', 'en']) write(`widget/words/more/${language}.json`, { a: 'x' });
    await compileWords(root);
    const { widgetLanguages } = await import(pathToFileURL(compiled('languages.js')).href);
    expect(Object.entries(widgetLanguages)).toEqual([
      ['en', 'English'],
      ['pt-BR', 'Português (Brasil)'],
    ]);
  });

  test('a room knows the beginnings of the months in its languages, and none that begins two', async () => {
    writeSurface({ en: { a: 'x' }, fr: { a: 'y' }, de: { a: 'z' } });
    await compileWords(root);
    const { widgetMonths } = await import(pathToFileURL(compiled('languages.js')).href);
    const month = (text: string): number => widgetMonths.exec(text)?.findLastIndex(Boolean) ?? 0;
    expect(['juin', 'Juillet', 'JUIL', 'jun', 'July'].map(month)).toEqual([6, 7, 7, 6, 7]);
    expect(['mars', 'März', 'August', 'AOÛT', 'décembre', 'Sept'].map(month)).toEqual([3, 3, 8, 8, 12, 9]);
    expect(['jui', 'ju', 'first'].map(month)).toEqual([0, 0, 0]);
  });

  test('a surface has the words of those that it includes', async () => {
    writeSurface({ en: { score: 'Score' }, es: { score: 'Puntuación' } });
    const list = { surfaces: ['widget/demo', 'widget/more'] };
    write('shared/words/languages.json', { en: list, es: list });
    write('widget/words/more/en.json', { close: 'Close' });
    write('widget/words/more/es.json', { close: 'Cerrar' });
    write('widget/words/more/surface.json', { includes: ['demo'] });
    await compileWords(root);
    const { moreEs } = await import(pathToFileURL(compiled('more/es.js')).href);
    expect(moreEs).toEqual({ lang: 'es', score: 'Puntuación', close: 'Cerrar' });
    expect(readFileSync(compiled('more/en.d.ts'), 'utf8')).toContain('MoreMessages extends DemoMessages {');
  });

  test('a language in a file of its own is fetched when it is called for', async () => {
    writeSurface({ en: { close: 'Close' }, 'pt-BR': { close: 'Fechar' } });
    await compileWords(root);
    const { demoLoaders } = await import(pathToFileURL(compiled('demo/lazy.js')).href);
    expect(Object.keys(demoLoaders)).toEqual(['pt-BR']);
    expect(await demoLoaders['pt-BR']()).toEqual({ lang: 'pt-BR', close: 'Fechar' });
    expect(readFileSync(compiled('demo/lazy.js'), 'utf8')).not.toContain('en.js');
  });
});

describe('what stops the compilation', () => {
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    [
      'a missing key',
      { en: { tools: { copy: 'Copy', print: 'Print' } }, es: { tools: { copy: 'Copiar' } } },
      'es.json: "tools.print" is missing. Translate it from en.json.',
    ],
    [
      'a superfluous key',
      { en: { copy: 'Copy' }, es: { copy: 'Copiar', print: 'Imprimir' } },
      'es.json: "print" is not in en.json. Remove it, or add it there.',
    ],
    [
      'another placeholder',
      { en: { title: 'Explore {name}' }, es: { title: 'Explorar {nombre}' } },
      'es.json: "title" has {nombre}, and English has {name}. Use the same.',
    ],
    [
      'a lost placeholder',
      { en: { title: 'Explore {name}' }, es: { title: 'Explorar' } },
      'es.json: "title" has no placeholder, and English has {name}. Use the same.',
    ],
    [
      'a number where English has text',
      { en: { title: '{n}' }, es: { title: '{n, plural, one {uno} other {{n}}}' } },
      'es.json: "title" uses {n} as a number; in English it is none. Use it as text.',
    ],
    [
      'a value that English does not select on',
      { en: { a: '{s, select, on {On} other {Off}}' }, es: { a: '{s, select, si {Sí} other {No}}' } },
      'es.json: "a" selects on the value "si" of {s}, which English does not. Use the keys of English.',
    ],
    [
      'an absent value shown as a word',
      { en: { a: 'Made{d, select, null {} other { {d}}}' }, es: { a: 'Hecho {d}' } },
      'es.json: "a" would show {d} as the word "null". Select on it as English does.',
    ],
    ['a broken message', { en: { a: 'Explore {name' } }, 'en.json: "a" is no valid message: Unexpected'],
    [
      'a form that the language does not have',
      { en: { a: '{n, plural, few {x} other {y}}' } },
      'en.json: "a" is no valid message: The plural case few is not valid in this locale',
    ],
    [
      'a form that the language needs',
      { en: { a: '{n}' }, pl: { a: '{n, plural, one {x} other {y}}' } },
      'pl.json: "a" is no valid message: {n, plural} lacks the form many and few of this language.',
    ],
    [
      'no other form',
      { en: { a: '{n, plural, one {x}}' } },
      'en.json: "a" is no valid message: No \'other\' form',
    ],
    ['a number sign', { en: { a: '{n, plural, one {#} other {#}}' } }, 'Name the placeholder instead'],
    ['a formatter', { en: { a: '{d, date, long}' } }, '{d, date} formats a value.'],
    ['an empty text', { en: { a: ' ' } }, 'en.json: "a" is empty. Write its text.'],
    ['a number', { en: { a: { b: 3 } } }, 'en.json: "a.b" is 3. Use a text in quotation marks.'],
    ['no JSON', { en: '{' }, 'en.json: is not valid JSON'],
    ['no object', { en: ['a'] }, 'en.json: is not a JSON object of messages.'],
    [
      'another shape',
      { en: { a: 'x' }, es: { a: { b: 'x' } } },
      '"a" is another kind of entry than in English',
    ],
    ['a shorter list', { en: { a: ['x', 'y'] }, es: { a: ['x'] } }, '"a" has 1 texts, and English has 2.'],
    [
      'a tag that the file has by its name',
      { en: { lang: 'en' } },
      '"lang" is set from the name of the file.',
    ],
  ];
  test.each(cases)('%s', async (_, languages, message) => {
    writeSurface(languages);
    const found = await problems();
    expect(found.join('\n')).toContain(message);
    expect(found[0]).toMatch(/^widget\/words\/demo\//);
  });

  test('a file in a language that the list does not have', async () => {
    writeSurface({ en: { a: 'x' } });
    write('widget/words/demo/fr.json', { a: 'x' });
    expect(await problems()).toEqual([
      'widget/words/demo/fr.json: "fr" is not in shared/words/languages.json. Add the language there.',
    ]);
  });

  test('a surface that the list names and that is not there, and the other way round', async () => {
    writeSurface({ en: { a: 'x' }, es: { a: 'y' } });
    write('widget/words/more/en.json', { a: 'x' });
    rmSync(join(root, 'widget/words/demo/es.json'));
    expect(await problems()).toEqual([
      'widget/words/demo/es.json: is missing. Add it, or take widget/demo from shared/words/languages.json.',
      'widget/words/more/en.json: shared/words/languages.json does not list widget/more for it. Add it there.',
    ]);
  });

  test('an included surface that is not there, lacks a language, or has the same key', async () => {
    writeSurface({ en: { a: 'x' } });
    const more = ['widget/more'];
    write('shared/words/languages.json', {
      en: { surfaces: ['widget/demo', ...more] },
      es: { surfaces: more },
    });
    for (const language of ['en', 'es']) write(`widget/words/more/${language}.json`, { a: 'x' });
    write('widget/words/more/surface.json', { includes: ['demo', 'gone'] });
    expect(await problems()).toEqual([
      'widget/words/more/en.json: "a" is in "demo" too. Rename one.',
      'widget/words/more/es.json: "demo", which it includes, lacks es. Add it.',
      'widget/words/more/surface.json: includes "gone", which widget does not have. Remove it.',
    ]);
  });

  test('two surfaces of one name', async () => {
    writeSurface({ en: { a: 'x' } });
    write('proxy/words/demo/en.json', { a: 'x' });
    expect((await problems()).join('\n')).toContain('proxy has a surface "demo" too. Rename one');
  });

  test('a note on a key that is not there', async () => {
    writeSurface({ en: { a: 'x' } });
    write('widget/words/demo/surface.json', { notes: { b: 'Gone.' } });
    expect(await problems()).toEqual([
      'widget/words/demo/surface.json: "notes.b" is not in en.json. Remove it.',
    ]);
  });
});

describe('the generated files', () => {
  test('are written only after a change, and go with their source', async () => {
    writeSurface({ en: { a: 'x' }, es: { a: 'y' } });
    expect(await compileWords(root)).toBe(true);
    expect(await compileWords(root)).toBe(false);
    writeSurface({ en: { a: 'x' } });
    rmSync(join(root, 'widget/words/demo/es.json'));
    expect(await compileWords(root)).toBe(true);
    expect(() => readFileSync(compiled('demo/es.js'))).toThrow('ENOENT');
    rmSync(compiled('.inputs'));
    expect(await compileWords(root)).toBe(true);
  });

  test('do not depend on the order of keys in a file', async () => {
    writeSurface({ en: { b: 'x', a: 'y' }, es: { a: 'z', b: 'w' } });
    const { en, es } = await loadAll();
    expect(Object.keys(en ?? {})).toEqual(['lang', 'a', 'b']);
    expect(Object.keys(es ?? {})).toEqual(['lang', 'a', 'b']);
  });
});

describe('a new language', () => {
  const LIST = 'shared/words/languages.json';
  const surfaces = globSync('*/words/*/en.json').map((file) => dirname(file).replaceAll('\\', '/'));

  /** Copies this repository's catalogues, and adds Frisian to the list, a language that it does not have. */
  beforeEach(() => {
    for (const folder of ['shared/words/languages.json', ...surfaces])
      cpSync(folder, join(root, folder), { recursive: true });
    const list = JSON.parse(readFileSync(LIST, 'utf8'));
    write(LIST, { ...list, fy: { name: 'Frysk', surfaces: 'all' } });
  });

  test('lacks one file for each surface, which the compiler names', async () => {
    expect(surfaces).toContain('sandbox/words/library');
    const expected = surfaces.map((folder) => `${folder}/fy.json: is missing.`).sort();
    expect((await problems()).map((line) => line.replace(/ Add it, .*/, '')).sort()).toEqual(expected);
  });

  test('is offered by every room and loaded by every surface once its files are there', async () => {
    for (const folder of surfaces) cpSync(join(root, folder, 'en.json'), join(root, folder, 'fy.json'));
    const load = async (file: string): Promise<Record<string, object>> =>
      import(pathToFileURL(join(root, file)).href);
    await compileWords(root);
    for (const folder of surfaces) {
      const [room = '', , surface = ''] = folder.split('/');
      const languages = await load(`${room}/words/compiled/languages.js`);
      const all = await load(`${room}/words/compiled/${surface}/all.js`);
      const lazy = await load(`${room}/words/compiled/${surface}/lazy.js`);
      for (const [module] of [languages, all, lazy].map((one) => Object.values(one)))
        expect(module).toHaveProperty('fy');
    }
  });

  test('needs no change to code: none names a language but English', () => {
    const rooms = '{extension,proxy,sandbox,scripts,shared,widget}';
    const exclude = [
      '**/node_modules/**',
      '**/compiled/**',
      '**/*.{test,fixture}.*',
      '**/fixtures/**',
      // Also finds names of months in languages that the product does not have.
      'extension/side/identifiers/figures.ts',
    ];
    const files = globSync(`${rooms}/**/*.{ts,tsx,mjs,js}`, { exclude });
    const tags = Object.keys(JSON.parse(readFileSync(LIST, 'utf8'))).filter((tag) => tag !== 'en');
    const literal = new RegExp(`['"](?:${tags.join('|')})['"]`);
    expect(files).toContain('sandbox/library/define.ts');
    expect(files.filter((file) => literal.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
