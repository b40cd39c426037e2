import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { layDist } from '../built-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-publish-'));
const { exports: entries } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object };
/** What `npm publish` would send. */
let tarball: string;

beforeAll(async () => {
  await layDist(join(folder, 'dist'));
  for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'])
    cpSync(file, join(folder, file));
  const pack = ['pack', '--ignore-scripts', '--offline', '--loglevel=error'];
  const packed = spawnSync('npm', pack, { cwd: folder, encoding: 'utf8' });
  expect(packed.status, packed.stderr).toBe(0);
  tarball = join(folder, packed.stdout.trim());
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command of arethetypeswrong.github.io says with `--format json`, as far as it is looked at. */
const Analysed = z.object({
  analysis: z.object({ entrypoints: z.record(z.string(), z.unknown()), types: z.unknown() }),
  problems: z.record(z.string(), z.array(z.unknown())).optional(),
});

function attw(...more: readonly string[]) {
  const program = join('node_modules', '.bin', 'attw');
  // Into a file: it ends without waiting for a pipe to take everything.
  const report = join(folder, 'attw.json');
  const output = openSync(report, 'w');
  const { status } = spawnSync(program, [tarball, '--format', 'json', ...more], {
    stdio: ['ignore', output],
  });
  closeSync(output);
  return { status, said: Analysed.parse(JSON.parse(readFileSync(report, 'utf8'))) };
}

describe('the package as it would be published', () => {
  it('is well formed to publint, its suggestions included', async () => {
    const { buffer, byteOffset, byteLength } = readFileSync(tarball);
    const bytes = new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
    const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
    expect(pkg?.name).toBe('instrument-panel');
    expect(messages).toEqual([]);
  });

  it('has types that are right for every way of import that it supports', () => {
    // Modules only: `require` of them is Node's own affair, and no resolver from before `exports` is supported.
    const { status, said } = attw('--profile', 'esm-only');
    expect(Object.keys(said.analysis.entrypoints)).toEqual(Object.keys(entries));
    expect(status, JSON.stringify(said.problems)).toBe(0);
    // It names what the profile leaves aside too, and so is known to have looked.
    expect(said.problems).toHaveProperty('CJSResolvesToESM');
  });

  it('carries no source, no test and no extension', () => {
    const { stdout } = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
    const files = stdout.trim().split('\n');
    expect(files).toContain('package/dist/cdn/instrument-panel.js');
    expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\.|\/extension\//.test(file))).toEqual([]);
    expect(
      files.filter((file) => !/^package\/(dist\/|package\.json|README\.md|CHANGELOG\.md|LICENSE)/.test(file)),
    ).toEqual([]);
  });
});
