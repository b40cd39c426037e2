import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SECRET } from '../fixtures/delivery.ts';
import { startStubService } from '../fixtures/stub-service.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const GIVEN = {
  'given/key': 'partner-key-canary',
  'given/secret': 'partner-secret-canary',
  'given/webhook': SECRET,
};
const ORIGIN = 'https://ehr.clinic.example';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-init-'));
  mkdirSync(join(folder, 'given'));
  for (const [name, text] of Object.entries(GIVEN)) writeFileSync(join(folder, name), `${text}\n`);
  symlinkSync(MODULES, join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ANSWERS = {
  upstream: 'https://api.service.example',
  key: 'given/key',
  secret: 'given/secret',
  publicUrl: 'https://panel.clinic.example',
  origins: `${ORIGIN} https://portal.clinic.example`,
  storage: '',
  hops: '',
  webhooks: 'given/webhook',
  signIn: '',
};

const init = (answers: Partial<typeof ANSWERS> = {}, ...args: readonly string[]) =>
  initBy(Object.values({ ...ANSWERS, ...answers }), ...args);

function initBy(lines: readonly string[], ...args: readonly string[]) {
  const input = `${lines.join('\n')}\n`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'init', ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: 'utf8' });
const made = () => readdirSync(folder).filter((name) => !['given', 'node_modules'].includes(name));

test('writes what runs as it was answered, from an empty folder', () => {
  const { code, out } = init();
  expect(code).toBe(0);
  expect(made().sort()).toEqual(['proxy.config.mts', 'secrets']);
  expect(out).toContain('npx instrument-panel proxy --check --config proxy.config.mts');
  const check = run('proxy', '--check', '--config', 'proxy.config.mts');
  expect([check.status, check.stderr]).toEqual([0, '']);
  expect(check.stdout.split('\n')).toEqual(
    expect.arrayContaining([
      'service         https://api.service.example',
      'pages           https://ehr.clinic.example, https://portal.clinic.example',
      `storage         ${join(folder, 'proxy.sqlite')}`,
      'audit trail     chained by HMAC-SHA256 with a key',
      'webhooks        1 secret, without onEvent',
      'EHR keys        linked to patients',
    ]),
  );
});

test('a configuration in another folder works from any folder', () => {
  mkdirSync(join(folder, 'etc'));
  expect(init({}, '--config', 'etc/panel.config.mts').code).toBe(0);
  const { status, stdout } = spawnSync(
    process.execPath,
    [MAIN, 'proxy', '--check', '--config', join(folder, 'etc/panel.config.mts')],
    { cwd: tmpdir(), encoding: 'utf8' },
  );
  expect(status).toBe(0);
  expect(stdout).toContain(`storage         ${join(folder, 'proxy.sqlite')}`);
});

test.each([
  ['redis', 'rediss://:store-canary@redis.clinic.example:6379', 'rediss://redis.clinic.example:6379'],
  [
    'postgres',
    'postgres://panel:store-canary@db.clinic.example/panel?sslmode=verify-full',
    'Postgres at postgres://db.clinic.example/panel',
  ],
])('names a storage of the kind %s by the file that holds its address', (kind, address, shown) => {
  writeFileSync(join(folder, 'given/address'), `${address}\n`);
  expect(init({ storage: `${kind}\ngiven/address`, hops: '2' }).code).toBe(0);
  const { status, stdout } = run('proxy', '--check', '--config', 'proxy.config.mts');
  expect([status, stdout]).toEqual([0, expect.stringContaining(`storage         ${shown}\n`)]);
  expect(stdout).toContain('of which 2 proxies in front are trusted');
  expect(readFileSync(join(folder, 'proxy.config.mts'), 'utf8')).not.toContain('canary');
});

test('asks for no secret, writes none into the configuration, and keeps its own to the owner', () => {
  const { out, err } = init();
  const config = readFileSync(join(folder, 'proxy.config.mts'), 'utf8');
  const secrets = join(folder, 'secrets');
  const names = readdirSync(secrets).sort();
  expect(names).toEqual(['.gitignore', 'audit_key', 'mapping_key', 'token_key']);
  const own = names.slice(1).map((name) => readFileSync(join(secrets, name), 'utf8').trim());
  for (const secret of [...own, ...Object.values(GIVEN)]) expect(out + err + config).not.toContain(secret);
  expect(new Set(own.map((text) => Buffer.from(text, 'base64').length))).toEqual(new Set([32]));
  expect(new Set(own).size).toBe(3);
  expect((statSync(secrets).mode & 0o777).toString(8)).toBe('700');
  for (const name of names) expect((statSync(join(secrets, name)).mode & 0o777).toString(8)).toBe('600');
});

test.each(['proxy.config.mts', 'secrets/token_key'])('overwrites no %s', (name) => {
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, name), 'mine');
  const { code, err } = init();
  expect([code, err]).toEqual([1, expect.stringContaining('is there already, and stays as it is')]);
  expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
  expect([...made(), ...readdirSync(join(folder, 'secrets'))].filter((file) => file.includes('.'))).toEqual(
    name.includes('.') ? ['proxy.config.mts'] : [],
  );
});

test.each<[string, Partial<typeof ANSWERS>, RegExp]>([
  ['a service in plain text', { upstream: 'http://api.service.example' }, /plain text/],
  ['no service', { upstream: '' }, /An answer is needed/],
  [
    'a key file that is not there',
    { key: 'given/nothing' },
    /SERVICE_KEY is to be read from the file given\/nothing; it cannot be read \(ENOENT\)/,
  ],
  ['an origin with a path', { origins: `${ORIGIN}/` }, /origins\[0\] must be an exact origin/],
  ['a public address in plain text', { publicUrl: 'http://panel.clinic.example' }, /https address/],
  ['words for a number', { hops: 'one' }, /trustedProxyHops must be an integer/],
  ['a weak secret of webhooks', { webhooks: 'given/key' }, /at least 22 characters/],
  ['a sign-in in plain text', { signIn: 'http://ehr.clinic.example/who' }, /https address/],
])('%s is refused at its question, and nothing is written', (_, answers, said) => {
  const { code, err } = init(answers);
  expect([code, err]).toEqual([1, expect.stringMatching(said)]);
  expect(err).toContain('Nothing was written.');
  expect(err).not.toContain('canary');
  expect(made()).toEqual([]);
});

describe('that is left', () => {
  async function begin(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [MAIN, 'init'], { cwd: folder });
    let asked = '';
    child.stderr.on('data', (text: Buffer) => {
      asked += text;
    });
    child.stdin.write(`${ANSWERS.upstream}\n${ANSWERS.key}\n`);
    await expect.poll(() => asked, { timeout: 60_000 }).toContain('File with the partner secret');
    return child;
  }

  test('by Ctrl-C it leaves nothing', async () => {
    const child = await begin();
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(made()).toEqual([]);
  });

  test('by the end of the answers it leaves nothing', async () => {
    const child = await begin();
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(made()).toEqual([]);
  });
});

/** Runs the proxy that was written; `ask` asks for a token as a page does. */
async function withProxy(
  work: (
    ask: (cookie: string, to?: { host?: string; origin?: string }) => Promise<IncomingMessage>,
  ) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'proxy', '--config', 'proxy.config.mts', '--port', '0'], {
    cwd: folder,
  });
  try {
    let out = '';
    child.stdout.on('data', (text: Buffer) => {
      out += text;
    });
    await expect.poll(() => out, { timeout: 60_000 }).toContain('listening on');
    const url = /listening on (\S+)/.exec(out)?.[1];
    await work(async (cookie, { host, origin = ORIGIN } = {}) => {
      const headers = { origin, 'content-type': 'application/json', cookie, ...(host ? { host } : {}) };
      // Not fetch, which names no other host.
      const sent = request(`${url}/session`, { method: 'POST', headers }).end('{}');
      const [reply] = await once(sent, 'response');
      return reply;
    });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

/** An EHR that says who is signed in by one cookie. */
async function startEhr(cookie: string) {
  const ehr = await startStubService();
  ehr.answer = ({ rawHeaders }) =>
    rawHeaders.includes(cookie) ? { body: { id: 'staff-7', professionalId: randomUUID() } } : { status: 401 };
  return ehr;
}

test('with a sign-in that says whose a cookie is, a page gets a token', async () => {
  const ehr = await startEhr('sid=of-ana');
  try {
    expect(init({ signIn: `${ehr.url}/who` }).code).toBe(0);
    await withProxy(async (ask) => {
      const reply = await ask('sid=of-ana');
      expect([reply.statusCode, await json(reply)]).toEqual([
        200,
        { token: expect.any(String), expiresIn: 600, professionalId: expect.any(String) },
      ]);
      expect((await ask('sid=of-nobody')).statusCode).toBe(401);
    });
  } finally {
    await ehr.close();
  }
});

describe('for several tenants', () => {
  const OF_ALL = { upstream: 'https://api.service.example', storage: '', hops: '' };
  const ofTenant = (id: string, more: Readonly<Record<string, string>> = {}) => ({
    id,
    publicUrl: `https://panel.${id.replace('_', '-')}.example`,
    origins: `https://ehr.${id.replace('_', '-')}.example`,
    key: `given/${id}/key`,
    secret: `given/${id}/secret`,
    webhooks: '',
    signIn: '',
    ...more,
  });

  beforeEach(() => {
    for (const id of ['clinic_a', 'clinic_b']) {
      mkdirSync(join(folder, 'given', id));
      for (const name of ['key', 'secret'])
        writeFileSync(join(folder, 'given', id, name), `${name}-of-${id}-canary\n`);
    }
  });
  const initTenants = (...tenants: readonly Readonly<Record<string, string>>[]) =>
    initBy([OF_ALL, ...tenants].flatMap((answers) => Object.values(answers)).concat(''), '--tenants');

  test('writes what runs as each was answered, with keys of its own', () => {
    const { code, out, err } = initTenants(
      ofTenant('clinic_a', { webhooks: 'given/webhook' }),
      ofTenant('clinic_b'),
    );
    expect(code).toBe(0);
    expect(out).toContain('doctor --config proxy.config.mts --tenant ID');
    const check = run('proxy', '--check', '--config', 'proxy.config.mts');
    expect([check.status, check.stderr]).toEqual([0, '']);
    const [a = '', b = ''] = check.stdout.split(/^(?=tenant clinic_b)/m);
    expect(a.split('\n')).toEqual(
      expect.arrayContaining([
        'tenant clinic_a, at panel.clinic-a.example',
        'pages           https://ehr.clinic-a.example',
        `storage         ${join(folder, 'proxy.clinic_a.sqlite')}`,
        'webhooks        1 secret, without onEvent',
        'callers         by X-Forwarded-For, of which 1 proxy in front is trusted',
      ]),
    );
    expect(b.split('\n')).toEqual(
      expect.arrayContaining([
        'tenant clinic_b, at panel.clinic-b.example',
        'pages           https://ehr.clinic-b.example',
        `storage         ${join(folder, 'proxy.clinic_b.sqlite')}`,
        'webhooks        off: pages hear of new answers when they ask',
      ]),
    );
    const keys = ['clinic_a', 'clinic_b'].flatMap((id) =>
      readdirSync(join(folder, 'secrets', id)).map((name) => {
        const file = join(folder, 'secrets', id, name);
        expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
        return readFileSync(file, 'utf8').trim();
      }),
    );
    expect(new Set(keys).size).toBe(6);
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(['.gitignore', 'clinic_a', 'clinic_b']);
    const config = readFileSync(join(folder, 'proxy.config.mts'), 'utf8');
    for (const secret of [...keys, 'canary', SECRET]) expect(out + err + config).not.toContain(secret);
  });

  test('a page gets a token at the host of its own tenant, by that one’s sign-in alone', async () => {
    const [one, other] = [await startEhr('sid=of-a'), await startEhr('sid=of-b')];
    try {
      const tenants = [
        ofTenant('clinic_a', { signIn: `${one.url}/who` }),
        ofTenant('clinic_b', { signIn: `${other.url}/who` }),
      ];
      expect(initTenants(...tenants).code).toBe(0);
      await withProxy(async (ask) => {
        const at = (id: string) => ({ host: `panel.${id}.example`, origin: `https://ehr.${id}.example` });
        const statuses = [
          (await ask('sid=of-a', at('clinic-a'))).statusCode,
          (await ask('sid=of-b', at('clinic-a'))).statusCode,
          (await ask('sid=of-b', at('clinic-b'))).statusCode,
          (await ask('sid=of-b', { ...at('clinic-b'), host: 'panel.nobody.example' })).statusCode,
        ];
        expect(statuses).toEqual([200, 401, 200, 421]);
      });
    } finally {
      await one.close();
      await other.close();
    }
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['an id of another form', { id: 'Clinic B' }, /tenants\[1\]\.id must be a letter/],
    ['an id of another tenant', { id: 'clinic_a' }, /is clinic_a, as tenants\[0\]\.id is/],
    [
      'a host of another tenant',
      { publicUrl: 'https://panel.clinic-a.example' },
      /is panel\.clinic-a\.example, as tenants\[0\]\.hosts is/,
    ],
    ['a key of another tenant', { key: 'given/clinic_a/key' }, /is the same secret as tenants\[0\]/],
    ['no origin', { origins: '' }, /An answer is needed/],
  ])('%s is refused at its question, and nothing is written', (_, answers, said) => {
    const { code, err } = initTenants(ofTenant('clinic_a'), ofTenant('clinic_b', answers));
    expect([code, err]).toEqual([1, expect.stringMatching(said)]);
    expect(err).toContain('Nothing was written.');
    expect(err).not.toContain('canary');
    expect(made()).toEqual([]);
  });
});
