import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTENSION, signInOptions } from '../authorize/flow.fixture.ts';
import { type StubService, startStubService } from '../fixtures/stub-service.ts';
import { CLAIMS, PAGE, PROFESSIONAL } from '../fixtures/world.ts';
import type { LogLine } from '../log.ts';
import { createKeyRing, type TokenKey } from '../token/key-ring.ts';
import { mintToken, type NewTokenClaims } from '../token/token.ts';
import type { TenantOptions, TenantProxyOptions } from './options.ts';
import { createTenantProxy } from './proxy.ts';

export type Letter = 'a' | 'b';
export const LETTERS = ['a', 'b'] as const;
export const otherThan = (letter: Letter): Letter => (letter === 'a' ? 'b' : 'a');

export const METRICS_TOKEN = 'metrics-0123456789abcdef';
export const secretOf = (letter: Letter): string => `WEBHOOK-SECRET-CANARY-of-${letter}`;
const bytes = (purpose: string, letter: Letter): Uint8Array =>
  new TextEncoder().encode(`a ${purpose} key of tenant ${letter}: 0123456789abcdef`);
/** Both have one of the same name, so that the name alone tells nothing. */
export const keyOf = (letter: Letter): TokenKey => ({
  kid: 'first',
  alg: 'HS256',
  key: bytes('token', letter),
  signs: true,
});
export const auditKeyOf = (letter: Letter): Uint8Array => bytes('audit', letter);

/** As alike as two tenants may be: the same pages may ask both, and both have the same ids of people. */
export const tenantOf = (letter: Letter, host: string, more: Partial<TenantOptions> = {}): TenantOptions => ({
  id: letter,
  hosts: [host],
  credentials: { key: `KEY-OF-${letter}`, secret: `SECRET-OF-${letter}` },
  keys: [keyOf(letter)],
  issuer: `https://${letter}.example`,
  audience: `proxy-${letter}`,
  origins: [PAGE, EXTENSION],
  session: async ({ cookie }) =>
    cookie === `staff=${letter}`
      ? { sub: `staff-${letter}`, role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] }
      : null,
  mapping: { key: bytes('mapping', letter) },
  webhooks: { secrets: [secretOf(letter)] },
  audit: { key: auditKeyOf(letter) },
  publicUrl: `http://${host}`,
  ...(signInOptions.authorize ? { authorize: signInOptions.authorize } : {}),
  ...more,
});

export interface TenantWorldOptions {
  readonly common?: Partial<TenantProxyOptions>;
  readonly each?: (letter: Letter, url: string) => Partial<TenantOptions>;
  /** Is called with the folder of the storage before it is opened. */
  readonly spoil?: (folder: string) => void;
}

/** Two tenants of one process, told apart by the two names of this machine, each with a service of its own. */
export async function startTenants({
  common = {},
  each = () => ({}),
  spoil = () => {},
}: TenantWorldOptions = {}) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hosts = { a: `127.0.0.1:${port}`, b: `localhost:${port}` };
  const urls = { a: `http://${hosts.a}`, b: `http://${hosts.b}` };
  const services: Record<Letter, StubService> = { a: await startStubService(), b: await startStubService() };
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-tenants-'));
  spoil(folder);
  const lines: LogLine[] = [];
  const limits = { subjectBurst: 1_000_000, addressBurst: 1_000_000, invalidTokensBurst: 1_000_000 };
  const options: TenantProxyOptions = {
    storage: { file: join(folder, 'proxy.sqlite') },
    log: (line) => void lines.push(line),
    metrics: { token: METRICS_TOKEN },
    limits,
    ...common,
    tenants: LETTERS.map((letter) =>
      tenantOf(letter, hosts[letter], { upstream: services[letter].url, ...each(letter, urls[letter]) }),
    ),
  };
  const proxy = createTenantProxy(options);
  server.on('request', proxy.handle);
  await proxy.ready();

  const tokenOf = async (letter: Letter, claims: Partial<NewTokenClaims> = {}): Promise<string> => {
    const own = {
      ...CLAIMS,
      iss: `https://${letter}.example`,
      aud: `proxy-${letter}`,
      sub: `staff-${letter}`,
    };
    return (await mintToken(createKeyRing([keyOf(letter)]), { ...own, ...claims })).token;
  };
  return {
    proxy,
    port,
    urls,
    hosts,
    services,
    lines,
    options,
    tokenOf,
    /** Asks at the host of a tenant. */
    ask: (at: Letter, path: string, token: string, init: RequestInit = {}) =>
      fetch(urls[at] + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }),
    /** Ends the proxy, so that all its rows are written; the storage stays. */
    stop: () => proxy.close(),
    close: async () => {
      await proxy.close();
      server.closeAllConnections();
      server.close();
      for (const letter of LETTERS) await services[letter].close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type TenantWorld = Awaited<ReturnType<typeof startTenants>>;
