import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from './run-here.fixture.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const INDEX = new URL('../index.ts', import.meta.url).href;
const SECRETS = {
  key: randomBytes(32).toString('base64'),
  audit: randomBytes(32).toString('base64'),
  webhook: randomBytes(32).toString('base64'),
  redis: 'pass-of-redis',
  forward: 'pass-of-the-forward-proxy',
  partner: 'partner-secret-of-the-service',
  pem: String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
};

const options = (more: string): string => `import { createPrivateKey } from 'node:crypto';
export default {
  upstream: 'https://api.service.example',
  credentials: { key: 'partner-key-of-the-service', secret: '${SECRETS.partner}' },
  keys: [
    { kid: '2026-11', alg: 'EdDSA', key: createPrivateKey(${JSON.stringify(SECRETS.pem)}), signs: true },
    { kid: '2026-05', alg: 'HS256', key: Buffer.from('${SECRETS.key}', 'base64') },
  ],
  issuer: 'https://panel.example', audience: 'live', origins: ['https://ehr.example', 'https://portal.example'],
  session: async () => null,
  ${more}
};`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-check-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('says what a configuration would run as, without a secret, and starts nothing', async () => {
  const config = write(
    'whole.mts',
    options(`storage: { redis: 'rediss://:${SECRETS.redis}@redis.clinic.example:6379' },
  audit: { key: Buffer.from('${SECRETS.audit}', 'base64') },
  webhooks: { secrets: ['${SECRETS.webhook}'], onEvent: () => {} },
  connection: { forwardProxy: 'http://panel:${SECRETS.forward}@proxy.clinic.example:3128' },
  limits: { tokenSeconds: 300 }, trustedProxyHops: 1, patients: { showInterpretation: true },`),
  );
  const { code, out, err } = await runHere(['proxy', '--check', '--config', config, '--port', '4300']);
  expect([code, err]).toEqual([0, '']);
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      'listens on      127.0.0.1:4300',
      'service         https://api.service.example',
      'way there       through http://proxy.clinic.example:3128 (its password goes in plain text)',
      'pages           https://ehr.example, https://portal.example',
      'tokens          of https://panel.example for live, 300 s; 2026-11 (EdDSA) signs, 2026-05 (HS256) verifies',
      'storage         rediss://redis.clinic.example:6379',
      'audit trail     chained by HMAC-SHA256 with a key',
      'callers         by X-Forwarded-For, of which 1 proxy in front is trusted',
      'patients        see dates, answers and scores, showInterpretation',
      'webhooks        1 secret, with onEvent',
      'other limits    tokenSeconds 300',
    ]),
  );
  for (const secret of Object.values(SECRETS)) expect(out).not.toContain(secret);
  expect(out).not.toContain('partner-key');
  expect(readdirSync(folder)).toEqual(['whole.mts']);
});

test('says what is off, and what that means', async () => {
  const { code, out } = await runHere(['proxy', '--check', '--config', write('least.mts', options(''))]);
  expect(code).toBe(0);
  expect(out).toContain('storage         instrument-panel-proxy.sqlite in the working folder');
  expect(out).toContain(
    'audit trail     chained by SHA-256 without a key: who can write the storage can write it anew',
  );
  expect(out).toContain('webhooks        off: pages hear of new answers when they ask');
  expect(out).toContain("callers         by the socket's address: X-Forwarded-For is not trusted");
});

test('says who signs people in, and refuses a ready-made session that lacks another option', async () => {
  const ready = (more: string) =>
    `import { oidcSession } from '${INDEX}';\n${options(`${more}
    session: oidcSession({ issuer: 'https://login.clinic.example', clientId: 'panel', clientSecret: 'oidc-secret-canary', grant: () => null }),`).replace(
      'session: async () => null,',
      '',
    )}`;
  const config = write('oidc.mts', ready("publicUrl: 'https://panel.example',"));
  const { code, out } = await runHere(['proxy', '--check', '--config', config]);
  expect(code).toBe(0);
  expect(out).toContain('sign-in         OpenID Connect at https://login.clinic.example');
  expect(out).not.toContain('oidc-secret-canary');
  const refused = await runHere(['proxy', '--check', '--config', write('no-url.mts', ready(''))]);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('publicUrl is needed for oidcSession'),
  ]);
  const least = await runHere(['proxy', '--check', '--config', write('hook.mts', options(''))]);
  expect(least.out).toContain('sign-in         your session hook');
});

test('a wrong option is refused as at the start', async () => {
  const { code, out, err } = await runHere([
    'proxy',
    '--check',
    '--config',
    write('wrong.mts', options('trustedProxyHop: 1,')),
  ]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('trustedProxyHop is not known');
});

test('a module that Node takes for CommonJS is refused with its remedy', async () => {
  write('package.json', '{ "name": "a-partner", "type": "commonjs" }');
  // A process of its own: how a module is taken is Node's decision.
  const config = write('proxy.config.ts', options(''));
  const { status: code, stderr: err } = spawnSync(
    process.execPath,
    [MAIN, 'proxy', '--check', '--config', config],
    {
      encoding: 'utf8',
    },
  );
  expect(code).toBe(1);
  expect(err).toContain(
    'proxy.config.ts is read as CommonJS, since its package.json says so. Name it proxy.config.mts',
  );
  expect(err).not.toMatch(/^\s+at /m);
});

test('--explain is said, and refused beside a service on another machine', async () => {
  const demo = await runHere(['proxy', '--check', '--explain']);
  expect([demo.code, demo.out]).toEqual([0, expect.stringMatching(/^refusals +explained in the log/m)]);
  const config = write('live.mts', options("storage: { file: ':memory:' },"));
  const live = await runHere(['proxy', '--check', '--explain', '--config', config]);
  expect([live.code, live.err]).toEqual([1, expect.stringContaining('explainRefusals is for development')]);
});

test.each(['true', 'false', 'undefined'])(
  '--explain holds beside a service on this machine whatever the configuration says (%s), and beside none elsewhere',
  async (given) => {
    const at = (upstream: string) =>
      `${options(`storage: { file: ':memory:' }, explainRefusals: ${given},`)}`.replace(
        'https://api.service.example',
        upstream,
      );
    const explained = async (name: string, upstream: string, ...args: readonly string[]) => {
      const { code, out } = await runHere([
        'proxy',
        '--check',
        ...args,
        '--config',
        write(name, at(upstream)),
      ]);
      return code === 0 ? /^refusals +explained in the log/m.test(out) : 'refused';
    };
    const here = 'http://127.0.0.1:4100';
    const name = (what: string) => `explain-${what}-${given}.mts`;
    expect(await explained(name('here'), here, '--explain')).toBe(true);
    expect(await explained(name('plain'), here)).toBe(given === 'true');
    const elsewhere = 'https://sandbox.service.example';
    expect(await explained(name('elsewhere'), elsewhere, '--explain')).toBe('refused');
  },
);

test('--explain beside a sandbox on another machine needs its name in the configuration', async () => {
  const named = (sandbox: string) => options(`storage: { file: ':memory:' }, explainRefusals: '${sandbox}',`);
  const check = (name: string, text: string) =>
    runHere(['proxy', '--check', '--explain', '--config', write(name, text)]);
  const fits = await check('sandbox.mts', named('https://api.service.example'));
  expect([fits.code, fits.out]).toEqual([0, expect.stringMatching(/^refusals +explained in the log/m)]);
  const moved = await check('moved.mts', named('https://sandbox.service.example'));
  expect([moved.code, moved.err]).toEqual([1, expect.stringContaining('or the origin of your sandbox')]);
  const { out } = await runHere(['proxy', '--help']);
  expect(out).toContain("explainRefusals: 'https://…'");
});

test('pages without https on another machine, and a file of a secret that others may read, are said and not refused', async () => {
  const key = write('open-key', `${SECRETS.audit}\n`);
  const webhook = write('own-secret', `${SECRETS.webhook}\n`);
  chmodSync(key, 0o644);
  chmodSync(webhook, 0o600);
  const text = options(`storage: { file: ':memory:' },
  audit: { key: Buffer.from(readSecret('K', { K_FILE: ${JSON.stringify(key)} }), 'base64') },
  webhooks: { secrets: [readSecret('W', { W_FILE: ${JSON.stringify(webhook)} })] },`).replace(
    "'https://portal.example'",
    "'http://ward.clinic.example', 'http://localhost:3000', 'http://a.localhost'",
  );
  const config = write('weak.mts', `import { readSecret } from '${INDEX}';\n${text}`);
  const { code, out } = await runHere(['proxy', '--check', '--config', config]);
  // Other tests of this process may have read files that others may read.
  const said = out
    .split('\n')
    .filter((line) => line.startsWith('attention ') && (line.includes('origin') || line.includes(folder)));
  expect([code, said]).toEqual([
    0,
    [
      expect.stringContaining('The origin http://ward.clinic.example is without https'),
      expect.stringMatching(
        /open-key can be read by everybody on this machine \(mode 0644\)\..*chmod 600\.$/,
      ),
    ],
  ]);
  expect(out).not.toContain(SECRETS.audit);
});
