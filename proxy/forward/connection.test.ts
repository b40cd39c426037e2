import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Agent } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tryService } from '../doctor/service.ts';
import { createAuthority, hasOpenssl, type Issued, startForwardProxy } from '../fixtures/tls.ts';
import { PROFESSIONAL, proxyOptions, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import type { ConnectionOptions, ProxyOptions } from '../options.ts';
import { checkConnection } from './connection.ts';

type Authority = ReturnType<typeof createAuthority>;
type ForwardProxy = Awaited<ReturnType<typeof startForwardProxy>>;

let ours: Authority;
let other: Authority;
let good: Issued;
let forward: ForwardProxy;
let world: World | undefined;
const servers: ReturnType<typeof createServer>[] = [];
const children: ChildProcess[] = [];
beforeAll(() => {
  if (!hasOpenssl) return;
  ours = createAuthority('The clinic');
  other = createAuthority('Somebody else');
  good = ours.issue();
});
beforeEach(async () => {
  forward = await startForwardProxy();
});
afterEach(async () => {
  await world?.close();
  world = undefined;
  await forward.close();
  for (const child of children.splice(0)) child.kill();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => {
  ours?.remove();
  other?.remove();
});

async function listenTls(server: ReturnType<typeof createServer>): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** A service with TLS that answers a list; gives its address and the names of the clients that it saw. */
async function startService({ cert, key }: Issued, more: ServerOptions = {}) {
  const clients: string[] = [];
  const server = createServer({ cert, key, ...more }, (request, reply) => {
    clients.push(String((request.socket as TLSSocket).getPeerCertificate().issuer?.CN ?? ''));
    reply.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  return { url: await listenTls(server), clients };
}

/** A server that takes no client but one with a certificate of the other CA. */
async function startStrictServer(version: string): Promise<string> {
  const files = { cert: good.cert, key: good.key, ca: other.ca };
  const [cert, key, ca] = Object.entries(files).map(([name, pem]) => ours.write(name, pem)) as [
    string,
    string,
    string,
  ];
  const strict = ['-Verify', '2', '-verify_return_error', '-CAfile', ca, version, '-www'];
  const child = spawn('openssl', [
    's_server',
    '-accept',
    '127.0.0.1:0',
    '-cert',
    cert,
    '-key',
    key,
    ...strict,
  ]);
  children.push(child);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  await expect.poll(() => output).toMatch(/^ACCEPT \S+:\d+/m);
  return `https://localhost:${/ACCEPT \S+:(\d+)/.exec(output)?.[1]}`;
}

/** Asks a proxy with this way to the service; gives the status and what the log says of the service. */
async function askBy(upstream: string, connection: ConnectionOptions) {
  world = await startWorld({ upstream, connection });
  const reply = await world.ask('/forms/tags', await tokenFor({ role: 'operations', ops: ['read'] }));
  await reply.arrayBuffer();
  const said = world.lines.filter(({ event }) => event === 'service-unreachable').map(({ hint }) => hint);
  return { status: reply.status, said: said.join('\n') };
}

/** What the doctor says is wrong with the way, with its remedies. */
async function diagnose(upstream: string, connection: ConnectionOptions): Promise<string> {
  const findings = await tryService(proxyOptions(upstream, { connection }));
  return findings
    .filter(({ state }) => state !== 'ok' && state !== 'skipped')
    .map(({ hop, found, remedy }) => `${hop}: ${found} -> ${remedy}`)
    .join('\n');
}

const login = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe.runIf(hasOpenssl)('the way to a service with TLS', () => {
  it('trusts the CA of the option, and no other then', async () => {
    const { url } = await startService(good);
    expect(await askBy(url, { ca: ours.ca })).toEqual({ status: 200, said: '' });
    expect(await diagnose(url, { ca: ours.ca })).toBe('');
    await world?.close();
    const { status, said } = await askBy(url, { ca: other.ca });
    expect([status, said]).toEqual([
      502,
      expect.stringMatching(/its certificate is not trusted.*connection\.ca/),
    ]);
    expect(await diagnose(url, { ca: other.ca })).toMatch(/^service TLS: .*not trusted.*connection\.ca/);
  });

  it('names an expired certificate', async () => {
    const { url } = await startService(ours.issue(-1));
    const { status, said } = await askBy(url, { ca: ours.ca });
    expect([status, said]).toEqual([
      502,
      expect.stringMatching(/CERT_HAS_EXPIRED.*has expired; have it renewed/),
    ]);
    expect(await diagnose(url, { ca: ours.ca })).toMatch(/CERT_HAS_EXPIRED.*-> Have it renewed/);
  });

  it('shows its own certificate to a service that wants one', async () => {
    const { url, clients } = await startService(good, { requestCert: true, ca: other.ca });
    const connection = { ca: ours.ca, ...other.issue() };
    expect(await askBy(url, connection)).toEqual({ status: 200, said: '' });
    expect(clients).toEqual(['Somebody else']);
    expect(await diagnose(url, connection)).toBe('');
  });

  it.each([
    ['-tls1_2', /refuses our certificate.*connection\.cert/],
    // Over 1.3 the refusal comes after the greeting, and Node tells of the end alone.
    ['-tls1_3', /(closed the connection|refuses our certificate).*connection\.cert/],
  ])('names a service that wants a certificate, over %s', async (version, words) => {
    const url = await startStrictServer(version);
    for (const connection of [{ ca: ours.ca }, { ca: ours.ca, ...ours.issue() }]) {
      const { status, said } = await askBy(url, connection);
      expect([status, said]).toEqual([502, expect.stringMatching(words)]);
      await world?.close();
      expect(await diagnose(url, connection)).toMatch(words);
    }
  });

  it('says of a service that hangs up that it may want a certificate', async () => {
    const { url } = await startService(good, { requestCert: true, ca: other.ca, minVersion: 'TLSv1.3' });
    expect((await askBy(url, { ca: ours.ca })).said).toMatch(/closed the connection.*connection\.cert/);
  });

  it('goes through a forward proxy, by its name and password, and greets the service itself', async () => {
    const { url } = await startService(good);
    const forwardProxy = `http://panel:p%40ss@127.0.0.1:${forward.port}`;
    const connection = { ca: ours.ca, forwardProxy };
    expect(await askBy(url, connection)).toEqual({ status: 200, said: '' });
    expect(forward.tunnels).toEqual([[new URL(url).host, login('panel:p@ss')]]);
    expect(await diagnose(url, connection)).toBe('');
    await world?.close();
    expect((await askBy(url, { forwardProxy })).said).toMatch(/its certificate is not trusted/);
  });

  it.each([
    [407, /FORWARD_PROXY_407.*wants a name and a password.*http:\/\/NAME:PASSWORD@/],
    [403, /FORWARD_PROXY_403.*does not connect to it.*allow CONNECT/],
    [502, /FORWARD_PROXY_502.*does not connect to it/],
  ])('names a forward proxy that answers %i', async (status, words) => {
    const { url, clients } = await startService(good);
    forward.answer = () => status;
    const connection = { ca: ours.ca, forwardProxy: `http://panel:SECRET@127.0.0.1:${forward.port}` };
    const { status: answered, said } = await askBy(url, connection);
    expect([answered, said, clients]).toEqual([502, expect.stringMatching(words), []]);
    const found = await diagnose(url, connection);
    expect(found).toMatch(words);
    expect(said + found).not.toContain('SECRET');
  });

  it('names a forward proxy that is not there', async () => {
    const { url } = await startService(good);
    const words = /FORWARD_PROXY_ECONNREFUSED.*itself cannot be reached.*connection\.forwardProxy/;
    const connection = { ca: ours.ca, forwardProxy: 'http://127.0.0.1:9' };
    expect((await askBy(url, connection)).said).toMatch(words);
    expect(await diagnose(url, connection)).toMatch(words);
  });

  it('leaves everything to a dispatcher of the partner, and does not close it', async () => {
    const { url } = await startService(good);
    const dispatcher = new Agent({ connect: { ca: ours.ca } });
    expect(await askBy(url, { dispatcher })).toEqual({ status: 200, said: '' });
    expect(await diagnose(url, { dispatcher })).toBe('');
    await world?.close();
    expect(dispatcher.closed).toBe(false);
    await dispatcher.close();
  });

  it('keeps slow recommendations from the other reads through a forward proxy too', async () => {
    const held: ServerResponse[] = [];
    const upstream = await listenTls(
      createServer(good, (request, reply) => {
        if (request.url?.includes('/recommend')) held.push(reply);
        else reply.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      }),
    );
    const forwardProxy = `http://127.0.0.1:${forward.port}`;
    world = await startWorld({
      upstream,
      connection: { ca: ours.ca, forwardProxy },
      limits: { connections: 4 },
    });
    const { ask } = world;
    const token = await tokenFor();
    const slow = Promise.allSettled(
      Array.from({ length: 6 }, () =>
        ask(`/professionals/${PROFESSIONAL}/forms/recommend`, token, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ case_text: 'low mood for two weeks' }),
        }),
      ),
    );
    await expect.poll(() => held.length).toBe(1);
    const reads = await Promise.all(Array.from({ length: 8 }, () => ask('/forms/tags', token)));
    expect(reads.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(held).toHaveLength(1);
    await world.close();
    world = undefined;
    await slow;
  });
});

describe('what the environment says', () => {
  const readProxy = (env: NodeJS.ProcessEnv, upstream = 'https://api.service.example', connection = {}) =>
    checkConnection({ upstream, connection } as ProxyOptions, env).forwardProxy?.host ?? null;
  const HTTPS_PROXY = 'http://proxy.clinic.example:3128';

  it.each<[string, NodeJS.ProcessEnv, string | null]>([
    ['HTTPS_PROXY', { HTTPS_PROXY }, 'proxy.clinic.example:3128'],
    ['https_proxy first, as curl does', { HTTPS_PROXY, https_proxy: 'http://b.example:1' }, 'b.example:1'],
    ['nothing', {}, null],
    ['an empty one', { HTTPS_PROXY: '' }, null],
    ['HTTP_PROXY, which is not for https', { HTTP_PROXY: HTTPS_PROXY }, null],
    ['NO_PROXY with its name', { HTTPS_PROXY, NO_PROXY: 'localhost, api.service.example' }, null],
    ['NO_PROXY with its domain', { HTTPS_PROXY, NO_PROXY: '.service.example' }, null],
    ['NO_PROXY with its port', { HTTPS_PROXY, NO_PROXY: 'service.example:443' }, null],
    [
      'NO_PROXY with another port',
      { HTTPS_PROXY, NO_PROXY: 'service.example:8443' },
      'proxy.clinic.example:3128',
    ],
    ['NO_PROXY with all', { HTTPS_PROXY, no_proxy: '*' }, null],
    [
      'NO_PROXY with a name that ends alike',
      { HTTPS_PROXY, NO_PROXY: 'vice.example' },
      'proxy.clinic.example:3128',
    ],
  ])('counts: %s', (_, env, expected) => {
    expect(readProxy(env)).toBe(expected);
  });

  it('does not count for a service on this machine, one without TLS, or with the option', () => {
    expect(readProxy({ HTTPS_PROXY }, 'https://localhost:1')).toBeNull();
    expect(readProxy({ HTTPS_PROXY }, 'http://api.service.example')).toBeNull();
    expect(readProxy({ HTTPS_PROXY }, undefined, { forwardProxy: false })).toBeNull();
    expect(readProxy({ HTTPS_PROXY }, undefined, { forwardProxy: 'http://a.example:1' })).toBe('a.example:1');
  });
});

describe('the option connection', () => {
  const check =
    (connection: object, upstream = 'https://api.service.example') =>
    () =>
      checkConnection({ upstream, connection } as ProxyOptions, {});

  it.each<[string, object, RegExp]>([
    [
      'a misspelt part',
      { forwardproxy: 'http://a' },
      /connection\.forwardproxy is not known\. Did you mean forwardProxy\?/,
    ],
    [
      'the path of a CA',
      { ca: '/etc/ssl/ca.pem' },
      /connection\.ca must be certificates in PEM, the text and not the path/,
    ],
    [
      'a forward proxy without a scheme',
      { forwardProxy: 'proxy:3128' },
      /connection\.forwardProxy must be an address such as http:/,
    ],
    ['a dispatcher that is none', { dispatcher: {} }, /connection\.dispatcher must be a Dispatcher/],
    [
      'a dispatcher beside another part',
      { dispatcher: new Agent(), forwardProxy: false },
      /leave the other parts out/,
    ],
    ['a certificate without its key', { cert: 'x' }, /connection\.cert and connection\.key/],
  ])('refuses %s', (_, connection, words) => {
    expect(check(connection)).toThrow(words);
  });

  it.runIf(hasOpenssl)('refuses a key of another certificate, and certificates for plain text', () => {
    expect(check({ cert: good.cert, key: other.issue().key })).toThrow(
      /connection\.cert and connection\.key/,
    );
    expect(check({ ca: ours.ca }, 'http://127.0.0.1:1')).toThrow(/upstream is not https/);
    expect(check({ ca: ours.ca, ...good })).not.toThrow();
  });
});
