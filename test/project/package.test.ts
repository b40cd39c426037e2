import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { layDist } from '../built-package.ts';

const root = resolve('.');
const Manifest = z.object({
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  exports: z.record(
    z.string(),
    z.union([z.string(), z.object({ types: z.string(), default: z.optional(z.string()) })]),
  ),
});
const manifest = Manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
/** Entries that are code; the others are types, and data for editors. */
const modules = Object.entries(manifest.exports)
  .filter(([, entry]) => typeof entry !== 'string' && entry.default !== undefined)
  .map(([name]) => name);

/** What npm would install with the package, and what a partner of these frameworks has. */
const PARTNERS_PACKAGES = [
  ...new Set(Object.keys(manifest.dependencies).map((name) => name.replace(/^(@[^/]+)\/.*/, '$1'))),
  ...[
    '@angular',
    '@types',
    '@vue',
    'csstype',
    'react',
    'react-dom',
    'rxjs',
    'scheduler',
    'undici-types',
    'vue',
  ],
];

/** A partner's project, in an empty folder, that has the package as `npm install` would lay it. */
let partner: string;

beforeAll(async () => {
  partner = mkdtempSync(join(tmpdir(), 'instrument-panel-partner-'));
  const installed = join(partner, 'node_modules', 'instrument-panel');
  mkdirSync(installed, { recursive: true });
  await layDist(join(installed, 'dist'));
  writeFileSync(join(installed, 'package.json'), readFileSync('package.json'));
  for (const name of PARTNERS_PACKAGES) {
    const from = join(root, 'node_modules', name);
    if (existsSync(from)) symlinkSync(from, join(partner, 'node_modules', name));
  }
  writeFileSync(join(partner, 'package.json'), JSON.stringify({ type: 'module' }));
});

afterAll(() => rmSync(partner, { recursive: true, force: true }));

const imports = (specifier: string): string => `instrument-panel${specifier.slice(1)}`;

describe('the package', () => {
  it('offers the entries that partners rely on', () => {
    expect(modules.map(imports)).toEqual([
      'instrument-panel',
      'instrument-panel/client',
      'instrument-panel/contract',
      'instrument-panel/widget',
      'instrument-panel/widget/define',
      'instrument-panel/widget/sparkline',
      'instrument-panel/widget/sparkline/define',
      'instrument-panel/widget/apply',
      'instrument-panel/widget/apply/define',
      'instrument-panel/react',
      'instrument-panel/proxy',
      'instrument-panel/sandbox',
    ]);
  });

  it.each(modules)('can import %s in Node, where there is no DOM', (specifier) => {
    const run = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `await import('${imports(specifier)}')`],
      {
        cwd: partner,
        encoding: 'utf8',
      },
    );
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  it('brings the program instrument-panel: packed, unpacked and linked as npm does, npx finds it', () => {
    const installed = join(partner, 'node_modules', 'instrument-panel');
    const npm = (args: readonly string[], cwd: string) =>
      spawnSync('npm', ['--offline', '--loglevel=error', ...args], { cwd, encoding: 'utf8' });
    const packed = npm(['pack', '--ignore-scripts', '--pack-destination', partner], installed);
    expect(packed.status, packed.stderr).toBe(0);
    const unpacked = join(partner, 'unpacked');
    mkdirSync(unpacked);
    spawnSync('tar', ['-xzf', join(partner, packed.stdout.trim()), '-C', unpacked]);
    const program = join(unpacked, 'package', manifest.bin['instrument-panel'] ?? '');
    chmodSync(program, 0o755);
    symlinkSync(join(partner, 'node_modules'), join(unpacked, 'package', 'node_modules'));
    mkdirSync(join(partner, 'node_modules', '.bin'));
    symlinkSync(program, join(partner, 'node_modules', '.bin', 'instrument-panel'));
    const run = npm(['exec', '--no', '--', 'instrument-panel', 'proxy', '--help'], partner);
    expect(run.status, run.stderr).toBe(0);
    expect(run.stdout).toContain('Usage: instrument-panel proxy [--config proxy.config.ts]');
    const unknown = npm(['exec', '--no', '--', 'instrument-panel', 'prxy'], partner);
    expect(unknown.status).toBe(2);
  });

  it('keeps zod/mini out of what reaches a browser', () => {
    const folder = join(partner, 'node_modules', 'instrument-panel', 'dist', 'widget');
    const files = globSync(join(folder, '**', '*.js'));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect(readFileSync(file, 'utf8'), file).not.toMatch(/from\s*['"`]zod/);
  });

  it('serves the sandbox from the built package as from its source', () => {
    const script = `
      import { createSandbox } from 'instrument-panel/sandbox';
      const sandbox = await createSandbox({ seed: null });
      const reply = await sandbox.fetch(new Request('http://sandbox/third-party/api/v1/forms/tags', {
        headers: { 'X-Api-Key': 'demo-key', 'X-Api-Secret': 'demo-secret' },
      }));
      console.log(reply.status, (await reply.json()).length > 0);
      await sandbox.close();`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: partner,
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.stdout.trim()).toBe('200 true');
  });

  it('gives its types to a strict TypeScript project', () => {
    writeFileSync(
      join(partner, 'page.ts'),
      `import { createClient, getScoreGraph, type ScoreGraph } from 'instrument-panel';
import { configure, InstrumentPanel } from 'instrument-panel/widget';
import 'instrument-panel/widget/define';
import { createProxy } from 'instrument-panel/proxy';
import { createSandbox } from 'instrument-panel/sandbox';

const client = createClient({ baseUrl: 'https://scores.example', auth: { key: 'k', secret: 's' } });
export const graph: Promise<ScoreGraph> = client(getScoreGraph, {
  params: { professionalId: 'a', patientId: 'b', formId: 'c' },
}).then((reply) => reply.data);
// @ts-expect-error A path parameter that is missing does not compile.
client(getScoreGraph, { params: { professionalId: 'a', patientId: 'b' } });
configure({ baseUrl: 'https://scores.example', fetchToken: async () => ({ token: 't', expiresIn: 600 }) });
export const panel: InstrumentPanel = document.createElement('instrument-panel');
export const rooms = [createProxy, createSandbox];
`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const run = spawnSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      [...options, '--singleThreaded', 'page.ts'],
      {
        cwd: partner,
        encoding: 'utf8',
      },
    );
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });

  it('gives its elements’ types to React and to Vue', () => {
    writeFileSync(
      join(partner, 'course.tsx'),
      `import { InstrumentPanel } from 'instrument-panel/react';
import type {} from 'instrument-panel/jsx';
import type {} from 'instrument-panel/vue';
import type { GlobalComponents } from 'vue';

export const component = (
  <InstrumentPanel patientId="p" headingLevel={3} onInstrumentSelect={(event) => event.detail.submissionId} />
);
export const tag = <instrument-panel patient-id="p" density="compact" oninstrument-load={(event) => event.type} />;
// @ts-expect-error A value that the attribute does not accept does not compile.
export const dense = <instrument-panel density="dense" />;
// @ts-expect-error Nor does one of a component.
export const level = <InstrumentPanel headingLevel={7} />;
export type OfVue = InstanceType<GlobalComponents['instrument-panel']>['$props']['patient-id'];
export const id: OfVue = 'p';
`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const run = spawnSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      [...options, '--singleThreaded', '--jsx', 'react-jsx', 'course.tsx'],
      { cwd: partner, encoding: 'utf8' },
    );
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });

  it('type-checks the examples in React and in Angular, whose references the tags’ own names type', () => {
    cpSync(join(root, 'examples', 'widget'), join(partner, 'widget'), { recursive: true });
    writeFileSync(
      join(partner, 'reference.ts'),
      `import type {} from 'instrument-panel/widget/define';
import { type ElementRef, ViewChild } from '@angular/core';

export class Chart {
  @ViewChild('panel') panel?: ElementRef<HTMLElementTagNameMap['instrument-panel']>;

  status(): 'loading' | 'ready' | 'empty' | 'error' | 'stale' | undefined {
    return this.panel?.nativeElement.status;
  }

  patient(): void {
    // @ts-expect-error An element of the kit, whose properties have types.
    if (this.panel) this.panel.nativeElement.patientId = 7;
  }
}
`,
    );
    const files = [
      'widget/react/components.tsx',
      'widget/react/tags.tsx',
      'widget/angular/main.ts',
      'reference.ts',
    ];
    const options =
      '--noEmit --strict --allowJs --checkJs --module esnext --moduleResolution bundler --target es2024';
    const more = '--types node --jsx react-jsx --experimentalDecorators --skipLibCheck --singleThreaded';
    const run = spawnSync(
      join(root, 'node_modules', '.bin', 'tsc'),
      [...`${options} ${more}`.split(' '), ...files],
      {
        cwd: partner,
        encoding: 'utf8',
      },
    );
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });
});
