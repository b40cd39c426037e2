/**
 * Builds the packages and the extension twice, in other circumstances, and compares the files to the byte. A test of
 * test/project/packages.test.ts holds the short form: that nothing of the machine is in them.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareArchives, readArchive } from '../../scripts/archive.ts';
import { SOAK } from './scale.ts';

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-reproducible-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

/** How a build runs: its folder, and what is around it. */
interface Circumstances {
  readonly folder: string;
  readonly umask: string;
  readonly env: Readonly<Record<string, string>>;
  /** Programs that start the build: as another user, at another time. */
  readonly through: readonly string[];
}

const isRoot = process.getuid?.() === 0;
const ONE: Circumstances = {
  folder: join(folder, 'one'),
  umask: '022',
  env: { TZ: 'UTC', LANG: 'C' },
  through: [],
};
const OTHER: Circumstances = {
  folder: join(folder, 'a folder/of another name'),
  umask: '077',
  env: { TZ: 'Pacific/Kiritimati', LANG: 'pt_BR.UTF-8', HOME: join(folder, 'home') },
  through: [
    // As nobody, where this process may become somebody else.
    ...(isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []),
    ...['env', 'FAKETIME_DONT_FAKE_MONOTONIC=1', 'faketime', '-f', '+400d'],
  ],
};

/** Copies the source, of this moment, with the packages that are installed, and nothing that was built. */
function copySource(): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' });
  writeFileSync(join(folder, 'files'), stdout);
  mkdirSync(join(folder, 'home'));
  for (const { folder: to } of [ONE, OTHER]) {
    mkdirSync(to, { recursive: true });
    const copies = [
      `tar -cf - --null -T '${join(folder, 'files')}' | tar -xf - -C '${to}'`,
      // Linked, where the file system can.
      `cp -al node_modules '${to}/' 2>/dev/null || cp -a node_modules '${to}/'`,
    ];
    for (const copy of copies) expect(spawnSync('sh', ['-c', copy]).status).toBe(0);
  }
  if (!isRoot) return;
  chmodSync(folder, 0o755);
  // Not what is installed: its files are those of this folder.
  const own = `chown 65534:65534 . node_modules '${folder}/home' && chown -R 65534:65534 $(ls -A | grep -v node_modules)`;
  expect(spawnSync('sh', ['-c', own], { cwd: OTHER.folder }).status).toBe(0);
}

/** Builds everything that is given to others; gives the bytes of each file by its name. */
function build({ folder: cwd, umask, env, through }: Circumstances): ReadonlyMap<string, Buffer> {
  // Without the set-up: it would install what the copy has.
  const commands = ['words/compile', 'pack', 'extension'].map((task) => `node scripts/${task}.ts`);
  const [program = '', ...args] = [...through, 'sh', '-c', `umask ${umask} && ${commands.join(' && ')}`];
  const path = `${join(cwd, 'node_modules', '.bin')}:${process.env.PATH}`;
  const { VITEST: _, NODE_ENV: __, ...own } = process.env;
  const run = spawnSync(program, args, { cwd, encoding: 'utf8', env: { ...own, ...env, PATH: path } });
  if (run.status !== 0) throw new Error(`${run.error ?? ''}${run.stdout}\n${run.stderr}`);
  const made = globSync('dist/{*.tgz,extension/*.{zip,json}}', { cwd }).toSorted();
  return new Map(made.map((file) => [file, readFileSync(join(cwd, file))]));
}

describe.runIf(SOAK)('two builds of one source (in the soak alone)', () => {
  it('are equal to the byte: other folder, user, umask, language, time zone and date', () => {
    copySource();
    const one = build(ONE);
    const other = build(OTHER);
    // Four packages; three zips with a bill of materials each, and the sources that Firefox's store asks for.
    expect([...one.keys()]).toHaveLength(11);
    expect([...other.keys()]).toEqual([...one.keys()]);
    const differing = [...one].flatMap(([file, bytes]) => {
      const again = other.get(file);
      if (again === undefined || again.equals(bytes)) return [];
      return [
        file,
        ...(file.endsWith('.json') ? [] : compareArchives(readArchive(again), readArchive(bytes))),
      ];
    });
    expect(differing).toEqual([]);
  });

  it('`npm run verify` says of a file whether it is this source, and what differs', () => {
    const env = { ...process.env, PATH: `${join(ONE.folder, 'node_modules', '.bin')}:${process.env.PATH}` };
    const verify = (file: string) =>
      spawnSync(process.execPath, ['scripts/verify.ts', file], { cwd: ONE.folder, encoding: 'utf8', env });
    const [tarball = ''] = globSync('dist/*client*.tgz', { cwd: ONE.folder });
    expect(verify(join(ONE.folder, tarball))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/is this source, to the byte/),
    });
    const [chrome = '', edge = ''] = ['chrome', 'edge'].map((browser) =>
      globSync(`dist/extension/*-${browser}.zip`, { cwd: ONE.folder }).at(0),
    );
    expect(verify(join(ONE.folder, chrome)).status).toBe(0);
    writeFileSync(
      join(ONE.folder, edge),
      readFileSync(join(ONE.folder, 'dist/extension/instrument-panel-0.1.0-firefox.zip')),
    );
    expect(verify(join(ONE.folder, edge))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/other content: manifest\.json/),
    });
    expect(verify(join(ONE.folder, 'README.md')).status).toBe(2);
  });
});
