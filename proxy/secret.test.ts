import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSecret } from './secret.ts';

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
