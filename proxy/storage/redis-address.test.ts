import { expect, test } from 'vitest';
import { describeRedis, parseRedisAddress, toSentinelOptions } from './redis-address.ts';

const sentinelsOf = (address: string) => {
  const parsed = parseRedisAddress(address);
  return parsed && toSentinelOptions(parsed);
};

test('an address of Sentinels gives each of them, and one user, password and TLS for all and the Redis', () => {
  expect(sentinelsOf('rediss+sentinel://panel:a%2Fb@s-1.example,[::1]:26380/clinic-a')).toEqual({
    name: 'clinic-a',
    sentinels: [
      { host: 's-1.example', port: 26379 },
      { host: '::1', port: 26380 },
    ],
    username: 'panel',
    sentinelUsername: 'panel',
    password: 'a/b',
    sentinelPassword: 'a/b',
    tls: {},
    sentinelTLS: {},
    enableTLSForSentinelMode: true,
  });
});

test('an address of a server asks no Sentinel', () => {
  expect(sentinelsOf('redis://localhost')).toEqual({});
});

test.each([
  ['', null],
  ['http://redis.example', null],
  ['redis+sentinel://s-1.example', null],
  ['redis+sentinel:///panel', null],
  ['redis+sentinel://s-1.example,/panel', null],
  ['redis+sentinel://s-1.example:port/panel', null],
  ['redis+sentinel://s-1.example/panel?tls=no', null],
])('%j is no address of a Redis', (address, expected) => {
  expect(parseRedisAddress(address)).toBe(expected);
});

test('an address is said without user and password', () => {
  const said = describeRedis('rediss+sentinel://panel:CANARY@s-1.example,s-2.example:26380/clinic');
  expect(said).toBe('rediss+sentinel://s-1.example,s-2.example:26380/clinic');
  expect(describeRedis('redis+sentinel://:CANARY@/x')).toBe('(not an address)');
});
