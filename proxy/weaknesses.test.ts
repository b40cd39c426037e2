import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld } from './fixtures/world.ts';
import { readSecret } from './secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-weak-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readHints(origins: readonly string[]): Promise<(string | undefined)[]> {
  const world = await startWorld({ origins });
  await world.close();
  return world.lines.filter(({ event }) => event === 'weak-option').map(({ hint }) => hint);
}
// Files that other tests of this process have read are told of once, here.
beforeAll(() => readHints(['https://ehr.example']));

test('the log says at the start which pages come in plain text from another machine', async () => {
  expect(await readHints(['https://ehr.example', 'http://localhost:3000', 'http://127.0.0.1:3000'])).toEqual(
    [],
  );
  expect(await readHints(['https://ehr.example', 'http://ward.clinic.example'])).toEqual([
    expect.stringMatching(
      /^The origin http:\/\/ward\.clinic\.example is without https.*Serve them with https/,
    ),
  ]);
});

test.each([
  [0o644, 'everybody'],
  [0o640, 'its group'],
])('the log says once which file of a secret others may read: mode %o', async (mode, who) => {
  const file = join(folder, `secret-${mode}`);
  writeFileSync(file, 'SECRET-CANARY\n');
  chmodSync(file, mode);
  readSecret('A_KEY', { A_KEY_FILE: file });
  const hints = await readHints(['https://ehr.example']);
  expect(hints).toEqual([expect.stringContaining(`secret-${mode} can be read by ${who} on this machine`)]);
  expect(hints.join()).not.toContain('CANARY');
  expect(await readHints(['https://ehr.example'])).toEqual([]);
});

test('a file of a secret that its owner alone may read is no matter', async () => {
  const file = join(folder, 'own');
  writeFileSync(file, 'SECRET-CANARY\n', { mode: 0o600 });
  readSecret('A_KEY', { A_KEY_FILE: file });
  expect(await readHints(['https://ehr.example'])).toEqual([]);
});
