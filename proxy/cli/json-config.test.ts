import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET } from '../fixtures/delivery.ts';
import { PROFESSIONAL, startWorld } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import { createProxy } from '../proxy.ts';
import { loadConfigured } from './command.ts';
import { runHere } from './run-here.fixture.ts';

const PEM = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const random = () => randomBytes(32).toString('base64');
const SECRETS: Readonly<Record<string, string>> = {
  service_key: 'partner-key-canary',
  service_secret: 'partner-secret-canary',
  token_key: random(),
  seal_key: PEM,
  audit_key: random(),
  mapping_key: random(),
  webhook: SECRET,
  header: random(),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-json-'));
  mkdirSync(join(folder, 'secrets'));
  for (const [name, text] of Object.entries(SECRETS))
    writeFileSync(join(folder, 'secrets', name), `${text}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PAGE = 'https://ehr.clinic.example';
const OPTIONS = {
  upstream: 'https://api.service.example',
  credentials: { keyFile: 'secrets/service_key', secretFile: 'secrets/service_secret' },
  keys: [{ kid: '2026-11', alg: 'HS256', keyFile: 'secrets/token_key', signs: true }],
  issuer: 'https://panel.clinic.example',
  audience: 'https://panel.clinic.example',
  origins: [PAGE],
  storage: { file: 'proxy.sqlite' },
  audit: {
    keyFile: 'secrets/audit_key',
    keepDays: 3_650,
    seals: [{ kid: 'seal', alg: 'EdDSA', keyFile: 'secrets/seal_key', signs: true }],
  },
  mapping: { keyFile: 'secrets/mapping_key' },
  webhooks: { secretFiles: ['secrets/webhook'] },
  session: {
    header: {
      keyFile: 'secrets/header',
      grant: { professionalId: 'service_id', actions: ['read', 'apply'] },
    },
  },
};

function write(text: object | string): string {
  const file = join(folder, 'proxy.config.json');
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text, null, 2));
  return file;
}
const check = (text: object | string) => runHere(['proxy', '--check', '--config', write(text)]);

describe('a configuration in JSON', () => {
  test('says what a module would, with files named from its own folder', async () => {
    const { code, out, err } = await check(OPTIONS);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        'service         https://api.service.example',
        `storage         ${join(folder, 'proxy.sqlite')}`,
        'audit trail     chained by HMAC-SHA256 with a key',
        'webhooks        1 secret, without onEvent',
        'EHR keys        linked to patients',
        'sign-in         the header x-panel-session, signed by a front end',
      ]),
    );
    for (const secret of Object.values(SECRETS)) expect(out).not.toContain(secret);
    const read = (await loadConfigured(write(OPTIONS))) as ProxyOptions;
    expect(read.credentials).toEqual({ key: SECRETS.service_key, secret: SECRETS.service_secret });
    expect(Buffer.from(read.audit?.key ?? []).toString('base64')).toBe(SECRETS.audit_key);
    await createProxy({ ...read, storage: { file: ':memory:' } }).close();
  });

  test('grants a professional whom a claim names, and nobody without it', async () => {
    const read = (await loadConfigured(write(OPTIONS))) as ProxyOptions;
    const world = await startWorld({ session: read.session, origins: read.origins });
    const ask = async (claims: object): Promise<number> => {
      const signed = [
        Math.floor(Date.now() / 1_000),
        randomBytes(16).toString('hex'),
        Buffer.from(JSON.stringify(claims)).toString('base64url'),
      ] as const;
      const [t, n, c] = signed;
      const v1 = createHmac('sha256', Buffer.from(SECRETS.header ?? '', 'base64'))
        .update(signed.join('.'))
        .digest('hex');
      const headers = {
        origin: PAGE,
        'content-type': 'application/json',
        'x-panel-session': `t=${t},n=${n},c=${c},v1=${v1}`,
      };
      return (await fetch(`${world.url}/session`, { method: 'POST', headers, body: '{}' })).status;
    };
    expect(await ask({ sub: 'staff-7', service_id: PROFESSIONAL })).toBe(200);
    expect(await ask({ sub: 'staff-7' })).toBe(401);
    expect(await ask({ sub: 'staff-7', service_id: [PROFESSIONAL] })).toBe(401);
    await world.close();
  });

  test('may have several tenants, each with files of its own', async () => {
    for (const name of ['key_b', 'secret_b'])
      writeFileSync(join(folder, 'secrets', name), `${name}-canary\n`);
    writeFileSync(join(folder, 'secrets/token_b'), random());
    const { upstream, storage, webhooks: _, ...own } = OPTIONS;
    const login = 'https://login.clinic.example';
    const b = {
      credentials: { keyFile: 'secrets/key_b', secretFile: 'secrets/secret_b' },
      keys: [{ kid: 'b', alg: 'HS256', keyFile: 'secrets/token_b', signs: true }],
      issuer: 'https://b.example',
      audience: 'https://b.example',
      origins: [PAGE],
      session: {
        jwt: {
          jwks: `${login}/jwks.json`,
          issuer: login,
          audience: 'panel',
          grant: { professionalId: 'p', actions: ['read'] },
        },
      },
    };
    const tenants = [
      { id: 'a', hosts: ['a.example'], ...own },
      { id: 'b', hosts: ['b.example'], ...b },
    ];
    const { code, out } = await check({ upstream, storage, tenants });
    expect(code).toBe(0);
    expect(out).toContain(`storage         ${join(folder, 'proxy.b.sqlite')}`);
    expect(out).toMatch(/tenant b, at b\.example/);
  });

  test('is as the documentation shows it', async () => {
    writeFileSync(join(folder, 'secrets/oidc_secret'), 'oidc-secret-canary');
    const page = readFileSync(resolve('docs/proxy.md'), 'utf8');
    const [, example = ''] = /^```json\n(\{.*?)^```/ms.exec(page) ?? [];
    const { code, out, err } = await check(example);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('sign-in         OpenID Connect at https://login.clinic.example');
  });

  const without = (name: keyof typeof OPTIONS, more: object) => ({ ...OPTIONS, [name]: more });
  test.each<[string, object | string, RegExp]>([
    [
      'a secret in it',
      without('credentials', { key: 'canary', secretFile: 'secrets/service_secret' }),
      /credentials\.key is a secret.*name its file as keyFile/,
    ],
    [
      'secrets of webhooks in it',
      without('webhooks', { secrets: ['canary'] }),
      /webhooks\.secrets is a secret.*as secretFiles/,
    ],
    [
      'a file that is not there',
      without('mapping', { keyFile: 'secrets/nothing' }),
      /mapping\.keyFile names a file that cannot be read \(ENOENT\)/,
    ],
    [
      'a misspelt file',
      without('mapping', { keyFiel: 'secrets/mapping_key' }),
      /mapping\.keyFiel is not known\. Did you mean keyFile\? Of its files known are keyFile\./,
    ],
    [
      'a file in small letters',
      without('credentials', { keyfile: 'secrets/service_key', secretFile: 'secrets/service_secret' }),
      /credentials\.keyfile is not known\. Did you mean keyFile\? Of its files known are keyFile, secretFile\./,
    ],
    [
      'a file of a key in small letters',
      without('keys', [{ kid: 'a', alg: 'HS256', keyfile: 'secrets/token_key', signs: true }] as never),
      /keys\[0\]\.keyfile is not known\. Did you mean keyFile\?/,
    ],
    [
      'a list of files that is named as one',
      without('webhooks', { secretFile: ['secrets/webhook'] }),
      /webhooks\.secretFile is not known\. Did you mean secretFiles\?/,
    ],
    [
      'a file of a sign-in in small letters',
      without('session', {
        header: { keyfile: 'secrets/header', grant: { professionalId: 'p', actions: ['read'] } },
      } as never),
      /session\.header\.keyfile is not known\. Did you mean keyFile\?/,
    ],
    ...(['raed', 'READ', 'write', '', 7] as const).map((action): [string, object, RegExp] => [
      `an action that is none in a grant (${action})`,
      without('session', {
        header: { keyFile: 'secrets/header', grant: { professionalId: 'p', actions: ['apply', action] } },
      } as never),
      action === 'raed' || action === 'READ'
        ? /session\.grant\.actions\[1\] is no action\. Did you mean read\? Known are read, apply, /
        : /session\.grant\.actions\[1\] is no action\. (?:Did you mean \w+\? )?Known are read, apply, /,
    ]),
    [
      'a grant of no action',
      without('session', {
        header: { keyFile: 'secrets/header', grant: { professionalId: 'p', actions: [] } },
      } as never),
      /session\.grant\.actions must list actions, such as \['read', 'apply'\]/,
    ],
    [
      'one file for key and secret of the service',
      without('credentials', { keyFile: 'secrets/service_key', secretFile: 'secrets/service_key' }),
      /credentials\.secret is the same secret as credentials\.key\. Name the two that the service issued/,
    ],
    ...[
      'password=canary',
      'sslmode=verify-full&PASSWORD=canary',
      'p%61ssword=canary',
      'sslpassword=canary',
    ].map((query): [string, object, RegExp] => [
      `a password among the parameters of an address (${query.replace('canary', '')})`,
      without('storage', { postgres: `postgres://panel@db.example/panel?${query}` }),
      /storage\.postgres is a secret, or holds one.*as postgresFile/,
    ]),
    [
      'a password among the parameters of a Redis',
      without('storage', { redis: 'rediss://redis.example?password=canary' }),
      /storage\.redis is a secret, or holds one.*as redisFile/,
    ],
    [
      'a Redis that is none',
      without('storage', { redis: 'http://127.0.0.1:6379' }),
      /storage\.redis must be an address such as rediss:\/\//,
    ],
    ['a misspelt option', { ...OPTIONS, webhook: {} }, /webhook is not known\. Did you mean webhooks/],
    [
      'a key that is no PEM',
      without('audit', { seals: [{ kid: 's', alg: 'EdDSA', keyFile: 'broken', signs: true }] }),
      /seals\[0\]\.keyFile names a file that holds no key in PEM/,
    ],
    [
      'the error page of a vault as the key of tokens',
      without('keys', [{ kid: 'a', alg: 'HS256', keyFile: 'vault', signs: true }] as never),
      /keys\[0\]\.keyFile names a file that is not base64\. Make one with: openssl rand -base64 32/,
    ],
    [
      'a sentence as the key of the trail',
      without('audit', { keyFile: 'sentence' }),
      /audit\.keyFile names a file that is not base64\. Make one with/,
    ],
    [
      'a sentence as the key of the mapping',
      without('mapping', { keyFile: 'sentence' }),
      /mapping\.keyFile names a file that is not base64\. Make one with/,
    ],
    [
      'a sentence as a key of the signatures',
      without('audit', { seals: [{ kid: 's', alg: 'HS256', keyFile: 'sentence', signs: true }] }),
      /audit\.seals\[0\]\.keyFile names a file that is not base64\. Make one with/,
    ],
    [
      'a sentence as the key of a front end',
      without('session', {
        header: { keyFile: 'sentence', grant: { professionalId: 'p', actions: ['read'] } },
      } as never),
      /session\.header\.keyFile names a file that is not base64\. Make one with/,
    ],
    ['a sign-in of no kind', without('session', { saml: {} }), /session must be one of .*oidc.*jwt.*header/],
    [
      'a grant without a claim',
      without('session', { header: { keyFile: 'secrets/header', grant: { actions: ['read'] } } }),
      /session\.grant\.professionalId must name the claim/,
    ],
    ['what is no JSON', '{ "credentials": { "key": "canary" ', /proxy\.config\.json is not JSON/],
    ['a list', '[]', /one object of options/],
    [
      'a password in an address',
      without('storage', { redis: 'rediss://:canary@redis.example' }),
      /storage\.redis is a secret, or holds one.*as redisFile/,
    ],
    [
      'what is given twice',
      without('storage', { redis: 'rediss://redis.example', redisFile: 'secrets/redis' }),
      /storage\.redis is given twice/,
    ],
  ])('%s is refused, without a stack and without what it holds', async (_, text, said) => {
    writeFileSync(join(folder, 'secrets/redis'), 'rediss://:canary@redis.example');
    const page = '{"errors":["1 error occurred: * permission denied canary"],"warnings":null}';
    writeFileSync(join(folder, 'vault'), `${page}\n`);
    writeFileSync(
      join(folder, 'sentence'),
      'The canary sings in the safe of the pharmacy, says the head nurse\n',
    );
    writeFileSync(join(folder, 'broken'), '-----BEGIN PRIVATE KEY-----\nx\n');
    const { code, out, err } = await check(text);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(said)]);
    expect(err).not.toMatch(/canary|^\s+at /m);
  });
});
