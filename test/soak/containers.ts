import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { DEMO_CREDENTIALS } from '../../sandbox/seed/clinic.ts';
import { packPackages } from '../../scripts/packages.ts';
import { createPatient, createProfessional } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { builtPackages } from '../built-packages.ts';

/** The base that deploy/container/Containerfile names. */
export const BASE = 'docker.io/library/debian:trixie-slim';
export const IMAGE = 'localhost/instrument-panel-proxy';
/** The origin of the pages of the EHR. */
export const PAGE = 'https://ehr.clinic.example';
/** Where browsers reach the proxy. */
export const PUBLIC_URL = 'https://panel.clinic.example';
/** The user of the image. */
export const USER = 10_001;
export const isRoot = process.getuid?.() === 0;
const CA = process.env.NODE_EXTRA_CA_CERTS;

/** The programs of these that this machine does not have. */
export const findMissing = (programs: readonly string[]): readonly string[] =>
  programs.filter((name) => spawnSync(name, ['--version']).error !== undefined);

/** Runs a program to its end and gives what it printed. Throws with all of it if it failed. */
export function run(
  program: string,
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): string {
  const options = { encoding: 'utf8', input, env: { ...process.env, ...env }, maxBuffer: 1e9 } as const;
  const done = spawnSync(program, args, options);
  if (done.status === 0) return done.stdout.trim();
  throw new Error(`${program} ${args.join(' ')}: ${done.error ?? ''}\n${done.stdout}\n${done.stderr}`);
}

/** Makes a folder in which images, containers and volumes lie apart from those of the machine. */
export function createContainerStore(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `instrument-panel-${name}-`));
  const at = (file: string): string => join(folder, file);
  writeFileSync(
    at('storage.conf'),
    `[storage]\ndriver = "vfs"\ngraphroot = "${at('images')}"\nrunroot = "${at('running')}"\n`,
  );
  /** Lets buildah and podman use the folder. */
  const env = { CONTAINERS_STORAGE_CONF: at('storage.conf') };
  const buildah = (command: string, ...args: readonly string[]): string =>
    run('buildah', [command, ...args], { env });
  const build = (...args: readonly string[]): string =>
    buildah('build', '--pull-never', '--isolation', 'chroot', ...args);
  return {
    at,
    env,
    build,
    /** Makes an image of nothing but packages of Debian. */
    makeDebian(image: string, release: string, packages: readonly string[] = []): void {
      const include = packages.length === 0 ? [] : [`--include=${packages.join()}`];
      run('mmdebstrap', ['--variant=minbase', ...include, release, at('debian.tar')]);
      const base = buildah('from', 'scratch');
      buildah('add', base, at('debian.tar'), '/');
      buildah('commit', '--rm', base, image);
      rmSync(at('debian.tar'));
    },
    /** Packs the packages and builds the image of the proxy with them, as docs/deployment.md does. */
    async buildProxy(): Promise<void> {
      mkdirSync(at('dist'));
      await packPackages(await builtPackages(), at('dist'));
      const secret = CA === undefined ? [] : ['--secret', `id=ca,src=${CA}`];
      build('-t', IMAGE, ...secret, '-f', 'deploy/container/Containerfile', at('dist'));
    },
    remove(): void {
      // A rootless build leaves files of mapped user ids, which only its user namespace can remove.
      if (!isRoot) run('buildah', ['unshare', 'rm', '-rf', folder], { env });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type ContainerStore = ReturnType<typeof createContainerStore>;

/** Makes `etc/` in a folder, with the secrets that the service issued: all of it of the image's user alone. */
export function makeEtc(folder: string, secrets: Readonly<Record<string, string>> = {}): void {
  const paths = ['etc', 'etc/secrets'];
  for (const path of paths) mkdirSync(join(folder, path), { mode: 0o700 });
  const issued = { service_key: DEMO_CREDENTIALS.key, service_secret: DEMO_CREDENTIALS.secret, ...secrets };
  for (const [name, secret] of Object.entries(issued)) {
    paths.push(`etc/secrets/${name}`);
    writeFileSync(join(folder, 'etc/secrets', name), secret, { mode: 0o600 });
  }
  if (!isRoot) return;
  for (const path of paths) chownSync(join(folder, path), USER, USER);
  chmodSync(folder, 0o711);
}

/** A sandbox as the service, with a professional and a patient, and an EHR that knows the professional's cookie. */
export interface Clinic {
  readonly serviceUrl: string;
  readonly ehr: StubService;
  readonly professionalId: string;
  readonly patientId: string;
  readonly close: () => Promise<void>;
}

/** The cookie of the professional who is signed in at the EHR. */
export const COOKIE = 'sid=of-dora';

export async function startClinic(): Promise<Clinic> {
  const service = await (await createSandbox({ log: () => {} })).listen(0);
  const client = createClient({ baseUrl: service.url, auth: DEMO_CREDENTIALS });
  const email = 'dora@clinic.example';
  const registered = await client(createProfessional, {
    body: { email, externalId: email, name: 'Dora', surname: 'Reis' },
  });
  const professionalId = registered.data.serviceId;
  const body = { name: 'Ana', surname: 'Lima', email: 'ana@patients.example', cellphone: '+5511900000001' };
  const patientId = (await client(createPatient, { params: { professionalId }, body })).data.serviceId;
  const ehr = await startStubService();
  ehr.answer = ({ rawHeaders }) =>
    rawHeaders.includes(COOKIE) ? { body: { id: 'dora', professionalId } } : { status: 401 };
  return {
    serviceUrl: service.url,
    ehr,
    professionalId,
    patientId,
    async close() {
      await service.close();
      await ehr.close();
    },
  };
}

/** The answers to `init`, in the order in which it asks. */
export const toInitAnswers = ({ serviceUrl, ehr }: Clinic, storage: readonly string[], hops: 0 | 1): string =>
  [
    serviceUrl,
    'etc/secrets/service_key',
    'etc/secrets/service_secret',
    PUBLIC_URL,
    PAGE,
    ...storage,
    `${hops}`,
    '',
    `${ehr.url}/who`,
    '',
  ].join('\n');

/** The routes of which a trail has rows, in order. `trail` is what `instrument-panel audit read` printed. */
export const readRoutes = (trail: string): readonly string[] =>
  trail.split('\n').map((line) => (JSON.parse(line) as { entry: { route: string } }).entry.route);
