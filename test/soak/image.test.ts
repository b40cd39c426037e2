/**
 * Builds the image of deploy/container with buildah and runs the proxy in it, beside a sandbox. The base that the
 * Containerfile names is made here of Debian's packages, and all images lie in a folder of the test's own.
 *
 * @module
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPort } from '../../proxy/fixtures/redis-server.ts';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { DEMO_CREDENTIALS } from '../../sandbox/seed/clinic.ts';
import { packPackages } from '../../scripts/packages.ts';
import { createPatient, createProfessional } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { builtPackages } from '../built-packages.ts';
import { SOAK } from './scale.ts';

const MISSING = ['buildah', 'podman', 'mmdebstrap'].filter(
  (name) => spawnSync(name, ['--version']).error !== undefined,
);
const isRoot = process.getuid?.() === 0;
if (SOAK && MISSING.length > 0)
  console.log(`The image was not built, since this machine has no ${MISSING.join(' and no ')}.`);

const BASE = 'docker.io/library/debian:trixie-slim';
const IMAGE = 'localhost/instrument-panel-proxy';
const PAGE = 'https://ehr.clinic.example';
/** The user of the image. */
const USER = 10_001;
const CA = process.env.NODE_EXTRA_CA_CERTS;

const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-image-'));
const at = (name: string): string => join(folder, name);
const STORE = ['--root', at('images'), '--runroot', at('running'), '--storage-driver', 'vfs'];

/** Runs a program to its end and gives what it printed. Throws with all of it if it failed. */
function run(program: string, args: readonly string[], input = ''): string {
  const done = spawnSync(program, args, { encoding: 'utf8', input, maxBuffer: 1e9 });
  if (done.status === 0) return done.stdout.trim();
  throw new Error(`${program} ${args.join(' ')}: ${done.error ?? ''}\n${done.stdout}\n${done.stderr}`);
}
const buildah = (command: string, ...args: readonly string[]): string =>
  run('buildah', [...STORE, command, ...args]);

/** Makes the base that the Containerfile names, of nothing but packages of Debian. */
function makeBase(): void {
  run('mmdebstrap', ['--variant=minbase', 'trixie', at('debian.tar')]);
  const base = buildah('from', 'scratch');
  buildah('add', base, at('debian.tar'), '/');
  buildah('commit', '--rm', base, BASE);
}

async function buildImage(): Promise<void> {
  mkdirSync(at('dist'));
  await packPackages(await builtPackages(), at('dist'));
  const secret = CA === undefined ? [] : ['--secret', `id=ca,src=${CA}`];
  const given = ['--pull-never', '--isolation', 'chroot', '-t', IMAGE, ...secret];
  buildah('build', ...given, '-f', 'deploy/container/Containerfile', at('dist'));
}

/** A command line that runs the image as deploy/container/compose.yaml does, in the network of this machine. */
function toCommandLine(etc: 'ro' | 'rw', args: readonly string[]): [program: string, args: string[]] {
  const hardened = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
  const folders = [
    '-v',
    `${at('etc')}:/opt/instrument-panel/etc:${etc}`,
    '-v',
    `${at('data')}:/var/lib/instrument-panel`,
  ];
  // Without root this user is that of the image, so that the folders are readable in it.
  const user = isRoot ? [] : ['--userns', `keep-id:uid=${USER},gid=${USER}`];
  // Machines on which a container may set neither limits nor control groups run it all the same.
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024', '--cgroups=disabled'];
  const podman = [
    ...STORE,
    'run',
    '--rm',
    '-i',
    '--network',
    'host',
    ...hardened,
    ...limits,
    ...user,
    ...folders,
    IMAGE,
    ...args,
  ];
  if (!isRoot) return ['podman', podman];
  // Nor does crun start beside control groups of both versions, so the newer ones are out of its sight.
  const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"';
  return ['unshare', ['--mount', 'sh', '-c', script, 'podman', ...podman]];
}

describe.runIf(SOAK && MISSING.length === 0)(
  'the image (in the soak alone, and where buildah and podman are)',
  () => {
    let service: Awaited<ReturnType<Awaited<ReturnType<typeof createSandbox>>['listen']>>;
    let ehr: StubService;
    let child: ChildProcess | undefined;
    let patientId: string;
    let professionalId: string;

    beforeAll(async () => {
      makeBase();
      await buildImage();
      service = await (await createSandbox({ log: () => {} })).listen(0);
      const client = createClient({ baseUrl: service.url, auth: DEMO_CREDENTIALS });
      const email = 'dora@clinic.example';
      const registered = await client(createProfessional, {
        body: { email, externalId: email, name: 'Dora', surname: 'Reis' },
      });
      professionalId = registered.data.serviceId;
      const body = {
        name: 'Ana',
        surname: 'Lima',
        email: 'ana@patients.example',
        cellphone: '+5511900000001',
      };
      patientId = (await client(createPatient, { params: { professionalId }, body })).data.serviceId;
      ehr = await startStubService();
      ehr.answer = ({ rawHeaders }) =>
        rawHeaders.includes('sid=of-dora') ? { body: { id: 'dora', professionalId } } : { status: 401 };
      // As docs/deployment.md says: folders and secrets of the image's user alone.
      for (const name of ['etc', 'etc/secrets', 'data']) mkdirSync(at(name), { mode: 0o700 });
      writeFileSync(at('etc/secrets/service_key'), DEMO_CREDENTIALS.key, { mode: 0o600 });
      writeFileSync(at('etc/secrets/service_secret'), DEMO_CREDENTIALS.secret, { mode: 0o600 });
      if (!isRoot) return;
      for (const name of [
        'etc',
        'data',
        'etc/secrets',
        'etc/secrets/service_key',
        'etc/secrets/service_secret',
      ])
        chownSync(at(name), USER, USER);
      chmodSync(folder, 0o711);
    }, 3_600_000);
    afterAll(async () => {
      child?.kill('SIGKILL');
      await service?.close();
      await ehr?.close();
      // A rootless build leaves files of mapped user ids, which only its user namespace can remove.
      if (!isRoot) run('buildah', ['unshare', 'rm', '-rf', folder]);
      rmSync(folder, { recursive: true, force: true });
    }, 600_000);

    const inImage = (etc: 'ro' | 'rw', args: readonly string[], input = ''): string =>
      run(...toCommandLine(etc, args), input);

    it('writes its configuration by asking, and says what it would run as', () => {
      const answers = [
        service.url,
        'etc/secrets/service_key',
        'etc/secrets/service_secret',
        'https://panel.clinic.example',
        PAGE,
        '/var/lib/instrument-panel/proxy.sqlite',
        '0',
        '',
        `${ehr.url}/who`,
      ];
      const config = ['--config', 'etc/proxy.config.mts'];
      inImage('rw', ['init', ...config], `${answers.join('\n')}\n`);
      expect(readdirSync(at('etc')).toSorted()).toEqual(['proxy.config.mts', 'secrets']);
      const check = inImage('ro', ['proxy', '--check', ...config]);
      expect(check).toMatch(/^storage +\/var\/lib\/instrument-panel\/proxy\.sqlite$/m);
      expect(check).toContain(`service         ${service.url}\n`);
    });

    it('is alive, ready, reads a patient of a sandbox with the partner’s credentials, and ends when it is told to', async () => {
      const port = await findPort();
      const command = ['proxy', '--config', 'etc/proxy.config.mts', '--port', `${port}`];
      const started = spawn(...toCommandLine('ro', command), { stdio: ['ignore', 'pipe', 'pipe'] });
      child = started;
      let said = '';
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (text: Buffer) => {
          said += text;
        });
      await expect.poll(() => said, { timeout: 120_000 }).toContain('listening on');
      const url = `http://127.0.0.1:${port}`;
      const [alive, ready] = [await fetch(`${url}/healthz`), await fetch(`${url}/readyz`)];
      expect([alive.status, ready.status, await ready.json()]).toEqual([200, 200, { status: 'ready' }]);
      const headers = { origin: PAGE, 'content-type': 'application/json', cookie: 'sid=of-dora' };
      const signedIn = await fetch(`${url}/session`, { method: 'POST', headers, body: '{}' });
      expect(signedIn.status).toBe(200);
      const { token } = (await signedIn.json()) as { token: string };
      const path = `/third-party/api/v1/professionals/${professionalId}/patients/${patientId}`;
      const read = await fetch(url + path, { headers: { authorization: `Bearer ${token}`, origin: PAGE } });
      expect([read.status, await read.json()]).toMatchObject([200, { serviceId: patientId, name: 'Ana' }]);
      const ended = once(started, 'exit');
      started.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    });

    it('prints the trail of what was read by another command, from the volume', () => {
      const trail = inImage('ro', ['audit', 'read', '--config', 'etc/proxy.config.mts']);
      const routes = trail
        .split('\n')
        .map((line) => (JSON.parse(line) as { entry: { route: string } }).entry.route);
      expect(routes).toEqual(['POST /session', 'GET /professionals/{professionalId}/patients/{patientId}']);
    });
  },
);
