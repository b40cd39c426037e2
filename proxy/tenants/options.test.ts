import { expect, test } from 'vitest';
import { PAGE } from '../fixtures/world.ts';
import type { ProxyOptionError } from '../options.ts';
import { jwtSession } from '../sign-in/jwt.ts';
import { toTenantStorage } from '../storage/settings.ts';
import type { TenantOptions, TenantProxyOptions } from './options.ts';
import { createTenantProxy } from './proxy.ts';
import { keyOf, tenantOf } from './two-tenants.fixture.ts';

const HOST_A = 'panel.clinic-a.example';
const HOST_B = 'panel.clinic-b.example';
const a = tenantOf('a', HOST_A, { publicUrl: `https://${HOST_A}` });
const b = tenantOf('b', HOST_B, { publicUrl: `https://${HOST_B}` });
const jwt = () =>
  jwtSession({
    jwks: 'https://idp.example/jwks',
    issuer: 'https://idp.example',
    audience: 'panel',
    grant: () => null,
  });

const withTenants = (tenants: readonly TenantOptions[], more: object = {}): TenantProxyOptions => ({
  upstream: 'https://api.service.example',
  storage: { file: ':memory:' },
  ...more,
  tenants,
});

test('two partners, each with what is its own, are taken', async () => {
  await createTenantProxy(withTenants([a, b])).close();
});

/** What is planted, the option that is named, and a part of the sentence. */
const PLANTED: readonly (readonly [string, Partial<TenantOptions> & object, string, string])[] = [
  [
    'the same id',
    { id: 'a' },
    'tenants[1].id',
    'is a, as tenants[0].id is. Give each tenant an id of its own',
  ],
  ['an id that the storage cannot have', { id: 'Clinic-B' }, 'tenants[1].id', 'in lower case'],
  ['no host', { hosts: [] }, 'tenants[1].hosts', 'must list host names'],
  ['an address as host', { hosts: [`https://${HOST_B}`] }, 'tenants[1].hosts', 'without https://'],
  [
    'the same host',
    { hosts: [HOST_B, HOST_A] },
    'tenants[1].hosts',
    `is ${HOST_A}, as tenants[0].hosts is. One host is one tenant`,
  ],
  ['the same issuer', { issuer: a.issuer }, 'tenants[1].issuer', 'as tenants[0].issuer is'],
  ['the same audience', { audience: a.audience }, 'tenants[1].audience', 'no token of one is taken'],
  [
    'the same token key',
    { keys: [keyOf('a')] },
    'tenants[1].keys[0]',
    'is the same secret as tenants[0].keys[0]',
  ],
  [
    'the same credentials',
    { credentials: { ...a.credentials, secret: 'another' } },
    'tenants[1].credentials.key',
    'as tenants[0].credentials.key',
  ],
  [
    'the same webhook secret',
    { webhooks: a.webhooks as NonNullable<TenantOptions['webhooks']> },
    'tenants[1].webhooks.secrets[0]',
    'tenants[0].webhooks.secrets[0]',
  ],
  [
    'the same key of the mapping',
    { mapping: a.mapping as NonNullable<TenantOptions['mapping']> },
    'tenants[1].mapping.key',
    'tenants[0].mapping.key',
  ],
  [
    'a secret of one for another purpose of the other',
    { audit: { key: keyOf('a').key as Uint8Array } },
    'tenants[1].audit.key',
    'is the same secret as tenants[0].keys[0]',
  ],
  [
    'the address of the other',
    { publicUrl: `https://${HOST_A}` },
    'tenants[1].publicUrl',
    'is at a host that is not among tenants[1].hosts',
  ],
  [
    'the same host with its default port',
    { hosts: [HOST_B, `${HOST_A}:443`] },
    'tenants[1].hosts',
    `is ${HOST_A}, as tenants[0].hosts is. One host is one tenant`,
  ],
  ['the same host in upper case', { hosts: [HOST_A.toUpperCase()] }, 'tenants[1].hosts', `is ${HOST_A}, as`],
  [
    'the same host with the dot at its end',
    { hosts: [`${HOST_A}.`] },
    'tenants[1].hosts',
    `is ${HOST_A}, as`,
  ],
  ['a port that is none', { hosts: [`${HOST_B}:70000`] }, 'tenants[1].hosts', 'must list host names'],
  [
    'an option that is of all',
    { limits: {} } as object,
    'tenants[1].limits',
    'tenants[1].limits is of all tenants: put it beside tenants.',
  ],
  [
    'metrics, which are of all',
    { metrics: { token: 'a-token-of-metrics-of-b' } } as object,
    'tenants[1].metrics',
    'tenants[1].metrics is of all tenants: put it beside tenants.',
  ],
  ['a misspelt option', { orgins: [PAGE] } as object, 'tenants[1].orgins', 'Did you mean origins?'],
  ['a weak key', { mapping: { key: new Uint8Array(3) } }, 'tenants[1].mapping.key', 'Tenant b: '],
];

test.each(PLANTED)('%s is refused, and the sentence says what to do', (_, planted, option, sentence) => {
  const create = (): unknown => createTenantProxy(withTenants([a, { ...b, ...planted }]));
  expect(create).toThrow(sentence);
  expect(create).toThrow(
    expect.objectContaining({ option, code: 'PROXY_OPTION_INVALID' }) as ProxyOptionError,
  );
});

test('an address of its own host is taken, with the port of https or without', async () => {
  await createTenantProxy(withTenants([a, { ...b, hosts: [`${HOST_B.toUpperCase()}.:443`] }])).close();
});

test('the same JWT of a sign-in is taken by one of them only', () => {
  const both = [
    { ...a, session: jwt() },
    { ...b, session: jwt() },
  ];
  expect(() => createTenantProxy(withTenants(both))).toThrow('Who is signed in at one would be at the other');
});

test.each([
  ['no tenant', withTenants([]), 'must list one tenant at least'],
  [
    'an option of a tenant for all',
    withTenants([a], { origins: [PAGE] }),
    'origins is of each tenant: put it into the entries of tenants.',
  ],
  [
    'the token of metrics as a secret of a tenant',
    withTenants([a], { metrics: { token: 'WEBHOOK-SECRET-CANARY-of-a' } }),
    'is the same secret as tenants[0].webhooks.secrets[0]',
  ],
])('%s is refused', (_, options, sentence) => {
  expect(() => createTenantProxy(options)).toThrow(sentence);
});

test.each([
  [{ file: '/var/lib/panel/proxy.sqlite' }, { file: '/var/lib/panel/proxy.clinic_a.sqlite' }],
  [{ file: 'proxy' }, { file: 'proxy.clinic_a' }],
  [
    { postgres: 'postgres://db/panel', redis: 'redis://127.0.0.1' },
    {
      postgres: 'postgres://db/panel',
      redis: 'redis://127.0.0.1',
      schema: 'instrument_panel_clinic_a',
      prefix: 'instrument-panel.clinic_a',
      // All tenants share the server's connections.
      connections: 3,
    },
  ],
  [
    { redis: 'redis://127.0.0.1', prefix: 'p' },
    { redis: 'redis://127.0.0.1', prefix: 'p.clinic_a' },
  ],
])('of the storage %j a tenant has its own part', (storage, own) => {
  expect(toTenantStorage(storage, 'clinic_a')).toEqual(own);
});
