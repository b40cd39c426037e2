import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { runHere } from '../cli/run-here.fixture.ts';
import { startWorld, tokenFor, type World } from '../fixtures/world.ts';

const TOKEN = 'a-token-for-metrics';
const signed = (profile: object): string =>
  ['e30', Buffer.from(JSON.stringify(profile)).toString('base64url'), 'c2ln'].join('.');
const HANDED_OUT = {
  name: 'The clinic',
  profiles: [
    { id: 'west', version: 7 },
    { id: 'west', version: 8, rollout: 10 },
    signed({ id: 'east', version: 3 }),
  ],
};
const PAGES = { shown: 0, list: 0, unclear: 0, unplaced: 0, unmatched: 0 };

let world: World;
afterEach(() => world.close());

const start = async (): Promise<void> => {
  world = await startWorld({ metrics: { token: TOKEN }, wellKnown: HANDED_OUT });
};
const report = async (body: unknown, token?: string): Promise<number> => {
  const answer = await fetch(`${world.url}/sites/health`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? (await tokenFor())}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
};
const counted = async (): Promise<readonly string[]> => {
  const answer = await fetch(`${world.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = (await answer.text()).split('\n');
  return lines.flatMap((line) => /^instrument_panel_proxy_extension_pages_total(.*)$/.exec(line)?.[1] ?? []);
};
const line = (profile: string, version: string, extension: string, outcome: string, count: number): string =>
  `{profile="${profile}",version="${version}",extension="${extension}",outcome="${outcome}"} ${count}`;

it('adds up what extensions report of the profiles that the proxy hands out, signed ones too', async () => {
  await start();
  const west = { id: 'west', version: 8, pages: { ...PAGES, shown: 3, unclear: 1 } };
  const east = { id: 'east', version: 3, pages: { ...PAGES, unmatched: 2 } };
  expect(await report({ extension: '1.4.0', profiles: [west, east] })).toBe(200);
  expect(await report({ extension: '1.4.0', profiles: [west] })).toBe(200);
  expect(await report({ extension: '1.5.0', profiles: [west] })).toBe(200);
  expect((await counted()).toSorted()).toEqual(
    [
      line('west', '8', '1.4.0', 'shown', 6),
      line('west', '8', '1.4.0', 'unclear', 2),
      line('east', '3', '1.4.0', 'unmatched', 2),
      line('west', '8', '1.5.0', 'shown', 3),
      line('west', '8', '1.5.0', 'unclear', 1),
    ].toSorted(),
  );
});

it('makes no label of what a caller names: other profiles, other versions and too many extensions are “other”', async () => {
  await start();
  const pages = { ...PAGES, shown: 1 };
  expect(await report({ extension: '1', profiles: [{ id: 'ana-lima', version: 1, pages }] })).toBe(200);
  expect(await report({ extension: '1', profiles: [{ id: 'west', version: 99, pages }] })).toBe(200);
  for (let minor = 0; minor < 40; minor++)
    expect(await report({ extension: `2.${minor}`, profiles: [{ id: 'west', version: 7, pages }] })).toBe(
      200,
    );
  const lines = await counted();
  expect(lines).toContain(line('other', 'other', '1', 'shown', 1));
  expect(lines).toContain(line('west', 'other', '1', 'shown', 1));
  expect(lines).toContain(line('west', '7', 'other', 'shown', 11));
  expect(lines.join()).not.toContain('ana');
  expect(lines.length).toBeLessThan(35);
});

it.each([
  ['a text in place of a count', { ...PAGES, shown: 'Ana' }],
  ['a count below zero', { ...PAGES, shown: -1 }],
  ['an outcome that is none', { ...PAGES, patient: 1 }],
])('refuses %s, and counts nothing of it', async (_, pages) => {
  await start();
  expect(await report({ extension: '1.0', profiles: [{ id: 'west', version: 7, pages }] })).toBe(400);
  expect(await counted()).toEqual([]);
});

it('takes counts from professionals alone', async () => {
  await start();
  const body = { extension: '1.0', profiles: [{ id: 'west', version: 7, pages: PAGES }] };
  expect(await report(body, 'not.a.token')).toBe(401);
  expect(await report(body, await tokenFor({ role: 'operations' }))).toBe(403);
});

it('shows them with a command, and names the profile that finds nothing', async () => {
  await start();
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-sites-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, 'proxy.config.mts');
  writeFileSync(config, `export default { metrics: { token: '${TOKEN}' } };`);
  const show = (...more: readonly string[]) =>
    runHere(['sites', '--url', world.url, '--config', config, ...more]);
  expect((await show()).out).toBe('The extension has reported nothing since the proxy was started.\n');
  await report({
    extension: '1.4.0',
    profiles: [
      { id: 'west', version: 7, pages: { ...PAGES, shown: 5, unplaced: 1 } },
      { id: 'west', version: 8, pages: { ...PAGES, unclear: 4 } },
    ],
  });
  const { code, out } = await show();
  expect(code).toBe(0);
  expect(out.split('\n').map((row) => row.split(/ {2,}/).join(' '))).toEqual([
    'profile version extension shown list unclear unplaced unmatched',
    'west 8 1.4.0 0 0 4 0 0 finds nothing',
    'west 7 1.4.0 5 0 0 1 0',
    '',
  ]);
  expect(JSON.parse((await show('--json')).out)).toEqual([
    { profile: 'west', version: '8', extension: '1.4.0', unclear: 4 },
    { profile: 'west', version: '7', extension: '1.4.0', shown: 5, unplaced: 1 },
  ]);
});

it('says of a proxy that is not there, or refuses the token, that it cannot be asked', async () => {
  await start();
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-sites-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, options: object): string => {
    const file = join(folder, name);
    writeFileSync(file, `export default ${JSON.stringify(options)};`);
    return file;
  };
  const run = (url: string, config: string) => runHere(['sites', '--url', url, '--config', config]);
  const right = write('right.config.mts', { metrics: { token: TOKEN } });
  const gone = createServer();
  await new Promise<void>((open) => gone.listen(0, '127.0.0.1', open));
  const { port } = gone.address() as { port: number };
  await new Promise((closed) => gone.close(closed));
  expect(await run(`http://127.0.0.1:${port}`, right)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not answer'),
  });
  const wrong = write('wrong.config.mts', { metrics: { token: 'another-token-for-metrics' } });
  expect(await run(world.url, wrong)).toMatchObject({
    code: 1,
    err: expect.stringContaining('answered 401'),
  });
  const none = write('none.config.mts', {});
  expect(await run(world.url, none)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no option metrics'),
  });
  expect((await runHere(['sites'])).code).toBe(2);
});
