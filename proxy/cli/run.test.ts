import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStubService } from '../fixtures/stub-service.ts';
import { PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import { createProxy, type ProxyOptions } from '../index.ts';
import { openStorage } from '../storage/open.ts';
import { createKeyRing } from '../token/key-ring.ts';
import { createVerifier } from '../token/token.ts';
import { runHere } from './run-here.fixture.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const KEY = randomBytes(32);

let folder: string;
let config: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-cli-'));
  config = join(folder, 'proxy.config.ts');
  writeFileSync(
    config,
    `const options: { upstream: string } & Record<string, unknown> = {
  upstream: 'https://api.service.example',
  credentials: { key: 'k', secret: 's' },
  keys: [{ kid: 'a', alg: 'HS256', key: Buffer.from('${KEY.toString('base64')}', 'base64'), signs: true }],
  issuer: 'https://panel.example', audience: 'live', origins: ['https://ehr.example'], session: async () => null,
  limits: { tokenSeconds: 300 }, storage: { file: ${JSON.stringify(join(folder, 'proxy.sqlite'))} },
};
export default options;`,
  );
  await (await openStorage({ file: join(folder, 'proxy.sqlite') })).close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { INSTRUMENT_PANEL_DEMO_TOKEN_KEY: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { ...inherited, ...env } });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => {
    output.out += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    output.err += text;
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output, code };
}

async function run(args: readonly string[], env?: Readonly<Record<string, string>>) {
  const { output, code } = start(args, env);
  return { code: await code, ...output };
}

const token = (...args: readonly string[]) => ['token', '--config', config, ...args];
const verify = createVerifier({
  ring: createKeyRing([{ kid: 'a', alg: 'HS256', key: KEY, signs: true }]),
  issuer: 'https://panel.example',
  audience: 'live',
  clock: Date.now,
  cachedTokens: 1,
});

describe('instrument-panel', () => {
  test('lists its commands, and each says what it takes', async () => {
    const help = await runHere(['--help']);
    expect([help.code, help.err]).toEqual([0, '']);
    const names = [...help.out.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name ?? '');
    expect(names).toEqual([
      'init',
      'proxy',
      'doctor',
      'token',
      'revoke',
      'link',
      'profile',
      'sites',
      'events',
      'audit',
      'storage',
    ]);
    for (const name of names) {
      const one = await runHere([name, '--help']);
      expect([one.code, one.out]).toEqual([0, expect.stringContaining(`Usage: instrument-panel ${name}`)]);
    }
  });

  test('says which release it is', async () => {
    const { code, out } = await runHere(['--version']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  test.each([[[]], [['prxy']], [['constructor']], [['--config', 'a']]])(
    '%j is not understood: exit code 2, and the list of commands',
    async (args) => {
      const { code, out, err } = await runHere(args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('Usage: instrument-panel COMMAND');
    },
  );

  test.each<[readonly string[], string]>([
    [['prxy'], 'There is no command prxy. Did you mean proxy?'],
    [['proxy', '--prot', '4300'], 'There is no option --prot. Did you mean --port?'],
    [['proxy', '--confg=a.mts'], 'There is no option --confg. Did you mean --config?'],
    [['token', '--professionals', 'a'], 'There is no option --professionals. Did you mean --professional?'],
    [['audit', 'verify', '--witnes', 'a'], 'There is no option --witnes. Did you mean --witness?'],
    [['proxy', '--verbose'], 'There is no option --verbose.\n'],
  ])('%j is refused with the nearest name', async (args, said) => {
    const { code, out, err } = await runHere(args);
    expect([code, out]).toEqual([2, '']);
    expect(err.startsWith(said)).toBe(true);
  });

  test.each<[readonly string[], number, string]>([
    [['--help'], 0, ''],
    [['prxy'], 2, 'There is no command prxy'],
    [['token', '--config', 'nowhere.ts', '--role', 'operations', '--ops', 'read'], 1, 'nowhere.ts'],
  ])('%j ends its process with the exit code %i', async (args, exit, said) => {
    const { code, err } = await run(args);
    expect([code, err]).toEqual([exit, expect.stringContaining(said)]);
  });
});

describe('instrument-panel token', () => {
  test('gives a token, alone on standard output, that a proxy of this configuration takes', async () => {
    const { code, out, err } = await run(token('--role', 'operations', '--ops', 'read,apply'));
    expect(code).toBe(0);
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(err).not.toContain(out.trim());
    const claims = await verify(out.trim());
    expect(claims).toMatchObject({ role: 'operations', ops: ['read', 'apply'], origin: 'none' });
    expect(claims.exp - claims.iat).toBe(300);
  });

  test('leaves a row in the trail, and gives none where that cannot be', async () => {
    const args = ['--role', 'operations', '--ops', 'read', '--sub', 'the-night-shift'];
    const { err } = await runHere(token(...args));
    const jti = /revoke --jti (\S+)/.exec(err)?.[1] ?? '';
    const trail = await runHere(['audit', 'read', '--config', config]);
    const rows = trail.out.split('\n').filter((line) => line.includes('the-night-shift'));
    expect(rows).toHaveLength(1);
    expect(JSON.parse(rows[0] ?? '').entry).toMatchObject({
      route: 'token',
      who: { sub: 'the-night-shift', role: 'operations' },
      jti: createHash('sha256').update(jti).digest('hex').slice(0, 16),
      outcome: { kind: 'done' },
    });
    const elsewhere = join(folder, 'elsewhere.config.mts');
    writeFileSync(elsewhere, readFileSync(config, 'utf8').replace('proxy.sqlite', 'nowhere.sqlite'));
    const none = await runHere(['token', '--config', elsewhere, '--role', 'operations', '--ops', 'read']);
    expect([none.code, none.out]).toEqual([1, '']);
    expect(none.err).toContain('There is no storage at');
  });

  test('narrows it as told', async () => {
    const other = PATIENT.replaceAll('a', 'd');
    const { out } = await runHere(
      token(
        ...['--role', 'professional', '--ops', 'read', '--professional', PROFESSIONAL],
        ...['--patient', PATIENT, '--patient', other, '--seconds', '60', '--origin', 'https://ehr.example'],
      ),
    );
    const claims = decodeJwt(out.trim());
    expect(claims).toMatchObject({ pro: PROFESSIONAL, pat: [PATIENT, other], origin: 'https://ehr.example' });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(60);
  });

  test.each<[string, readonly string[], number, RegExp]>([
    ['no role', ['--ops', 'read'], 2, /--role must be one of professional, patient, operations/],
    ['an unknown role', ['--role', 'admin', '--ops', 'read'], 2, /--role must be one of/],
    [
      'an unknown action',
      ['--role', 'operations', '--ops', 'read,everything'],
      2,
      /--ops must be some of read/,
    ],
    ['no actions', ['--role', 'operations'], 2, /--ops must be some of/],
    ['a professional without an id', ['--role', 'professional', '--ops', 'read'], 1, /pro is required/],
    [
      'a patient without patients',
      ['--role', 'patient', '--ops', 'read', '--professional', PROFESSIONAL],
      1,
      /pat is required/,
    ],
    [
      'a professional by name',
      ['--role', 'professional', '--ops', 'read', '--professional', 'Dr. Lima'],
      1,
      /claim pro is refused/,
    ],
    ['16 minutes', ['--role', 'operations', '--ops', 'read', '--seconds', '960'], 1, /1 to 900 seconds/],
    ['words for seconds', ['--role', 'operations', '--ops', 'read', '--seconds', 'long'], 2, /--seconds/],
  ])('refuses %s with a sentence', async (_, args, exit, sentence) => {
    const { code, out, err } = await runHere(token(...args));
    expect([code, out]).toEqual([exit, '']);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test('says how to mint for the demo, whose keys nobody else has', async () => {
    const { code, out, err } = await run(['token', '--role', 'operations', '--ops', 'read']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('export INSTRUMENT_PANEL_DEMO_TOKEN_KEY=');
    const weak = await run(['token', '--role', 'operations', '--ops', 'read'], {
      INSTRUMENT_PANEL_DEMO_TOKEN_KEY: 'c2hvcnQ=',
    });
    expect([weak.code, weak.err]).toEqual([1, expect.stringContaining('32 random bytes')]);
  });

  test('mints what a running demo takes, where both have the same key', async () => {
    const service = await startStubService();
    service.answer = () => ({ body: [] });
    const env = {
      INSTRUMENT_PANEL_DEMO_TOKEN_KEY: randomBytes(32).toString('base64'),
      INSTRUMENT_PANEL_SANDBOX_PORT: new URL(service.url).port,
    };
    const proxy = start(['proxy', '--port', '0'], env);
    try {
      await expect.poll(() => proxy.output.out, { timeout: 60_000 }).toContain('listening on');
      const url = /listening on (\S+)/.exec(proxy.output.out)?.[1];
      const { out, err } = await run(['token', '--role', 'operations', '--ops', 'read'], env);
      expect(err).toContain('has no row of this token');
      const reply = await fetch(`${url}/third-party/api/v1/forms/tags`, {
        headers: { authorization: `Bearer ${out.trim()}` },
      });
      expect([reply.status, await reply.json()]).toEqual([200, []]);
    } finally {
      proxy.child.kill('SIGTERM');
      expect(await proxy.code).toBe(0);
      await service.close();
    }
  });
});

describe('instrument-panel revoke', () => {
  const revoke = (...args: readonly string[]) => runHere(['revoke', '--config', config, ...args]);

  test('refuses at a running proxy what it names, and leaves a row', async () => {
    const options = (await import(config)) as { default: ProxyOptions };
    const service = await startStubService();
    service.answer = () => ({ body: [] });
    const proxy = createProxy({
      ...options.default,
      upstream: service.url,
      log: () => {},
    });
    const { url } = await proxy.listen(0);
    const mint = async (sub: string) => {
      const { out } = await runHere([
        'token',
        '--config',
        config,
        '--role',
        'operations',
        '--ops',
        'read',
        '--sub',
        sub,
      ]);
      return out.trim();
    };
    const status = async (bearer: string) =>
      (
        await fetch(`${url}/third-party/api/v1/forms/tags`, {
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).status;
    try {
      const [one, mine, theirs] = [await mint('a'), await mint('b'), await mint('c')];
      expect(await Promise.all([one, mine, theirs].map(status))).toEqual([200, 200, 200]);
      expect(await revoke('--jti', decodeJwt(one).jti ?? '')).toMatchObject({
        code: 0,
        out: 'revoked: one token\n',
      });
      await expect.poll(() => status(one)).toBe(401);
      expect((await revoke('--sub', 'b')).code).toBe(0);
      await expect.poll(() => status(mine)).toBe(401);
      expect(await status(theirs)).toBe(200);
      expect((await revoke('--all')).code).toBe(0);
      await expect.poll(() => status(theirs)).toBe(401);
      const { out } = await runHere(['audit', 'read', '--config', config]);
      const rows = out
        .split('\n')
        .flatMap((line) => (line.includes('"revoke"') ? [JSON.parse(line).entry] : []));
      expect(rows.map(({ who, ids }) => [who.sub, ids.sub])).toEqual([
        ['(operator)', undefined],
        ['(operator)', 'b'],
        ['(operator)', '*'],
      ]);
    } finally {
      await proxy.close();
      await service.close();
    }
  });

  test('is refused for the demo, whose tokens nobody else knows', async () => {
    const { code, out, err } = await runHere(['revoke', '--all']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('There is no storage at :memory:');
  });

  test.each<[string, readonly string[], RegExp]>([
    ['nothing', [], /one of --jti, --sub and --all/],
    ['two things', ['--sub', 'a', '--all'], /one of --jti, --sub and --all/],
    ['a moment for one token', ['--jti', 'x', '--before', '2026-03-02T10:00:00Z'], /--before goes with/],
    ['words for a moment', ['--all', '--before', 'yesterday'], /--before must be a day .* or an instant/],
    ['a moment to come', ['--all', '--before', '2999-01-01T00:00:00Z'], /past moment/],
  ])('refuses %s with a sentence', async (_, args, sentence) => {
    const { code, out, err } = await revoke(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  });
});
