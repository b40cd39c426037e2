import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE, startWorld, type World } from '../../proxy/fixtures/world.ts';

const MAIN = resolve('proxy/cli/main.ts');
const read = (path: string): string => readFileSync(resolve('deploy', path), 'utf8');
const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const hasSystemd = isThere('systemd-analyze');
const hasNginx = isThere('nginx') && isThere('openssl');

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'instrument-panel-deploy-'));

describe.skipIf(!hasSystemd)('the unit of systemd (not run without systemd-analyze)', () => {
  const folder = makeFolder();
  const unit = join(folder, 'instrument-panel@4201.service');
  beforeAll(() => {
    // What it starts is not installed on this machine.
    const text = read('systemd/instrument-panel@.service')
      .replaceAll('/opt/instrument-panel/node_modules/.bin/instrument-panel', '/bin/true')
      .replace('WorkingDirectory=/opt/instrument-panel', 'WorkingDirectory=/')
      .replace(/^Documentation=.*\n/m, '');
    writeFileSync(unit, text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is understood without a word', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
  });

  test('exposes little more than that it listens and connects', () => {
    // Tenths; systemd calls up to 2.0 the least of all exposures.
    const args = ['security', '--offline=true', '--threshold=20', unit];
    expect(spawnSync('systemd-analyze', args).status).toBe(0);
  });
});

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts nginx with the site as it is, but for ports, certificate and folders. `ask` takes its certificate as the only CA. */
async function startNginx(upstreams: readonly [number, number]) {
  const folder = makeFolder();
  const port = await freePort();
  const [cert, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '30'];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject];
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const site = read('nginx/instrument-panel.conf')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/ssl/instrument-panel', folder)
    .replaceAll('/var/log/nginx', folder)
    .replace(':4201', `:${upstreams[0]}`)
    .replace(':4202', `:${upstreams[1]}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `daemon off; pid ${folder}/nginx.pid; events {} http { ${temporary}\n${site}\n}`);
  const given = ['-c', file, '-e', join(folder, 'start.log')];
  const tried = spawnSync('nginx', ['-t', ...given], { encoding: 'utf8' });
  expect([tried.status, tried.stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  const nginx = spawn('nginx', given, { stdio: 'ignore' });

  async function ask(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const { body, ...rest } = init;
    const sent = request({ host: 'localhost', port, path, ca: readFileSync(cert), ...rest }).end(body);
    const [reply] = await once(sent, 'response');
    reply.resume();
    await once(reply, 'end');
    return reply as { statusCode: number; headers: Record<string, string | undefined> };
  }
  // It is up once it answers; the time of the test or hook bounds this.
  for (let isUp = false; !isUp; ) {
    isUp = await ask('/').then(
      () => true,
      () => false,
    );
  }
  return {
    port,
    cert,
    folder,
    ask,
    log: (name: string): string => readFileSync(join(folder, name), 'utf8'),
    async close() {
      nginx.kill('SIGQUIT');
      await once(nginx, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(!hasNginx)('nginx in front (not run without nginx and openssl)', () => {
  let world: World;
  let front: Awaited<ReturnType<typeof startNginx>>;
  beforeAll(async () => {
    world = await startWorld({ trustedProxyHops: 1 });
    const port = Number(new URL(world.url).port);
    front = await startNginx([port, port]);
  });
  afterAll(async () => {
    await front?.close();
    await world?.close();
  });

  test('is found sound by doctor, from TLS to the session', async () => {
    world.service.answer = () => ({ body: [] });
    const config = join(front.folder, 'proxy.config.mts');
    writeFileSync(
      config,
      `import { randomBytes } from 'node:crypto';
export default {
  upstream: '${world.service.url}', credentials: { key: 'k', secret: 's' },
  keys: [{ kid: 'a', alg: 'HS256', key: randomBytes(32), signs: true }],
  issuer: 'a', audience: 'a', origins: ['${PAGE}'], session: async () => null, trustedProxyHops: 1,
  storage: { file: '${join(front.folder, 'doctor.sqlite')}' }, publicUrl: 'https://localhost:${front.port}',
};`,
    );
    const child = spawn(process.execPath, [MAIN, 'doctor', '--json', '--config', config], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: front.cert },
    });
    let out = '';
    child.stdout.on('data', (text: Buffer) => {
      out += text;
    });
    await once(child, 'close');
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: { hop: string; state: string }[] };
    expect(findings.filter(({ state }) => state === 'failed' || state === 'warning')).toEqual([]);
    expect(findings.map(({ hop }) => hop)).toEqual(expect.arrayContaining(['proxy TLS', 'CORS', 'session']));
    expect(ok).toBe(true);
  });

  test('keeps metrics and readiness from browsers, and tells them to stay with https', async () => {
    const codes = await Promise.all(['/metrics', '/readyz', '/healthz'].map((path) => front.ask(path)));
    expect(codes.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200]);
    for (const { headers } of codes) expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('refuses a body that the proxy would refuse, and no other', async () => {
    const post = (length: number) => front.ask('/session', { method: 'POST', body: 'x'.repeat(length) });
    expect((await post(65_537)).statusCode).toBe(413);
    expect((await post(65_536)).statusCode).toBe(403);
  });
});

test.skipIf(!hasNginx)(
  'nginx asks the other proxy where one goes away, but sends no write again, and logs no address',
  async () => {
    const seen: string[] = [];
    const server = createServer(({ method, url, headers, socket }) => {
      seen.push(`${method} ${url} ${headers['x-forwarded-for']}`);
      if (url === '/') socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      else socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const other = createTcpServer((socket) => void socket.pipe(socket));
    other.close();
    const front = await startNginx([port, port]);
    try {
      const counts: Record<string, number> = {};
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        seen.length = 0;
        const headers = { 'x-forwarded-for': '203.0.113.9' };
        const { statusCode } = await front.ask(`/a%2Fb/../canary?${method}=1`, { method, headers });
        expect(statusCode).toBe(502);
        expect(new Set(seen)).toEqual(new Set([`${method} /a%2Fb/../canary?${method}=1 127.0.0.1`]));
        counts[method] = seen.length;
      }
      expect(counts).toEqual({ GET: 2, POST: 1, PUT: 1, DELETE: 1 });
      // Nor does it write a path or a query into its logs.
      expect(front.log('instrument-panel.log')).toMatch(/ 127\.0\.0\.1 DELETE 502 /);
      expect(front.log('instrument-panel.log') + front.log('instrument-panel.error.log')).not.toContain(
        'canary',
      );
    } finally {
      await front.close();
      server.closeAllConnections();
      server.close();
    }
  },
);

describe('the guide', () => {
  const guide = readFileSync(resolve('docs/deployment.md'), 'utf8');
  const [machine = ''] = guide.split('## As containers');
  const fenced = [
    ...guide.replaceAll(/## As containers.*?(?=^## )/gms, '').matchAll(/^ *```sh\n(.*?)```/gms),
  ];
  const spans = guide.replaceAll(/^ *```.*?```/gms, '').matchAll(/`([^`]+)`/g);
  const lines = [
    ...fenced.flatMap(([, text = '']) => text.split('\n')),
    ...[...spans].map(([, span]) => span ?? ''),
  ];

  test('runs each command as the user of the proxy, with its configuration', () => {
    const commands = lines
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => /instrument-panel (proxy|doctor|storage|revoke|init)\b/.test(line));
    expect(commands.length).toBeGreaterThan(7);
    for (const line of commands) {
      expect(line).toMatch(/^as-panel instrument-panel /);
      expect(line).toContain('--config etc/proxy.config.mts');
    }
  });

  test('makes each folder that Debian 12 does not have, before it copies into it', () => {
    expect(machine).toMatch(/^install -D -m 644 \S+ \/etc\/sysusers\.d\/instrument-panel\.conf$/m);
    expect(lines).toContain('install -d -o instrument-panel -g instrument-panel -m 700 /backup');
  });

  test('names each copy by its time, as none is overwritten', () => {
    expect(guide.match(/--to \S+/g)).toEqual(['--to "/backup/$(date']);
  });

  test('goes back by the old release, as the new one would upgrade the copy', () => {
    const back = guide.slice(guide.indexOf('**Back**'));
    expect(back.indexOf('point the link back')).toBeLessThan(back.indexOf('restore the back-up'));
  });

  test('and the usage of what upgrades a storage say so', async () => {
    for (const name of ['doctor', 'storage']) {
      const { stdout } = spawnSync(process.execPath, [MAIN, name, '--help'], { encoding: 'utf8' });
      expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
        /upgrades the storage of an older release.*back up first/,
      );
    }
    expect(guide).toMatch(/`doctor` and `storage check`, upgrades the storage/);
  });
});

test('a database that is away for an hour does not end the unit for good', () => {
  const unit = read('systemd/instrument-panel@.service');
  const count = (name: string): number => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1]);
  expect(unit).toMatch(/^Restart=always$/m);
  // 0 lifts the limit; otherwise fewer starts than it allows fit into its time.
  const interval = count('StartLimitIntervalSec');
  expect(interval === 0 || interval / count('RestartSec') < count('StartLimitBurst')).toBe(true);
  expect(count('RestartSec')).toBeGreaterThanOrEqual(3);
});

describe('the image and its composition', () => {
  const compose = read('container/compose.yaml');

  test('the image runs as a user without rights, on packages of Debian and the proxy alone', () => {
    const containerfile = read('container/Containerfile');
    expect(containerfile).toMatch(/^USER 10001:10001$/m);
    const bases = new Set(containerfile.match(/^FROM \S+/gm));
    expect(bases).toEqual(new Set(['FROM docker.io/library/debian:trixie-slim']));
    expect(containerfile).not.toMatch(/^ADD|curl|wget|:latest/m);
  });

  test('the composition publishes nginx alone, in front of the ports at which the proxies listen', () => {
    expect(compose.match(/^ +ports: .*$/gm)).toEqual(['    ports: ["80:80", "443:443"]']);
    const site = read('nginx/instrument-panel.conf');
    const ports = [...site.matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    expect([...compose.matchAll(/--port, "(\d+)"/g)].map(([, port]) => port)).toEqual(ports);
  });

  test('its Postgres is reached on the loopback alone, and has its password from a file', () => {
    expect(compose).toContain('command: postgres -c listen_addresses=127.0.0.1\n');
    expect(compose).toContain('POSTGRES_PASSWORD_FILE: /run/secrets/postgres_password\n');
    expect(compose).not.toMatch(/fsync=|synchronous_commit=/);
  });
});
