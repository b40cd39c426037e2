import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-load-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process of its own, since what an error of a module says is Node's word. */
function run(args: readonly string[], name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [MAIN, ...args, '--config', join(folder, name)],
    { encoding: 'utf8', env: { ...process.env, UNSET: undefined } },
  );
  expect(status).toBe(1);
  expect(stdout + stderr).not.toMatch(/SECRETLEAK|^\s+at /m);
  return stdout + stderr;
}
const check = (name: string, text: string): string => run(['proxy', '--check'], name, text);

const BROKEN = `export default {
  upstream: 'https://api.service.example',
  credentials: { key: 'pk_live_SECRETLEAK_1' secret: 'sk_live_SECRETLEAK_2' },
};
`;

describe('a module that cannot be loaded', () => {
  test('is said with file, line and the sentence of the parser, without the line itself', () => {
    expect(check('broken.mts', BROKEN)).toMatch(
      /^broken\.mts cannot be loaded \(SyntaxError\) at broken\.mts:3: Expected ',', got 'ident'/,
    );
    expect(check('broken.mjs', BROKEN)).toMatch(
      /^broken\.mjs cannot be loaded \(SyntaxError\) at broken\.mjs:3: Unexpected identifier …/,
    );
  });

  test('is said in the same words by the start and by doctor', () => {
    const said = /broken\.mts cannot be loaded \(SyntaxError\) at broken\.mts:3: Expected ',', got 'ident'/;
    expect(run(['proxy', '--port', '0'], 'broken.mts', BROKEN)).toMatch(said);
    const doctor = run(['doctor'], 'broken.mts', BROKEN);
    expect(doctor).toMatch(said);
    expect(doctor).not.toContain('node --check');
  });

  test('is named where another file is the one that is broken', () => {
    writeFileSync(join(folder, 'keys.mts'), BROKEN);
    expect(check('imports.mts', "import keys from './keys.mts';\nexport default keys;\n")).toMatch(
      /^imports\.mts cannot be loaded \(SyntaxError\) at keys\.mts:3: /,
    );
  });

  test.each<[string, string, RegExp]>([
    [
      'a key of a variable that is not set',
      "export default {\n  key: Buffer.from(process.env.UNSET, 'base64'),\n};\n",
      /\(TypeError\) at config\.mts:2:15: The first argument must be of type string .*\. Received undefined/,
    ],
    [
      'a key of another type',
      "export default Buffer.from('x', { a: 'SECRETLEAK' } as never).fill('SECRETLEAK', 0, 'SECRETLEAK' as never);\n",
      /\(TypeError\) at config\.mts:1:\d+: ERR_UNKNOWN_ENCODING\.$/m,
    ],
    [
      'an address that is none, in a function',
      "\nexport default () => new URL('sk_live_SECRETLEAK');\n",
      /\(TypeError\) at config\.mts:2:22: Invalid URL/,
    ],
    [
      'a text that is no JSON',
      "export default JSON.parse('sk_live_SECRETLEAK');\n",
      /\(SyntaxError\) at config\.mts:1:21: Unexpected token …/,
    ],
    [
      'a secret without quotes',
      'export default { key: sk_live_SECRETLEAK };\n',
      /\(ReferenceError\) at config\.mts:1:23: a name is not defined/,
    ],
    [
      'a number that is none',
      "export default BigInt('SECRETLEAK');\n",
      /\(SyntaxError\) at config\.mts:1:16\.$/m,
    ],
    [
      'a file whose path is a secret',
      "import { readFileSync } from 'node:fs';\nexport default readFileSync('sk_live_SECRETLEAK');\n",
      /\(Error\) at config\.mts:2:16: ENOENT: no such file or directory, open …/,
    ],
    [
      'what is not installed',
      "import 'not-installed';\nexport default {};\n",
      /\(Error\).*: Cannot find package 'not-installed'/,
    ],
    [
      'a name that is not exported',
      "import { readSecrte } from 'node:fs';\nexport default readSecrte;\n",
      /\(SyntaxError\) at config\.mts:1: The requested module 'node:fs' does not provide an export named 'readSecrte'/,
    ],
    [
      'an error of another kind with words of its own',
      "export default () => { throw new TypeError('SECRETLEAK'); };\n",
      /\(TypeError\) at config\.mts:1:30\.$/m,
    ],
    ['what is no error', "throw 'SECRETLEAK';\n", /cannot be loaded \(string\)\.$/m],
    [
      'a sentence of its author',
      "export default () => { throw new Error('Set EHR_ORIGIN in the environment.'); };\n",
      /\(Error\) at config\.mts:1:30: Set EHR_ORIGIN in the environment\./,
    ],
  ])('says place and cause, and no value: %s', (_, text, said) => {
    expect(check('config.mts', text)).toMatch(said);
  });
});
