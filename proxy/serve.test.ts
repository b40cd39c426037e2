import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-serve-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command until it ends, or until it says that it listens; then `whenListening` is awaited and it is stopped. */
async function run(
  args: readonly string[],
  whenListening?: (url: string) => Promise<void>,
  env: object = {},
) {
  const child = spawn(process.execPath, [SERVE, ...args], { env: { ...process.env, ...env } });
  let output = '';
  let visited: Promise<void> | undefined;
  const onText = (text: Buffer) => {
    output += text;
    const url = /listening on (\S+)/.exec(output)?.[1];
    if (url && !visited)
      visited = (whenListening?.(url) ?? Promise.resolve()).finally(() => child.kill('SIGTERM'));
  };
  child.stdout.on('data', onText);
  child.stderr.on('data', onText);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  await visited;
  return { code, output };
}

async function config(text: string): Promise<string> {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.config.ts`);
  await writeFile(file, text);
  return file;
}

const OPTIONS = `{
  upstream: 'https://api.service.example',
  credentials: { key: 'k', secret: 's' },
  keys: [{ kid: 'a', alg: 'HS256', key: crypto.getRandomValues(new Uint8Array(32)), signs: true }],
  issuer: 'i', audience: 'a', origins: ['https://ehr.example'], storage: { file: ':memory:' },
`;

describe('npm run proxy', () => {
  test('without arguments runs the demo, says so loudly, and stops cleanly', async () => {
    let health: unknown;
    const { code, output } = await run(['--port', '0'], async (url) => {
      health = await (await fetch(`${url}/healthz`)).json();
    });
    expect(output).toContain('DEMO CONFIGURATION');
    expect(health).toEqual({ status: 'ok' });
    expect(code).toBe(0);
  });

  test('runs a partner’s own configuration, given as options or as a function', async () => {
    for (const text of [
      `export default ${OPTIONS} session: async () => null }`,
      `export default () => (${OPTIONS} session: async () => null })`,
    ]) {
      const { output } = await run(['--port', '0', '--config', await config(text)]);
      expect(output).toContain('listening on http://localhost:');
      expect(output).not.toContain('DEMO');
    }
  });

  test.each<[string, readonly string[], object, RegExp, number]>([
    [
      'a missing configuration',
      ['--config', 'nowhere.config.ts'],
      {},
      /no configuration at nowhere[\s\S]*no default for session/,
      1,
    ],
    ['the demo in production', [], { NODE_ENV: 'production' }, /refused[\s\S]*no default for session/, 1],
    ['a port that is none', ['--port', '70000'], {}, /--port must be/, 2],
    ['an unknown argument', ['--prot', '1'], {}, /--prot[\s\S]*proxy --help/, 2],
  ])('%s is refused with a sentence that says what to do', async (_, args, env, sentence, exit) => {
    const { code, output } = await run(args, undefined, env);
    expect(output).toMatch(sentence);
    expect(output).not.toMatch(/^\s+at /m);
    expect(code).toBe(exit);
  });

  test('a configuration without a session hook, or without options, is refused', async () => {
    const noHook = await run(['--port', '0', '--config', await config(`export default ${OPTIONS} }`)]);
    expect([noHook.code, noHook.output]).toEqual([1, expect.stringMatching(/option session .*no default/)]);
    const nothing = await run(['--port', '0', '--config', await config('export const a = 1;')]);
    expect([nothing.code, nothing.output]).toEqual([1, expect.stringContaining('no default export')]);
  });
});
