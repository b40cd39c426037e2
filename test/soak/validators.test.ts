/**
 * What others' validators say of what we publish: Spectral of the OpenAPI document, and CycloneDX's own schema of the bills of
 * materials. They are fetched from the npm registry, so only `npm run test:soak` does it: Spectral would bring 200 packages,
 * one of which reports its installation.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_NAMES } from '../../scripts/packages.ts';
import { SBOM_FILE, writeSbom } from '../../scripts/sbom.ts';
import { builtPackages } from '../built-packages.ts';
import { SOAK } from './scale.ts';

const NEEDED = [
  '@stoplight/spectral-cli@6',
  '@cyclonedx/cyclonedx-library@10',
  ...['ajv@8', 'ajv-formats@3', 'ajv-formats-draft2019@1'],
];
/** Prints what the strict schema of version 1.6 says of each file: null where it is valid. */
const VALIDATE = `
  const { Spec, Validation } = await import('@cyclonedx/cyclonedx-library');
  const { readFileSync } = await import('node:fs');
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const said = [];
  for (const file of process.argv.slice(1)) said.push(await validator.validate(readFileSync(file, 'utf8')));
  console.log(JSON.stringify(said));`;

describe.runIf(SOAK)('others’ validators (in the soak alone)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-validators-'));
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { cwd: folder, encoding: 'utf8' });

  beforeAll(() => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    writeFileSync(join(folder, 'ruleset.yaml'), 'extends: ["spectral:oas"]\n');
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const installed = run('npm', 'install', ...quietly, ...NEEDED);
    expect(installed.status, installed.stderr).toBe(0);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

  /** Codes of all rules that a document breaks, hints included. */
  function lint(file: string): string[] {
    const options = ['--ruleset', 'ruleset.yaml', '--fail-severity', 'hint', '--format', 'json', '--quiet'];
    const { stdout, stderr } = run(join(folder, 'node_modules/.bin/spectral'), 'lint', file, ...options);
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { code: string }[]).map(({ code }) => code);
  }

  it('Spectral has nothing to say of the OpenAPI document, and sees what is missing in one', () => {
    const document = resolve('docs', 'openapi.json');
    expect(lint(document)).toEqual([]);
    const { info, ...rest } = JSON.parse(readFileSync(document, 'utf8'));
    const { contact: _, ...without } = info;
    const file = join(folder, 'without-contact.json');
    writeFileSync(file, JSON.stringify({ ...rest, info: without }));
    expect(lint(file)).toEqual(['info-contact']);
  });

  it('CycloneDX’s schema takes the bill of each package and of the extension, and no other', async () => {
    const packages = await builtPackages();
    const extension = join(folder, 'extension.cdx.json');
    writeSbom(extension, 'extension');
    const bills = [...PACKAGE_NAMES.map((name) => join(packages, name, SBOM_FILE)), extension];
    const wrong = join(folder, 'wrong.cdx.json');
    writeFileSync(wrong, readFileSync(extension, 'utf8').replace('"application"', '"add-on"'));
    const { stdout, stderr } = run(
      process.execPath,
      ...['--input-type=module', '-e', VALIDATE, '--'],
      ...[...bills, wrong],
    );
    expect(stderr).toBe('');
    const said = JSON.parse(stdout) as unknown[];
    expect(said.slice(0, -1)).toEqual(bills.map(() => null));
    expect(said.at(-1)).not.toBeNull();
  });
});
