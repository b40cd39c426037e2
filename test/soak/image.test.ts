/**
 * Builds the image of deploy/container with buildah and runs the proxy in it, beside a sandbox. The base that the
 * Containerfile names is made here of Debian's packages, and all images lie in a folder of the test's own.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPort } from '../../proxy/fixtures/redis-server.ts';
import {
  BASE,
  type Clinic,
  COOKIE,
  type ContainerStore,
  createContainerStore,
  findMissing,
  IMAGE,
  isRoot,
  makeEtc,
  PAGE,
  readRoutes,
  run,
  startClinic,
  toInitAnswers,
  USER,
} from './containers.ts';
import { SOAK } from './scale.ts';

const MISSING = findMissing(['buildah', 'podman', 'mmdebstrap']);
if (SOAK && MISSING.length > 0)
  console.log(`The image was not built, since this machine has no ${MISSING.join(' and no ')}.`);

describe.runIf(SOAK && MISSING.length === 0)(
  'the image (in the soak alone, and where buildah and podman are)',
  () => {
    let store: ContainerStore;
    const at = (file: string): string => store.at(file);
    let clinic: Clinic;
    let child: ChildProcess | undefined;

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
      const first = ['run', '--rm', '-i', '--network', 'host'];
      const podman = [...first, ...hardened, ...limits, ...user, ...folders, IMAGE, ...args];
      if (!isRoot) return ['podman', podman];
      // Nor does crun start beside control groups of both versions, so the newer ones are out of its sight.
      const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"';
      return ['unshare', ['--mount', 'sh', '-c', script, 'podman', ...podman]];
    }

    beforeAll(async () => {
      store = createContainerStore('image');
      store.makeDebian(BASE, 'trixie');
      await store.buildProxy();
      clinic = await startClinic();
      makeEtc(at(''));
      mkdirSync(at('data'), { mode: 0o700 });
      if (isRoot) chownSync(at('data'), USER, USER);
    }, 3_600_000);
    afterAll(async () => {
      child?.kill('SIGKILL');
      await clinic?.close();
      store?.remove();
    }, 600_000);

    const inImage = (etc: 'ro' | 'rw', args: readonly string[], input = ''): string =>
      run(...toCommandLine(etc, args), { input, env: store.env });

    it('writes its configuration by asking, and says what it would run as', () => {
      const config = ['--config', 'etc/proxy.config.mts'];
      const file = '/var/lib/instrument-panel/proxy.sqlite';
      inImage('rw', ['init', ...config], toInitAnswers(clinic, [file], 0));
      expect(readdirSync(at('etc')).toSorted()).toEqual(['proxy.config.mts', 'secrets']);
      const check = inImage('ro', ['proxy', '--check', ...config]);
      expect(check).toMatch(/^storage +\/var\/lib\/instrument-panel\/proxy\.sqlite$/m);
      expect(check).toContain(`service         ${clinic.serviceUrl}\n`);
    });

    it('is alive, ready, reads a patient of a sandbox with the partner’s credentials, and ends when it is told to', async () => {
      const port = await findPort();
      const command = ['proxy', '--config', 'etc/proxy.config.mts', '--port', `${port}`];
      const env = { ...process.env, ...store.env };
      const started = spawn(...toCommandLine('ro', command), { stdio: ['ignore', 'pipe', 'pipe'], env });
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
      const headers = { origin: PAGE, 'content-type': 'application/json', cookie: COOKIE };
      const signedIn = await fetch(`${url}/session`, { method: 'POST', headers, body: '{}' });
      expect(signedIn.status).toBe(200);
      const { token } = (await signedIn.json()) as { token: string };
      const { professionalId, patientId } = clinic;
      const path = `/third-party/api/v1/professionals/${professionalId}/patients/${patientId}`;
      const read = await fetch(url + path, { headers: { authorization: `Bearer ${token}`, origin: PAGE } });
      expect([read.status, await read.json()]).toMatchObject([200, { serviceId: patientId, name: 'Ana' }]);
      const ended = once(started, 'exit');
      started.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    });

    it('prints the trail of what was read by another command, from the volume', () => {
      const trail = inImage('ro', ['audit', 'read', '--config', 'etc/proxy.config.mts']);
      expect(readRoutes(trail)).toEqual([
        'POST /session',
        'GET /professionals/{professionalId}/patients/{patientId}',
      ]);
    });
  },
);
