import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { SECRET } from './fixtures/delivery.ts';
import { rawRequest } from './fixtures/raw-request.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from './fixtures/world.ts';
import type { Grant } from './token/grant.ts';

let world: World;
afterEach(() => world.close());

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-metrics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = 'a-token-for-metrics';
const document = readFileSync(new URL('../docs/proxy.md', import.meta.url), 'utf8');
const read = (authorization = `Bearer ${TOKEN}`) =>
  fetch(`${world.url}/metrics`, { headers: { authorization } });
const text = async (): Promise<string> => (await read()).text();
const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;

describe('GET /metrics', () => {
  test('is not there unless it is turned on', async () => {
    world = await startWorld();
    expect((await read()).status).toBe(404);
  });

  test('is for whoever knows its token, and for nobody else', async () => {
    world = await startWorld({ metrics: { token: TOKEN } });
    expect((await read()).status).toBe(200);
    for (const other of [`Bearer ${TOKEN}x`, TOKEN, 'Bearer ', `Basic ${TOKEN}`]) {
      expect((await read(other)).status).toBe(401);
    }
    expect((await fetch(`${world.url}/metrics`)).status).toBe(401);
    expect((await read(`Bearer ${await tokenFor()}`)).status).toBe(401);
  });

  test('counts requests by template, method and class of status, calls of the service, refusals and states', async () => {
    world = await startWorld({ metrics: { token: TOKEN } });
    world.service.answer = () => ({ body: { serviceId: PATIENT } });
    const token = await tokenFor();
    await world.ask(PATH, token);
    await world.ask(PATH, token);
    await world.ask(PATH, 'not.a.token');
    const route = '/professionals/{professionalId}/patients/{patientId}';
    const said = await text();
    for (const line of [
      `requests_total{route="GET ${route}",method="GET",status="2xx"} 2`,
      `requests_total{route="GET ${route}",method="GET",status="4xx"} 1`,
      `request_duration_seconds_bucket{le="15",route="GET ${route}"} 3`,
      `request_duration_seconds_count{route="GET ${route}"} 3`,
      `upstream_duration_seconds_count{route="GET ${route}"} 2`,
      'upstream_calls_total{outcome="succeeded"} 2',
      'refusals_total{code="TOKEN_INVALID"} 1',
      'breaker_state{state="closed"} 1',
      'breaker_state{state="open"} 0',
      // The one that reads them.
      'requests_in_flight 1',
      'event_streams 0',
    ]) {
      expect(said).toContain(`instrument_panel_proxy_${line}\n`);
    }
  });

  test('are listed in docs/proxy.md, each with its type and meaning', async () => {
    world = await startWorld({
      metrics: { token: TOKEN },
      webhooks: { secrets: [SECRET], onEvent: () => {} },
      storage: { file: join(folder, 'proxy.sqlite') },
    });
    const said = await text();
    const types = new Map(
      Array.from(said.matchAll(/^# TYPE (\S+) (.+)$/gm), ([, name, type]) => [name, type]),
    );
    const rows = Array.from(
      said.matchAll(/^# HELP (instrument_panel_\S+) (.+)$/gm),
      ([, name, help]) => `| \`${name}\` | ${types.get(name)} | ${help} |`,
    );
    expect(document.match(/^\| `instrument_panel_proxy_.+$/gm)?.sort()).toEqual(rows.sort());
  });

  test('count requests for a token by way and outcome', async () => {
    let grant: () => Promise<Grant | null> = async () => null;
    world = await startWorld({ metrics: { token: TOKEN }, session: () => grant() });
    const ask = (origin = PAGE) =>
      fetch(`${world.url}/session`, {
        method: 'POST',
        body: '{}',
        headers: { origin, 'content-type': 'application/json' },
      });
    await ask();
    await ask('https://elsewhere.example');
    grant = async () => ({ sub: 'a', role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] });
    await ask();
    await ask();
    grant = () => Promise.reject(new Error('away'));
    await ask();
    const said = (await text()).match(/^instrument_panel_proxy_sign_ins_total\{.+$/gm)?.sort();
    expect(said).toEqual(
      ['failed"} 1', 'granted"} 2', 'not_signed_in"} 1', 'refused"} 1'].map(
        (end) => `instrument_panel_proxy_sign_ins_total{way="session",outcome="${end}`,
      ),
    );
    // Two tokens, so two rows at least; other rows may be of those who were refused.
    expect(Number(/^instrument_panel_proxy_trail_rows (\d+)$/m.exec(await text())?.[1])).toBeGreaterThan(1);
  });

  test('tell the sizes of answers, the room that is left for the storage, and what the process uses', async () => {
    const { bavail, bsize } = statfsSync(folder);
    world = await startWorld({ metrics: { token: TOKEN }, storage: { file: join(folder, 'sizes.sqlite') } });
    const { length } = await (await fetch(`${world.url}/nothing`)).text();
    const said = await text();
    expect(said).toContain(`instrument_panel_proxy_answer_bytes_total{route="(unknown)"} ${length}\n`);
    const free = Number(/^instrument_panel_proxy_storage_free_bytes (\S+)$/m.exec(said)?.[1]);
    expect(Math.abs(free - bavail * bsize)).toBeLessThan((bavail * bsize) / 2);
    const names = [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
    ];
    for (const name of names) expect(said).toMatch(new RegExp(`^${name} [\\d.]+$`, 'm'));
    // In memory there is no file, and no line.
    await world.close();
    world = await startWorld({ metrics: { token: TOKEN } });
    expect(await text()).not.toContain('\ninstrument_panel_proxy_storage_free_bytes ');
  });

  test('say that the breaker is open', async () => {
    world = await startWorld({ metrics: { token: TOKEN }, limits: { breakerFailures: 1 } });
    await world.service.close();
    await world.ask(PATH, await tokenFor());
    expect(await text()).toContain('breaker_state{state="open"} 1');
    expect(await text()).toContain('upstream_calls_total{outcome="failed"} 1');
  });

  test('do not grow with what callers make up: paths, methods, queries, tokens, codes of the service', async () => {
    world = await startWorld({ metrics: { token: TOKEN } });
    world.service.answer = () => ({ status: 403, body: { code: `CODE_${Math.random()}`, message: 'x' } });
    const token = await tokenFor();
    const strange = async (round: number): Promise<void> => {
      await fetch(`${world.url}/unknown-${round}`);
      await fetch(`${world.url}/third-party/api/v1/unknown-${round}?a=${round}`);
      await world.ask(`${PATH}?q=${round}`, token);
      await world.ask(`/professionals/${PROFESSIONAL}/forms/applications/${round}`, token);
      await world.ask(PATH, `${round}.b.c`);
      await rawRequest(world.url, `PROPFIND /a${round} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      await rawRequest(world.url, `MKCOL /b${round} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    };
    await strange(1);
    await text();
    const lines = async () => (await text()).split('\n').map((line) => line.replace(/ \S+$/, ''));
    // What Node says of its process grows by itself: a kind of garbage collection is listed from its first one on.
    const ours = (all: string[]) => all.filter((line) => !/^(?:# (?:HELP|TYPE) )?nodejs_/.test(line));
    const before = await lines();
    for (let round = 2; round < 20; round += 1) await strange(round);
    const after = await lines();
    expect(ours(after)).toEqual(ours(before));
    expect(ours(after).length).toBeGreaterThan(100);
    expect(after.join('\n')).not.toMatch(/unknown-|PROPFIND|MKCOL|CODE_|1111-4111|aaaa-4aaa|staff-7/);
  });
});

test('a token for metrics that could be guessed stops the start', async () => {
  await expect(startWorld({ metrics: { token: 'short' } })).rejects.toMatchObject({
    option: 'metrics.token',
  });
  world = await startWorld();
});
