/**
 * `node test/bench/sandbox-start.ts`: what a sandbox costs a test suite, from the built package, against a bare server.
 * It prints medians and ratios, and judges nothing.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { layPackages } from '../built-packages.ts';
import { median, rotated } from './measure.ts';

const ROUNDS = 9;

/** Each prints the milliseconds of what is timed, in a process of its own. */
const PROGRAMS = {
  'import an empty module': `await import('./empty.js');`,
  'start a bare Hono server': `
    const [{ serve }, { Hono }] = await Promise.all([import('@hono/node-server'), import('hono')]);
    await new Promise((listening) => serve({ fetch: new Hono().fetch, port: 0 }, listening));`,
  'import the client': `await import('@instrument-panel/client');`,
  'import the sandbox': `await import('@instrument-panel/sandbox');`,
  'createSandbox({ seed, now })': `
    const { createSandbox } = await import('@instrument-panel/sandbox');
    start = performance.now();
    await createSandbox({ seed: 1, now: '2026-03-01T09:00:00Z' });`,
  'createSandbox({ seed, now }) again': `
    const { createSandbox } = await import('@instrument-panel/sandbox');
    await createSandbox({ seed: 1, now: '2026-03-01T09:00:00Z' });
    start = performance.now();
    await createSandbox({ seed: 1, now: '2026-03-01T09:00:00Z' });`,
} as const;

async function printSandboxStart(): Promise<void> {
  const folder = resolve('node_modules', '.sandbox-start');
  mkdirSync(folder, { recursive: true });
  try {
    await layPackages(join(folder, 'node_modules'), 'client', 'sandbox');
    writeFileSync(join(folder, 'empty.js'), '');
    const taken = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, code] of rotated(Object.entries(PROGRAMS), round)) {
        const script = `let start = performance.now(); ${code} console.log(performance.now() - start); process.exit();`;
        const args = ['--input-type=module', '-e', script];
        const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
        if (!stdout) throw new Error(stderr);
        taken.set(name, [...(taken.get(name) ?? []), Number(stdout)]);
      }
    }
    const bare = median(taken.get('start a bare Hono server') ?? []);
    for (const [name, times] of taken) {
      const ms = median(times);
      console.log(`  ${name}: ${ms.toFixed(1)} ms, ${(ms / bare).toFixed(2)} times a bare Hono server`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await printSandboxStart();
