import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { SECRET } from './fixtures/delivery.ts';
import { KEY, proxyOptions } from './fixtures/world.ts';
import { ProxyOptionError, type ProxyOptions } from './options.ts';
import { createProxy } from './proxy.ts';

const start = (more: object) => () => createProxy({ ...proxyOptions('http://127.0.0.1:4739'), ...more });
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const random = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 37) % 256);

const LINKS_SECRET = 'links-SECRET-0123456789abcdef';
const LINKS_PAGE = {
  administrators: [{ name: 'admin-7', secret: LINKS_SECRET }],
  professionals: ['11111111-1111-4111-8111-111111111111'],
};
const WITH_LINKS = {
  linksPage: LINKS_PAGE,
  mapping: { key: new Uint8Array(32).map((_, at) => at) },
  publicUrl: 'https://panel.clinic.example',
};

describe('a missing or weak option stops the start with a sentence that names it', () => {
  test.each<[string, object, string, RegExp]>([
    ['no upstream', { upstream: undefined }, 'upstream', /upstream must be an origin/],
    ['an upstream with a path', { upstream: 'https://api.example/v1' }, 'upstream', /without a path/],
    ['an upstream with a slash', { upstream: 'https://api.example/' }, 'upstream', /without a path/],
    ['an upstream with a user', { upstream: 'https://a:b@api.example' }, 'upstream', /origin/],
    ['an upstream of another scheme', { upstream: 'ftp://api.example' }, 'upstream', /origin/],
    ['no credentials', { credentials: undefined }, 'credentials.key', /key/],
    [
      'a secret that breaks a header',
      { credentials: { key: 'k', secret: 'a\r\nb' } },
      'credentials.secret',
      /secret/,
    ],
    ['no keys', { keys: [] }, 'keys', /at least one key/],
    ['a key of 31 bytes', { keys: [{ ...KEY, key: random(31) }] }, 'keys', /31 bytes.*at least 32/],
    ['a key of zeroes', { keys: [{ ...KEY, key: new Uint8Array(32) }] }, 'keys', /random/],
    ['a key given as text', { keys: [{ ...KEY, key: 'x'.repeat(40) }] }, 'keys', /Uint8Array/],
    ['no signing key', { keys: [{ ...KEY, signs: false }] }, 'keys', /Exactly one/],
    ['two signing keys', { keys: [KEY, { ...KEY, kid: 'b' }] }, 'keys', /Exactly one/],
    ['two keys of one kid', { keys: [KEY, { ...KEY, signs: false }] }, 'keys', /kid of another/],
    [
      'a public key that signs',
      { keys: [{ kid: 'e', alg: 'EdDSA', key: publicKey, signs: true }] },
      'keys',
      /private/,
    ],
    ['another algorithm', { keys: [{ ...KEY, alg: 'none' }] }, 'keys', /'HS256' or 'EdDSA'/],
    ['no issuer', { issuer: '' }, 'issuer', /issuer/],
    ['no audience', { audience: undefined }, 'audience', /audience/],
    ['no origins', { origins: [] }, 'origins', /exact origins/],
    ['a wildcard origin', { origins: ['*'] }, 'origins[0]', /wildcard.*List each origin/],
    ['a wildcard in an origin', { origins: ['https://*.example'] }, 'origins[0]', /wildcard/],
    ['the null origin', { origins: ['null'] }, 'origins[0]', /is null.*Write that of the page/],
    [
      'the second of three origins with a slash at its end',
      { origins: ['https://a.example', 'https://b.example/', 'https://c.example'] },
      'origins[1]',
      /origins\[1\] must be an exact origin, and has a slash .* at its end\. Write https:\/\/b\.example\.$/,
    ],
    [
      'an origin with a path',
      { origins: ['https://ehr.example/p?q=1'] },
      'origins[0]',
      /has a path\. Write https:\/\/ehr\.example\.$/,
    ],
    [
      'an origin in upper case',
      { origins: ['https://EHR.example'] },
      'origins[0]',
      /upper case\. Write https:\/\/ehr\.example\.$/,
    ],
    [
      'an origin with its default port',
      { origins: ['https://ehr.example:443'] },
      'origins[0]',
      /default port.* Write https:\/\/ehr\.example\.$/,
    ],
    ['a host as origin', { origins: ['ehr.example'] }, 'origins[0]', /does not begin with https:\/\//],
    [
      'an origin with a password',
      { origins: ['https://u:CANARY@ehr.example'] },
      'origins[0]',
      /name or password[^@]* Write https:\/\/ehr\.example\.$/,
    ],
    ['no text as origin', { origins: [7] as never }, 'origins[0]', /is no text/],
    ['a storage of no kind', { storage: {} }, 'storage', /file.*redis/],
    ['two storages', { storage: { file: 'a', redis: 'redis://a' } }, 'storage', /file.*redis/],
    ['a mapping without a key', { mapping: {} }, 'mapping.key', /mapping.key must be a Uint8Array/],
    ['a mapping key of 31 bytes', { mapping: { key: random(31) } }, 'mapping.key', /31 bytes.*at least 32/],
    ['an audit key of zeroes', { audit: { key: new Uint8Array(32) } }, 'audit.key', /random/],
    ['no session hook', { session: undefined }, 'session', /no default/],
    ['tokens of 16 minutes', { limits: { tokenSeconds: 960 } }, 'limits.tokenSeconds', /30 to 900/],
    ['pages of 201', { limits: { pageMax: 201 } }, 'limits.pageMax', /1 to 200/],
    ['a misspelt option', { metric: { token: 'a-token-for-metrics' } }, 'metric', /metric is not known/],
    ['a name of every object', { toString: 1 }, 'toString', /not known/],
    ['a misspelt option of the trail', { audit: { keys: random(32) } }, 'audit.keys', /Known are key,/],
    [
      'a word that does not say what becomes of reads',
      { audit: { whenFailing: 'open' } },
      'audit.whenFailing',
      /refuse/,
    ],
    [
      'a misspelt option of webhooks',
      { webhooks: { secrets: [SECRET], onevent: () => {} } },
      'webhooks.onevent',
      /onEvent/,
    ],
    [
      'a webhook secret of one letter',
      { webhooks: { secrets: ['x'.repeat(40)] } },
      'webhooks.secrets',
      /random/,
    ],
    ['a metrics token of one letter', { metrics: { token: 'x'.repeat(40) } }, 'metrics.token', /random/],
    [
      "the service's secret for metrics",
      { credentials: { key: 'k', secret: SECRET }, metrics: { token: SECRET } },
      'metrics.token',
      /same secret as credentials\.secret/,
    ],
    ['a page of links without a mapping', { linksPage: LINKS_PAGE }, 'linksPage', /needs the option mapping/],
    [
      'a page of links without an address',
      { linksPage: LINKS_PAGE, mapping: { key: new Uint8Array(32).map((_, at) => at) } },
      'linksPage',
      /needs the option publicUrl/,
    ],
    [
      'a page of links for nobody',
      { ...WITH_LINKS, linksPage: { ...LINKS_PAGE, administrators: [] } },
      'linksPage.administrators',
      /must list who may open the page/,
    ],
    [
      'an administrator with a secret that can be guessed',
      { ...WITH_LINKS, linksPage: { ...LINKS_PAGE, administrators: [{ name: 'a', secret: 'hunter2' }] } },
      'linksPage.administrators[0].secret',
      /at least 22 random characters/,
    ],
    [
      'an administrator with the secret of the metrics',
      { ...WITH_LINKS, metrics: { token: LINKS_SECRET } },
      'linksPage.administrators[0].secret',
      /same secret as metrics\.token/,
    ],
    [
      'two administrators of one name',
      {
        ...WITH_LINKS,
        linksPage: {
          ...LINKS_PAGE,
          administrators: [...LINKS_PAGE.administrators, { name: 'admin-7', secret: `${LINKS_SECRET}-2` }],
        },
      },
      'linksPage.administrators',
      /a name of its own/,
    ],
    [
      'a page of links that reads no professional',
      { ...WITH_LINKS, linksPage: { ...LINKS_PAGE, professionals: ['Dr Lima'] } },
      'linksPage.professionals',
      /UUID of every professional/,
    ],
    ['a service in plain text', { upstream: 'http://api.service.example' }, 'upstream', /plain text/],
    [
      'a Postgres beside a file',
      { storage: { file: 'a', postgres: 'postgres://a/b' } },
      'storage',
      /postgres/,
    ],
    ['a Postgres of no address', { storage: { postgres: 'db.example' } }, 'storage.postgres', /postgres:/],
    ['an odd schema', { storage: { postgres: 'postgres:///a', schema: 'a"b' } }, 'storage.schema', /letters/],
    [
      'a Postgres without TLS',
      { storage: { postgres: 'postgres://p:secret@db.example/a' } },
      'storage',
      /verify-full/,
    ],
    [
      'standbys in words',
      { storage: { postgres: 'postgres:///a', standbys: 'one' } },
      'storage.standbys',
      /0 to 9/,
    ],
    [
      'no connections',
      { storage: { postgres: 'postgres:///a', connections: 0 } },
      'storage.connections',
      /1 to 100/,
    ],
    [
      'no file of a password',
      { storage: { postgres: 'postgres:///a', passwordFile: '' } },
      'storage.passwordFile',
      /path/,
    ],
    [
      'an odd policy',
      { storage: { redis: 'redis://localhost', appendfsync: 'yes' } },
      'storage.appendfsync',
      /everysec/,
    ],
    [
      'half TLS',
      { storage: { postgres: 'postgres://db.example/a?sslmode=require' } },
      'storage',
      /verify-full/,
    ],
    [
      'TLS that a later word takes away',
      { storage: { postgres: 'postgres://db.example/a?sslmode=verify-full&sslmode=disable' } },
      'storage',
      /verify-full/,
    ],
    [
      'an archive in a Postgres that is not the storage',
      { audit: { archive: { postgres: true } } },
      'audit.archive',
      /where the storage is a Postgres/,
    ],
    ...['http://127.0.0.1:6379', 'localhost:6379', '127.0.0.1', 'redis+sentinel://localhost'].flatMap(
      (redis): [string, object, string, RegExp][] => [
        [
          `a Redis that is none, ${redis}`,
          { storage: { redis } },
          'storage.redis',
          /must be an address such as rediss:\/\/:PASSWORD@redis\.clinic\.example/,
        ],
        [
          `a Redis beside a Postgres that is none, ${redis}`,
          { storage: { postgres: 'postgres://localhost/a', redis } },
          'storage.redis',
          /must be an address such as rediss:/,
        ],
      ],
    ),
    [
      'one text for key and secret of the service',
      { credentials: { key: 'one-SECRET', secret: 'one-SECRET' } },
      'credentials.secret',
      /is the same secret as credentials\.key\. Name the two that the service issued/,
    ],
    ['a Redis without TLS', { storage: { redis: 'redis://:secret@redis.example' } }, 'storage', /rediss/],
    ['a Redis without a password', { storage: { redis: 'rediss://redis.example' } }, 'storage', /password/],
    [
      'Sentinels of which one is elsewhere without TLS',
      { storage: { redis: 'redis+sentinel://:secret@localhost,s-2.example/panel' } },
      'storage',
      /rediss/,
    ],
    ['a word that allows nothing', { allowInsecure: ['all'] }, 'allowInsecure', /'upstream', 'storage'/],
    ['one key for tokens and trail', { audit: { key: KEY.key } }, 'audit.key', /same secret as keys\[0\]/],
    [
      'one pair of keys for tokens and seals',
      {
        keys: [{ kid: 'e', alg: 'EdDSA', key: privateKey, signs: true }],
        audit: { key: random(32), seals: [{ kid: 's', alg: 'EdDSA', key: privateKey, signs: true }] },
      },
      'audit.seals[0]',
      /same secret as keys\[0\]/,
    ],
    [
      'one secret for webhooks and metrics',
      { webhooks: { secrets: [SECRET] }, metrics: { token: SECRET } },
      'metrics.token',
      /same secret as webhooks\.secrets\[0\]/,
    ],
    ['a misspelt limit', { limits: { bodyByte: 1 } }, 'limits.bodyByte', /Did you mean bodyBytes\?/],
    ['one letter too few', { trustedProxyHop: 1 }, 'trustedProxyHop', /Did you mean trustedProxyHops\?/],
    ['another case', { publicURL: 'https://a.example' }, 'publicURL', /Did you mean publicUrl\?/],
    ['a hook misspelt', { isRevoke: () => false }, 'isRevoke', /Did you mean isRevoked\?/],
    ['a key that should sign', { keys: [{ ...KEY, sign: true }] }, 'keys[0].sign', /Did you mean signs\?/],
    [
      'a misspelt credential',
      { credentials: { key: 'k', secert: 's' } },
      'credentials.secert',
      /mean secret\?/,
    ],
    ['what patients see', { patients: { showRisks: true } }, 'patients.showRisks', /mean showRisk\?/],
    ['the well-known', { wellKnown: { name: 'A', profile: [] } }, 'wellKnown.profile', /mean profiles\?/],
    [
      'a misspelt address of sign-in',
      { publicUrl: 'https://a.example', authorize: { clients: [], loginURL: 'https://b.example' } },
      'authorize.loginURL',
      /Did you mean loginUrl\?/,
    ],
    [
      'a misspelt client',
      {
        publicUrl: 'https://a.example',
        authorize: { clients: [{ id: 'a', name: 'A', redirect: 'https://a.example/' }] },
      },
      'authorize.clients[0].redirect',
      /Did you mean redirects\?/,
    ],
  ])('%s', (_, more, option, sentence) => {
    expect(start(more)).toThrow(ProxyOptionError);
    expect(start(more)).toThrow(sentence);
    expect(start(more)).toThrow(expect.objectContaining({ code: 'PROXY_OPTION_INVALID', option }));
  });

  test('a name that is near to none is not guessed at', () => {
    expect(start({ colour: 'red' })).toThrow(/colour is not known\. Known are upstream, credentials,/);
  });

  test('what is insecure starts where it is said so in a word, and on this machine', async () => {
    const upstream = 'http://api.service.example';
    const redis = 'redis://redis.example';
    for (const more of [
      { upstream, allowInsecure: ['upstream'] },
      { storage: { redis }, allowInsecure: ['storage'] },
      { upstream: 'http://[::1]:4000' },
      { storage: { redis: 'redis://localhost' } },
      { storage: { postgres: 'postgres://db.example/a?sslmode=verify-full', redis: 'redis://localhost' } },
      { storage: { postgres: 'postgres://localhost/a', passwordFile: '/run/secrets/db', schema: 'panel_2' } },
      { storage: { postgres: 'postgres:///a?host=/run/postgresql' } },
      { storage: { postgres: 'postgres://db.example/a' }, allowInsecure: ['storage'] },
    ])
      await start(more)().close();
  });

  test('the sentence never repeats a secret', () => {
    const secret = 'SECRET CANARY';
    const options = { credentials: { key: 'k', secret } } satisfies Partial<ProxyOptions>;
    expect(start(options)).toThrow(/^(?!.*CANARY)/);
  });
});

test('a Postgres that only the environment names is judged by that name', () => {
  const open = start({ storage: { postgres: 'postgres:///panel' } });
  vi.stubEnv('PGHOST', 'db.clinic.example');
  expect(open).toThrow(/storage names a Postgres on another machine without TLS/);
  vi.unstubAllEnvs();
});
