import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../storage/open.ts';
import { runHere } from './run-here.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-cli-tenants-'));
/** Both have run before. */
beforeAll(async () => {
  for (const id of ['clinic_a', 'clinic_b'])
    await (await openStorage({ file: join(folder, `proxy.${id}.sqlite`) })).close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A configuration of tenants with these ids, a file each. */
function writeConfig(name: string, ids: readonly string[], more = ''): string {
  const config = join(folder, name);
  writeFileSync(
    config,
    `const bytes = (purpose, id) => new TextEncoder().encode(purpose + ' key of tenant ' + id + ': 0123456789abcdef');
    export default {
      upstream: 'http://127.0.0.1:9', storage: { file: ${JSON.stringify(join(folder, 'proxy.sqlite'))} },
      tenants: ${JSON.stringify(ids)}.map((id) => ({
        id, hosts: [id.replace('_', '-') + '.example'], credentials: { key: 'key-' + id, secret: 'secret-' + id },
        keys: [{ kid: 'a', alg: 'HS256', key: bytes('token', id), signs: true }],
        issuer: id, audience: id, origins: ['https://ehr.example'], session: async () => null, ${more}
      })),
    };`,
  );
  return config;
}

const both = writeConfig('both.config.mts', ['clinic_a', 'clinic_b']);
const TOKEN = ['token', '--role', 'operations', '--ops', 'read'];

test.each([
  TOKEN,
  ['audit', 'read'],
  ['events', 'dead'],
  ['revoke', '--all'],
  ['storage', 'check'],
  ['doctor'],
])('%s has to know of which tenant, and lists them', async (...args) => {
  const { code, err } = await runHere([...args, '--config', both]);
  expect([code === 0, err]).toEqual([
    false,
    expect.stringContaining('Say which one: --tenant with one of clinic_a, clinic_b.'),
  ]);
});

test('a token is minted for one tenant, and its row is in that one’s trail alone', async () => {
  const minted = await runHere([...TOKEN, '--config', both, '--tenant', 'clinic_b']);
  expect(minted.code).toBe(0);
  await runHere([...TOKEN, '--config', both, '--tenant=clinic_a', '--sub', 'of-a']);
  const rows = async (id: string): Promise<string> =>
    (await runHere(['audit', 'read', '--tenant', id, '--config', both])).out;
  expect([await rows('clinic_a'), await rows('clinic_b')]).toEqual([
    expect.stringMatching(/^[^\n]*"sub":"of-a"[^\n]*\n$/),
    expect.stringMatching(/^[^\n]*"sub":"command-line"[^\n]*\n$/),
  ]);
});

test('where there is one tenant it need not be named', async () => {
  const one = writeConfig('one.config.mts', ['clinic_a']);
  expect((await runHere(['audit', 'verify', '--config', one])).code).toBe(0);
});

test.each([
  [
    'that is not there',
    ['--tenant', 'clinic_c'],
    'There is no tenant clinic_c. There are clinic_a, clinic_b.',
  ],
  ['without a name', ['--tenant'], '--tenant must be followed by the id of a tenant.'],
])('a tenant %s is refused', async (_, args, sentence) => {
  const { code, err } = await runHere(['audit', 'read', '--config', both, ...args]);
  expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
});

test('--check says what each would run as, and refuses a mistake of any', async () => {
  const { code, out } = await runHere(['proxy', '--check', '--config', both]);
  expect(code).toBe(0);
  expect(out).toContain('tenant clinic_a, at clinic-a.example\n');
  expect(out).toContain('proxy.clinic_b.sqlite');
  const wrong = writeConfig(
    'wrong.config.mts',
    ['clinic_a', 'clinic_b'],
    "publicUrl: 'https://clinic-a.example'",
  );
  const refused = await runHere(['proxy', '--check', '--config', wrong]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('tenants[1].publicUrl')]);
});
