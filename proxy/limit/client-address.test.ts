import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each<[string, string | undefined, string | undefined, number, string | null]>([
  ['the socket, whatever the header claims', '10.0.0.1', '1.1.1.1', 0, '10.0.0.1'],
  ['the last entry behind one proxy', '10.0.0.1', '6.6.6.6, 203.0.113.9', 1, '203.0.113.9'],
  [
    'not what the caller wrote in front of it',
    '10.0.0.1',
    '6.6.6.6, 203.0.113.9, 10.0.0.2',
    2,
    '203.0.113.9',
  ],
  ['the only entry where there are fewer than hops', '10.0.0.1', '203.0.113.9', 3, '203.0.113.9'],
  ['the socket where the entry is no address', '10.0.0.1', '1.1.1.1, unknown', 1, '10.0.0.1'],
  ['the socket without the header', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['an IPv4 address written as IPv6', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
  ['an address with a port', '10.0.0.1', '203.0.113.9:5512', 1, '203.0.113.9'],
  ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2'],
  ['the same network, shortened', '2001:DB8:1:2::9', undefined, 0, '2001:db8:1:2'],
  ['IPv6 in brackets with a port', '10.0.0.1', '[2001:db8::1]:443', 1, '2001:db8:0:0'],
  ['the loopback', '::1', undefined, 0, '0:0:0:0'],
  ['nothing where nothing is known', undefined, undefined, 0, null],
])('takes %s', (_, socket, forwarded, hops, expected) => {
  expect(clientAddress(socket, forwarded, hops)).toBe(expected);
});
