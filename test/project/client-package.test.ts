/**
 * The published client: it calls by the same declarations as its source, without zod, in the bytes that it promises.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Endpoint } from '@instrument-panel/client/contract';
import * as declared from '@instrument-panel/client/endpoints';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { toReadPlan } from '../../shared/client/contract/plan.ts';
import { builtClient } from '../built-packages.ts';

/** 9 KB, gzipped: a bundle of the client with one call. */
const CALL_LIMIT = 9 * 1024;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = declared;
const NAMES = Object.keys(ENDPOINTS);
let client: string;
let published: Readonly<Record<string, Endpoint>>;

beforeAll(async () => {
  client = await builtClient();
  published = await import(pathToFileURL(join(client, 'endpoints.js')).href);
}, 180_000);

/** Values that some field takes and some other refuses. */
const VALUES = [
  ...[
    undefined,
    null,
    '',
    ' ',
    'x',
    'x'.repeat(41),
    'x'.repeat(201),
    'x'.repeat(10_001),
    0,
    1.5,
    -1,
    Infinity,
  ],
  ...[true, [], {}, ['x'], 'ana@clinic.example', 'ana@clinic', 'WEEKLY', 'weekly', 'NOW'],
  ...['A3BB189E-8BF9-3888-9912-ACE4E6543002', '00000000-0000-0000-0000-000000000001', 'a3bb189e'],
  ...['2026-03-01T09:00:00Z', '2026-03-01T09:00Z', '2026-03-01T09:00:00-03:00', '2026-02-30T09:00:00Z'],
  ...[
    '2026-03-01T09:00:00.123456Z',
    '2026-03-01T09:00:00+0300',
    '2026-03-01T09:00:60Z',
    '2026-03-01t09:00:00z',
    '2026-03-01T09:00:00',
    '2026-03-01',
    '2024-02-29T24:00:00Z',
  ],
];

/** What a schema says of a value: as what it is sent, or which fields are to be corrected. */
function verdict(schema: Pick<z.ZodMiniType, 'safeParse'>, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.error) return JSON.stringify(parsed.data);
  return [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].toSorted();
}

describe('the published client', () => {
  it.each(NAMES)('costs a page at most 9 KB for the one call %s', async (name) => {
    const entry = join(client, 'index.js');
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createClient, ${name} } from ${JSON.stringify(entry)};
          export const call = (options, input) => createClient(options)(${name}, input);`,
        resolveDir: resolve('.'),
      },
      ...{ bundle: true, minify: true, format: 'esm', write: false },
    });
    const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(CALL_LIMIT);
    expect(bytes, 'it holds the client').toBeGreaterThan(CALL_LIMIT / 2);
  });

  it('imports no package, so that a server does not load zod for it', () => {
    const files = new Set(['index.js', 'endpoints.js']);
    const packages: string[] = [];
    for (const file of files) {
      const code = readFileSync(join(client, file), 'utf8');
      for (const [, path = ''] of code.matchAll(/^(?:import|export)\b[^;]*?from\s*["']([^"']+)["']/gm)) {
        if (path.startsWith('.')) files.add(join(file, '..', path));
        else packages.push(path);
      }
    }
    expect(files.size, 'its modules were found').toBeGreaterThan(2);
    expect(packages).toEqual([]);
  });

  it.each(NAMES)('declares %s as its source does, and reads the answer by the same plan', (name) => {
    const { response, body, readPlan, writeBody, query, ...rest } = ENDPOINTS[name] as Endpoint;
    const {
      response: ours,
      body: _,
      readPlan: __,
      writeBody: writes,
      query: asked,
      ...same
    } = published[name] as Endpoint;
    expect(same).toEqual(rest);
    expect(typeof writes).toBe(typeof writeBody);
    expect(Object.keys(asked)).toEqual(Object.keys(query));
    expect(toReadPlan(ours)).toEqual(toReadPlan(response));
  });

  it.each(NAMES.filter((name) => ENDPOINTS[name]?.body))('checks what %s sends as zod does', (name) => {
    const { body: zod } = ENDPOINTS[name] as Endpoint;
    const { body: ours } = published[name] as Endpoint;
    if (!zod || !ours) throw new Error(`${name} has no body.`);
    for (const value of VALUES) expect(verdict(ours, value)).toEqual(verdict(zod, value));
    const fields = Object.keys((zod as z.ZodMiniObject).shape);
    let seed = 1;
    const next = (): unknown => {
      seed = (seed * 48_271) % 2_147_483_647;
      return VALUES[seed % VALUES.length];
    };
    for (let round = 0; round < 400; round += 1) {
      const given = fields.map((field) => [field, next()]).filter(([, value]) => value !== undefined);
      const value = { ...Object.fromEntries(given), unknown: 'x' };
      expect(verdict(ours, value), JSON.stringify(value).slice(0, 400)).toEqual(verdict(zod, value));
    }
  });
});
