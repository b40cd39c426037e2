import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicationFields } from '../../scripts/publication.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-release-'));
const manifests = globSync('{,*/,shared/client/}package.json');
const rooms = manifests.filter((file) => file !== 'package.json');

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const readManifest = (file: string): Manifest => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const run = (program: string, ...args: readonly string[]) => {
  // An address that nobody answers: a release is made ready without a network.
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9' };
  return spawnSync(program, args, { cwd: folder, encoding: 'utf8', env });
};
const changeset = (...args: readonly string[]) => run(resolve('node_modules', '.bin', 'changeset'), ...args);

beforeAll(() => {
  for (const file of [...manifests, 'package-lock.json', 'CHANGELOG.md'])
    cpSync(file, join(folder, file), { recursive: true });
  cpSync('.changeset', join(folder, '.changeset'), { recursive: true });
  run('git', 'init', '--quiet', '--initial-branch', 'main');
  run('git', 'add', '--all');
  const as = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  expect(run('git', ...as, 'commit', '--quiet', '--message', 'All').status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a changeset of one package gives all rooms, and what they need of each other, the same next version', () => {
  expect(rooms.map(dirname)).toEqual(expect.arrayContaining(['shared/client', 'proxy', 'sandbox', 'widget']));
  const { version } = readManifest('widget/package.json');
  const [major, minor] = version.split('.').map(Number);
  const next = `${major}.${Number(minor) + 1}.0`;
  const text = "---\n'@instrument-panel/widget': minor\n---\n\nA new element.\n";
  writeFileSync(join(folder, '.changeset', 'new-element.md'), text);
  expect(changeset('version')).toMatchObject({ status: 0 });
  for (const file of rooms) {
    const { version: given, dependencies, devDependencies } = readManifest(file);
    expect(given, file).toBe(next);
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@instrument-panel/'),
    );
    for (const [name, wanted] of ours) expect([file, name, wanted]).toEqual([file, name, next]);
  }
  expect(globSync('.changeset/*.md', { cwd: folder }), 'used up').toEqual([]);
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(readFileSync('CHANGELOG.md', 'utf8'));
});

it('a changeset that names no package of ours is refused', () => {
  const file = join(folder, '.changeset', 'misspelt.md');
  writeFileSync(file, "---\n'@instrument-panel/wigdet': minor\n---\n\nA new element.\n");
  const { status, stdout, stderr } = changeset('version');
  rmSync(file);
  expect(status).not.toBe(0);
  expect(stdout + stderr).toContain('@instrument-panel/wigdet');
});

it('is published by a workflow alone, with provenance, and not while a changeset waits', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
  expect(workflow).toContain('id-token: write');
  expect(workflow.indexOf('npm audit signatures')).toBeGreaterThan(workflow.indexOf('run: .ci/run'));
  expect(workflow.indexOf('npm audit signatures')).toBeLessThan(workflow.indexOf('npm publish'));
  expect(workflow).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
  const [, waiting = ''] = /name: No changeset waits\n\s+run: (.*)/.exec(workflow) ?? [];
  const check = () => spawnSync('sh', ['-c', waiting], { cwd: folder }).status;
  expect(check()).toBe(0);
  writeFileSync(join(folder, '.changeset', 'waits.md'), '');
  expect(check()).not.toBe(0);
  const published = publicationFields('widget', 'https://git.example/clinic/instrument-panel');
  expect(published).toMatchObject({
    publishConfig: { provenance: true },
    repository: { directory: 'widget' },
  });
});
