import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChoiceError, FRONT_ENDS, readChoices, SERVERS } from './choices.ts';

const PACKAGE = 'instrument-panel-widget-0.1.0.tgz';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-choices-'));
  writeFileSync(join(folder, PACKAGE), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (...args: readonly string[]) => readChoices(['--tarballs', folder, ...args], [PACKAGE]);

it('reads a front end, a server and a folder from flags', async () => {
  const given = ['--front', 'react', '--server', 'hono', '--folder', join(folder, 'new')];
  expect(await read(...given)).toEqual({
    front: 'react',
    server: 'hono',
    folder: join(folder, 'new'),
    tarballs: folder,
  });
});

it.each([
  [
    'another front end',
    ['--front', 'ember'],
    '--front must be one of html, vite, react, vue, svelte, angular, next; got "ember".',
  ],
  ['a name of JavaScript', ['--front', 'toString'], 'got "toString"'],
  ['another server', ['--front', 'vue', '--server', 'koa'], 'one of express, fastify, hono, next; got "koa"'],
  ['no folder, and nobody to ask', ['--front', 'vue', '--server', 'hono'], 'Pass --folder'],
  ['an unknown flag', ['--fornt', 'vue'], '--fornt'],
  ['a folder without the packages', ['--tarballs', '/nowhere'], `no ${PACKAGE} in /nowhere`],
])('refuses %s, and says what can be', async (_, args, words) => {
  const refusal = await read(...args).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ChoiceError);
  expect((refusal as ChoiceError).message).toContain(words);
});

it('refuses a folder that holds something', async () => {
  await expect(read('--front', 'vue', '--server', 'hono', '--folder', folder)).rejects.toThrow(
    'is not empty',
  );
});

it('asks for the versions that the project’s own tests run', () => {
  const { devDependencies } = JSON.parse(readFileSync('test/package.json', 'utf8'));
  const { dependencies } = JSON.parse(readFileSync('sandbox/package.json', 'utf8'));
  const tested: Record<string, string> = { ...devDependencies, ...dependencies };
  const asked = [...Object.values(FRONT_ENDS), ...Object.values(SERVERS)].flatMap(({ packages }) =>
    Object.entries(packages),
  );
  const known = asked.filter(([name]) => tested[name] !== undefined);
  expect(known.length).toBeGreaterThan(5);
  for (const [name, version] of known) expect([name, version]).toEqual([name, tested[name]]);
});
