/**
 * Runs deploy/container/compose.yaml as a whole, by the commands of docs/deployment.md: nginx, two proxies and a
 * Postgres, beside a sandbox. It all happens in a network namespace of the test's own, so that no port of this machine
 * is opened, and ends with it. No public registry is asked: images of Debian's packages stand in for nginx and Postgres.
 *
 * @module
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  PUBLIC_URL,
  readRoutes,
  run,
  startClinic,
  toInitAnswers,
} from './containers.ts';
import { SOAK } from './scale.ts';

/** The first podman-compose that was tried and knows `network_mode: service:NAME`; 1.0.3 of Debian 12 does not. */
const COMPOSE_MINIMUM = [1, 3];

function findObstacle(): string | null {
  const missing = findMissing(['buildah', 'podman', 'mmdebstrap', 'podman-compose', 'nsenter', 'openssl']);
  if (missing.length > 0) return `this machine has no ${missing.join(' and no ')}`;
  if (!isRoot) return 'only root makes the network namespace that it is run in';
  const { stdout } = spawnSync('podman-compose', ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = (/compose\w* +version:? +(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  const [first = 0, second = 0] = COMPOSE_MINIMUM;
  if (major > first || (major === first && minor >= second)) return null;
  return `this machine's podman-compose is older than ${COMPOSE_MINIMUM.join('.')}`;
}
const obstacle = SOAK ? findObstacle() : null;
if (obstacle !== null) console.log(`The composition was not run, since ${obstacle}.`);

const NGINX = `FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light && rm /etc/nginx/sites-enabled/default
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
`;
/** Honours the variables of the official image that the composition sets. */
const POSTGRES_ENTRY = `#!/bin/sh
set -eu
install -d -o postgres -g postgres -m 700 "$PGDATA"
install -d -o postgres -g postgres -m 775 /run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -o postgres -m 600 "$POSTGRES_PASSWORD_FILE" /run/postgresql/password
  gosu postgres initdb --username="$POSTGRES_USER" --pwfile=/run/postgresql/password --auth-local=trust --auth-host=scram-sha-256
  rm /run/postgresql/password
  gosu postgres pg_ctl -o "-c listen_addresses=''" -w start
  gosu postgres createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  gosu postgres pg_ctl -m fast -w stop
fi
exec gosu postgres "$@"
`;
const POSTGRES = `FROM localhost/debian-postgres
COPY --chmod=755 postgres-entry /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/data LANG=C.UTF-8
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
STOPSIGNAL SIGINT
VOLUME /var/lib/postgresql/data
ENTRYPOINT ["postgres-entry"]
CMD ["postgres"]
`;
/** A machine on which a container may not raise its limits runs the proxies all the same. */
const LOWER_LIMITS = ['proxy-1', 'proxy-2'].map(
  (name) => `  ${name}: { ulimits: { nofile: 1024, nproc: 1024, core: 0 } }`,
);
const CONFIG = ['--config', 'etc/proxy.config.mts'];
const RELAY = resolve('test/soak/compose.relay.ts');
const RIGHTS = /^(?:Cap(?:Prm|Eff|Bnd)|NoNewPrivs|Uid):.*$/gm;

/** Prints what answers at a port, or the code with which the connection fails. */
const TRY_PORT = `const [host, port] = process.argv.slice(1);
require('node:net').connect(port, host).on('connect', () => end('open')).on('error', ({ code }) => end(code));
const end = (text) => { console.log(text); process.exit(); };`;
/** Prints which of the folders can be written. */
const TRY_FOLDERS = `for (const path of ['/', '/opt/instrument-panel/', '/opt/instrument-panel/etc/'])
  try { require('node:fs').writeFileSync(path + 'x', ''); console.log('written'); }
  catch ({ code }) { console.log(code); }`;

describe.runIf(SOAK && obstacle === null)(
  'the composition (in the soak alone, and where buildah, podman and podman-compose are)',
  () => {
    let store: ContainerStore;
    let clinic: Clinic;
    let machine: ChildProcess;
    const relays: ChildProcess[] = [];
    const at = (file: string): string => store.at(file);
    /** Where the guide's commands are run. */
    const here = (file = ''): string => join(at('deploy/container'), file);

    /** The command line of a program in the test's own namespaces. */
    const toLine = (args: readonly string[]): string[] => [
      `--target=${machine.pid}`,
      '--mount',
      '--net',
      `--pid=/proc/${machine.pid}/ns/pid_for_children`,
      // The folder is entered there, since one from outside has no path in this namespace of mounts.
      'sh',
      '-c',
      'cd "$0" && exec "$@"',
      here(),
      ...args,
    ];
    const within = (args: readonly string[], input = ''): string =>
      run('nsenter', toLine(args), { input, env: { ...store.env, CONTAINERS_CONF: at('containers.conf') } });
    const podman = (...args: readonly string[]): string => within(['podman', ...args]);
    const compose = (...args: readonly string[]): string =>
      within(['podman-compose', '-f', 'compose.yaml', '-f', at('limits.yaml'), ...args]);
    const inspect = (container: string, format: string): string =>
      podman('inspect', '--format', format, `instrument-panel_${container}_1`);
    const inProxy = (name: string, ...args: readonly string[]): string =>
      podman('exec', `instrument-panel_${name}_1`, ...args);

    function relay(program: string, args: readonly string[]): void {
      relays.push(spawn(program, args, { stdio: 'inherit' }));
    }

    /** Starts everything as the guide does, leads to the service and the EHR from within, and waits until all answers. */
    async function start(): Promise<void> {
      compose('up', '-d');
      const namespace = inspect('network', '{{.NetworkSettings.SandboxKey}}');
      const ports = [clinic.serviceUrl, clinic.ehr.url].map((url) => new URL(url).port);
      const places = ports.flatMap((port) => [port, at(`${port}.sock`)]);
      relay('nsenter', toLine(['nsenter', `--net=${namespace}`, process.execPath, RELAY, ...places]));
      await untilUp();
      await expect.poll(async () => (await askToSignIn(PAGE)).status, { timeout: 60_000 }).toBe(200);
    }

    /** Asks nginx at its TLS port, as a browser outside does. */
    async function ask(
      path: string,
      init: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ): Promise<{ status: number; body: unknown }> {
      const { body, headers, ...rest } = init;
      const { host } = new URL(PUBLIC_URL);
      const ca = readFileSync(here('tls/fullchain.pem'));
      const to = { socketPath: at('front.sock'), servername: host, ca, path, agent: false, timeout: 20_000 };
      const sent = request({ ...to, ...rest, headers: { host, ...headers } });
      sent.on('timeout', () => sent.destroy(new Error('No answer within 20 s')));
      sent.end(body);
      const [reply] = await once(sent, 'response');
      let text = '';
      for await (const chunk of reply) text += chunk;
      const isJson = /json/.test(reply.headers['content-type'] ?? '');
      return { status: reply.statusCode, body: isJson ? JSON.parse(text) : text };
    }
    const statusOf = (path: string): Promise<number> =>
      ask(path).then(
        ({ status }) => status,
        () => 0,
      );
    const untilUp = () => expect.poll(() => statusOf('/healthz'), { timeout: 60_000 }).toBe(200);

    const json = { origin: PAGE, 'content-type': 'application/json' };
    const askToSignIn = (origin: string) =>
      ask('/session', { method: 'POST', headers: { ...json, origin, cookie: COOKIE }, body: '{}' });
    async function signIn(): Promise<Record<string, string>> {
      const signedIn = await askToSignIn(PAGE);
      expect(signedIn.status).toBe(200);
      return { ...json, authorization: `Bearer ${(signedIn.body as { token: string }).token}` };
    }
    const toOwnPath = (rest: string): string =>
      `/third-party/api/v1/professionals/${clinic.professionalId}/${rest}`;
    const readPatient = (headers: Record<string, string>) =>
      ask(toOwnPath(`patients/${clinic.patientId}`), { headers });

    beforeAll(async () => {
      store = createContainerStore('compose');
      store.makeDebian(BASE, 'trixie');
      store.makeDebian('localhost/debian-postgres', 'bookworm', ['postgresql-15', 'gosu']);
      await store.buildProxy();
      mkdirSync(at('stand-ins'));
      for (const [name, text] of [
        ['nginx', NGINX],
        ['postgres', POSTGRES],
        ['postgres-entry', POSTGRES_ENTRY],
      ] as const)
        writeFileSync(at(`stand-ins/${name}`), text);
      store.build('-t', 'docker.io/library/nginx:stable', '-f', at('stand-ins/nginx'), at('stand-ins'));
      store.build('-t', 'docker.io/library/postgres:15', '-f', at('stand-ins/postgres'), at('stand-ins'));
      cpSync('deploy', at('deploy'), { recursive: true });
      writeFileSync(at('limits.yaml'), `services:\n${LOWER_LIMITS.join('\n')}\n`);
      mkdirSync(at('networks'));
      writeFileSync(
        at('containers.conf'),
        `[engine]\ncgroup_manager = "cgroupfs"\n[network]\nnetwork_config_dir = "${at('networks')}"\n`,
      );
      clinic = await startClinic();
      // crun does not start beside control groups of both versions, so the newer ones are out of its sight.
      const script = `umount /sys/fs/cgroup/unified 2>/dev/null; ip link set lo up
for folder in /run/netns /run/containers /run/libpod; do mkdir -p $folder; mount -t tmpfs tmpfs $folder; done
echo ready; exec sleep infinity`;
      const spaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
      machine = spawn('unshare', [...spaces, 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(machine.stdout as NodeJS.ReadableStream, 'data');
      const ports = [clinic.serviceUrl, clinic.ehr.url].map((url) => new URL(url).port);
      relay(process.execPath, [RELAY, ...ports.flatMap((port) => [at(`${port}.sock`), port])]);
      relay('nsenter', toLine([process.execPath, RELAY, at('front.sock'), '443']));
    }, 3_600_000);
    afterAll(async () => {
      for (const child of relays) child.kill('SIGKILL');
      if (machine !== undefined) {
        const ended = once(machine, 'exit');
        // All that runs in its namespace of processes ends with it.
        machine.kill('SIGKILL');
        await ended;
      }
      await clinic?.close();
      store?.remove();
    }, 600_000);

    it('is set up by the commands of the guide', () => {
      const guide = readFileSync('docs/deployment.md', 'utf8');
      const [, commands = ''] = /## As containers.*?```sh\n(.*?)```/s.exec(guide) ?? [];
      const start = commands.indexOf('install -d');
      const init = commands.indexOf('podman run');
      const [first, second] = [commands.slice(start, init), commands.slice(init)];
      makeEtc(here());
      within(['sh', '-euc', first.replaceAll('panel.clinic.example', new URL(PUBLIC_URL).host)]);
      expect(existsSync(here('tls/privkey.pem'))).toBe(true);
      const [initLine = ''] = second.split(/\n(?! )/);
      // Here no terminal is there to be asked for.
      const answers = toInitAnswers(clinic, ['postgres', 'etc/secrets/postgres_url'], 1);
      within(['sh', '-euc', initLine.replace(' -it ', ' -i ')], answers);
      const mount = ['-v', './etc:/opt/instrument-panel/etc:ro'];
      const check = podman('run', '--rm', ...mount, IMAGE, 'proxy', '--check', ...CONFIG);
      expect(check).toMatch(/^storage .*(?:postgres|127\.0\.0\.1)/im);
    });

    it('starts, and answers a sign-in, reads and a write through nginx', async () => {
      await start();
      const headers = await signIn();
      const read = await readPatient(headers);
      expect([read.status, read.body]).toMatchObject([200, { serviceId: clinic.patientId, name: 'Ana' }]);
      const library = await ask('/third-party/api/v1/forms/library', { headers });
      expect(library.status).toBe(200);
      const formId = /"(?:formId|id)":"?([^",}]+)/.exec(JSON.stringify(library.body))?.[1];
      const body = JSON.stringify({ patientId: clinic.patientId, recurrenceCycle: 'WEEKLY' });
      const applied = await ask(toOwnPath(`forms/${formId}/applications`), { method: 'POST', headers, body });
      expect([applied.status, applied.body]).toMatchObject([201, { patientId: clinic.patientId }]);
    });

    it('keeps metrics and readiness from browsers, and every port but those of nginx', async () => {
      expect(await Promise.all(['/metrics', '/readyz', '/healthz'].map(statusOf))).toEqual([404, 404, 200]);
      const networks = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
      for (const host of ['127.0.0.1', inspect('network', networks)]) {
        const found = [443, 80, 4201, 4202, 5432].map((port) =>
          within([process.execPath, '-e', TRY_PORT, host, `${port}`]),
        );
        expect(found).toEqual(['open', 'open', 'ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED']);
      }
    });

    it('runs the proxies read-only, without capabilities, and in the memory that is theirs', () => {
      for (const name of ['proxy-1', 'proxy-2']) {
        const status = inProxy(
          name,
          'node',
          '-p',
          'require("node:fs").readFileSync("/proc/1/status", "utf8")',
        );
        expect(status.match(RIGHTS)?.map((line) => line.split(/\s+/).slice(0, 2).join(' '))).toEqual([
          'Uid: 10001',
          'CapPrm: 0000000000000000',
          'CapEff: 0000000000000000',
          'CapBnd: 0000000000000000',
          'NoNewPrivs: 1',
        ]);
        expect(inProxy(name, 'node', '-e', TRY_FOLDERS).split('\n')).toEqual(['EROFS', 'EROFS', 'EROFS']);
        expect(inspect(name, '{{.HostConfig.Memory}}')).toBe(`${2 ** 30}`);
      }
    });

    it('goes on reading while one proxy is stopped, and while nginx is restarted', async () => {
      const headers = await signIn();
      for (const name of ['proxy-1', 'proxy-2']) {
        podman('stop', `instrument-panel_${name}_1`);
        for (let count = 0; count < 20; count += 1) expect((await readPatient(headers)).status).toBe(200);
        podman('start', `instrument-panel_${name}_1`);
        const ready = `fetch('http://127.0.0.1:420${name.at(-1)}/readyz').then(({ status }) => console.log(status))`;
        await expect.poll(() => spawnReady(name, ready), { timeout: 60_000 }).toBe('200');
      }
      podman('restart', 'instrument-panel_front_1');
      await untilUp();
      expect((await readPatient(headers)).status).toBe(200);
    });
    const spawnReady = (name: string, script: string): string => {
      try {
        return inProxy(name, 'node', '-e', script);
      } catch {
        return 'not yet';
      }
    };

    it('reads its configuration again when it is told to', async () => {
      const other = 'https://other.clinic.example';
      expect((await askToSignIn(other)).status).toBe(403);
      const text = readFileSync(here('etc/proxy.config.mts'), 'utf8');
      writeFileSync(here('etc/proxy.config.mts'), text.replace('origins: [', `origins: ['${other}', `));
      for (const name of ['proxy-1', 'proxy-2'])
        podman('kill', '--signal', 'HUP', `instrument-panel_${name}_1`);
      await expect.poll(async () => (await askToSignIn(other)).status, { timeout: 60_000 }).toBe(200);
    });

    it('comes back when all of it was stopped, as after a start of the machine', async () => {
      podman('stop', '--all');
      expect(await statusOf('/healthz')).toBe(0);
      compose('start');
      await untilUp();
    });

    it('keeps the trail when all containers are removed and made again, and leaves no volume behind', async () => {
      const readTrail = () => inProxy('proxy-1', 'instrument-panel', 'audit', 'read', ...CONFIG);
      const before = readTrail();
      expect(readRoutes(before)).toEqual(
        expect.arrayContaining([
          'POST /session',
          'GET /professionals/{professionalId}/patients/{patientId}',
          'POST /professionals/{professionalId}/forms/{formId}/applications',
        ]),
      );
      compose('down');
      expect(podman('ps', '--all', '--quiet')).toBe('');
      await start();
      expect(podman('volume', 'ls', '--quiet')).toBe('instrument-panel_postgres');
      const headers = await signIn();
      expect((await readPatient(headers)).status).toBe(200);
      expect(readTrail().startsWith(before)).toBe(true);
      expect(inProxy('proxy-2', 'instrument-panel', 'audit', 'verify', ...CONFIG)).toMatch(
        /^\d+:[0-9a-f]{64}$/m,
      );
    });

    it('writes what nginx logs to the log of its container, without an address', () => {
      const log = podman('logs', 'instrument-panel_front_1');
      expect(log).toMatch(/ GET 200 /);
      expect(log).not.toContain(clinic.patientId);
    });

    it('is gone with its volumes when it is told to', () => {
      compose('down', '--volumes');
      expect(podman('ps', '--all', '--quiet') + podman('volume', 'ls', '--quiet')).toBe('');
    });
  },
);
