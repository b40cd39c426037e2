import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactVerify, importJWK } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { runHere } from './run-here.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const PROFILE = {
  ...{ id: 'clinic', name: 'A clínica', version: 3, proxy: 'https://panel.clinic.example' },
  match: ['https://ehr.clinic.example/*'],
  pages: [
    {
      ...{ type: 'chart', element: '#chart', header: '#head' },
      patient: [{ kind: 'key', from: 'text', select: '#mrn' }],
      places: [{ select: '#head', at: 'after' }],
    },
  ],
};

it('signs a profile, so that the public key which it printed tells it from a changed one', async () => {
  const made = await runHere(['profile', 'key', '--out', at('key.json')]);
  expect(made).toMatchObject({ code: 0, err: '' });
  const publicKey = JSON.parse(made.out);
  expect(publicKey).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
  expect(publicKey).not.toHaveProperty('d');
  expect(statSync(at('key.json')).mode & 0o777).toBe(0o600);

  writeFileSync(at('profile.json'), JSON.stringify(PROFILE, null, 2));
  const { code, out } = await runHere(['profile', 'sign', at('profile.json'), '--key', at('key.json')]);
  expect(code).toBe(0);
  const key = await importJWK(publicKey, 'ES256');
  const { payload, protectedHeader } = await compactVerify(out.trim(), key);
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(PROFILE);
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: publicKey.kid, typ: 'instrument-panel-profile+jws' });

  const [head, body = '', signature] = out.trim().split('.');
  const changed = Buffer.from(body, 'base64url').toString().replace('clinic', 'other');
  const forged = [head, Buffer.from(changed).toString('base64url'), signature].join('.');
  await expect(compactVerify(forged, key)).rejects.toThrow('signature verification failed');
});

it('writes over no key', async () => {
  writeFileSync(at('kept.json'), 'a key');
  const { code, err } = await runHere(['profile', 'key', '--out', at('kept.json')]);
  expect({ code, err }).toEqual({ code: 1, err: `${at('kept.json')} is there already. Name a new file.\n` });
  expect(readFileSync(at('kept.json'), 'utf8')).toBe('a key');
});

it.each([
  ['{"id":"clinic"}', '{}', 'no version that is a whole number'],
  [JSON.stringify(PROFILE), '{"kty":"EC","crv":"P-256","x":"a","y":"b"}', 'is no private key'],
  [
    '{"id":"x","version":1,"match":"nonsense"}',
    '{}',
    'match: Invalid input: expected array, received string',
  ],
  ['{"id":"x","version":1,"match":"nonsense"}', '{}', 'pages: Invalid input: expected array'],
  [
    JSON.stringify(PROFILE).replace('"from":"text"', '"from":"txt"'),
    '{}',
    'pages[0].patient[0].from: Invalid input',
  ],
  [JSON.stringify({ ...PROFILE, colour: 'red' }), '{}', 'Unrecognized key: "colour"'],
  ['[]', '{}', 'must be one site profile'],
  ['{', '{}', 'is not JSON'],
])('does not sign %s with %s, and says why', async (profile, key, why) => {
  writeFileSync(at('odd.json'), profile);
  writeFileSync(at('odd-key.json'), key);
  const { code, out, err } = await runHere(['profile', 'sign', at('odd.json'), '--key', at('odd-key.json')]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(why);
});

it.each([
  [[]],
  [['key']],
  [['sign', 'profile.json']],
  [['sign', '--key', 'key.json']],
  [['key', '--out', 'a', '--key', 'b']],
])('profile %j says what to write, with exit code 2', async (args) => {
  const { code, err } = await runHere(['profile', ...args]);
  expect(code).toBe(2);
  expect(err).toContain('profile sign FILE --key FILE');
});
