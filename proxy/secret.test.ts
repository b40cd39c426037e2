import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readKey, readSecret } from './secret.ts';

let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-secret-'));
  writeFileSync(path('secret'), 'from the file\n');
  writeFileSync(path('windows'), 'from the file\r\n');
  writeFileSync(path('empty'), '\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is the variable, or what stands in the file of the variable with _FILE', () => {
  expect(readSecret('A_KEY', { A_KEY: 'from the variable' })).toBe('from the variable');
  expect(readSecret('A_KEY', { A_KEY_FILE: path('secret') })).toBe('from the file');
  expect(readSecret('A_KEY', { A_KEY: '', A_KEY_FILE: path('windows') })).toBe('from the file');
});

test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
  ['nothing', () => ({}), /A_KEY is read from the environment, where neither it nor A_KEY_FILE is set/],
  ['both', () => ({ A_KEY: 'x', A_KEY_FILE: path('secret') }), /A_KEY is set, and so is A_KEY_FILE/],
  ['a file that is not there', () => ({ A_KEY_FILE: path('none') }), /cannot be read \(ENOENT\)/],
  [
    'a file of a path that nobody set in the environment',
    () => ({ A_KEY_FILE: '/nope' }),
    /A_KEY is to be read from the file \/nope; it cannot be read \(ENOENT\)\. Put the secret there, or set A_KEY_FILE/,
  ],
  [
    'the secret itself in the place of its file, which is not repeated',
    () => ({ A_KEY_FILE: 'S3cretOfTheServiceS3cret' }),
    /read from the file that was named; it cannot be read \(ENOENT\)/,
  ],
  [
    'a secret of base64 in the place of its file, which is not repeated',
    () => ({ A_KEY_FILE: '/aGVsbG8gd29ybGQ+aGVsbG8=' }),
    /read from the file that was named; it cannot be read \(ENOENT\)/,
  ],
  ['a folder', () => ({ A_KEY_FILE: folder }), /cannot be read \(EISDIR\)/],
  ['an empty file', () => ({ A_KEY_FILE: path('empty') }), /it is empty/],
])('%s is refused with the names of the variables', (_, env, said) => {
  expect(() => readSecret('A_KEY', env())).toThrow(said);
  expect(() => readSecret('A_KEY', env())).toThrow(
    expect.objectContaining({ code: 'PROXY_OPTION_INVALID', option: 'A_KEY' }),
  );
});

test('a file that the environment names is told by its variable', () => {
  process.env.A_KEY_FILE = '/nope';
  try {
    expect(() => readSecret('A_KEY')).toThrow(/the file \/nope, which A_KEY_FILE names; it cannot be read/);
  } finally {
    delete process.env.A_KEY_FILE;
  }
});

/** 32 bytes, 0xf8 to 0x17, and how coreutils writes them (`base64`, `basenc --base64url`). */
const BYTES = Uint8Array.from({ length: 32 }, (_, at) => (0xf8 + at) % 256);
const BASE64 = '+Pn6+/z9/v8AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhc=';
const BASE64URL = '-Pn6-_z9_v8AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhc';
const MAKE_ONE = 'Make one with: openssl rand -base64 32';

describe('a key', () => {
  test.each([
    ['as openssl writes it', BASE64],
    ['without padding', BASE64.slice(0, -1)],
    ['in the alphabet of addresses', BASE64URL],
    ['in that alphabet, padded', `${BASE64URL}=`],
    ['with white space around it', `\uFEFF \t${BASE64}\r\n\n`],
  ])('is read %s', (_, text) => {
    expect(new Uint8Array(readKey('A_KEY', { A_KEY: text }))).toEqual(BYTES);
    writeFileSync(path('key'), `${text}\n`);
    expect(new Uint8Array(readKey('A_KEY', { A_KEY_FILE: path('key') }))).toEqual(BYTES);
  });

  test.each([
    ['the error page of a vault', '{"errors":["1 error occurred: * permission denied"],"warnings":null}'],
    ['a sentence', 'The key is in the safe of the pharmacy, ask the head nurse for it please'],
    ['words of the alphabet with spaces', 'this is forty three characters of base sixty four or more'],
    ['a placeholder', '<insert-the-output-of-openssl-rand-base64-32-here>'],
    ['padding in the middle', `${BASE64}${BASE64}`],
    ['too much padding', `${BASE64}=`],
    ['a length that no bytes have', `${BASE64.slice(0, -1)}AA`],
    ['bits after the last byte', `${BASE64.slice(0, -2)}d=`],
    ['both alphabets', BASE64.replace('/', '_')],
    ['a PEM', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA\n-----END PRIVATE KEY-----'],
    ['white space alone', ' \t '],
  ])('is not %s, which is refused with the remedy and not repeated', (_, text) => {
    writeFileSync(path('no-key'), `${text}\n`);
    const message = (env: NodeJS.ProcessEnv): string => {
      try {
        readKey('A_KEY', env);
      } catch (error) {
        expect(error).toMatchObject({ code: 'PROXY_OPTION_INVALID', option: 'A_KEY' });
        return (error as Error).message;
      }
      throw new Error('It was taken.');
    };
    expect(message({ A_KEY: text })).toBe(`The proxy's option A_KEY is not base64. ${MAKE_ONE}`);
    expect(message({ A_KEY_FILE: path('no-key') })).toBe(
      `The proxy's option A_KEY is read from the file of A_KEY_FILE, which is not base64. ${MAKE_ONE}`,
    );
  });

  test('that is wrapped, as openssl writes 64 bytes, is refused with its own remedy', () => {
    const wrapped = `${BASE64.slice(0, 20)}\n${BASE64.slice(20)}`;
    expect(() => readKey('A_KEY', { A_KEY: wrapped })).toThrow(
      "The proxy's option A_KEY is base64 in several lines. Write it in one.",
    );
  });
});
