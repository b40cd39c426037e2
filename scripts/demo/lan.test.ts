import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../arguments.ts';
import { choosePatientsAddress } from './lan.ts';

function card(address: string, more: Partial<NetworkInterfaceInfo> = {}): NetworkInterfaceInfo {
  const internal = address.startsWith('127.');
  return {
    address,
    family: 'IPv4',
    internal,
    netmask: '',
    mac: '',
    cidr: null,
    ...more,
  } as NetworkInterfaceInfo;
}
const LOOPBACK = { lo: [card('127.0.0.1'), card('::1', { family: 'IPv6', internal: true, scopeid: 0 })] };

describe('the address at which a phone reaches the demo', () => {
  it.each([['10.0.4.7'], ['172.16.0.9'], ['172.31.255.1'], ['192.168.1.20']])(
    'is %s with --host lan where it is the only private one',
    (address) => {
      expect(choosePatientsAddress('lan', { ...LOOPBACK, en0: [card(address)] })).toEqual({
        patientsHost: address,
        others: [],
      });
    },
  );

  it('is the first private one of several, and the others are named with their interface', () => {
    const found = choosePatientsAddress('lan', {
      ...LOOPBACK,
      wan: [card('203.0.113.9')],
      en0: [card('fe80::1', { family: 'IPv6', scopeid: 4 }), card('192.168.1.20')],
      docker0: [card('172.17.0.1')],
    });
    expect(found).toEqual({ patientsHost: '192.168.1.20', others: ['172.17.0.1 (docker0)'] });
  });

  it.each([
    ['no network at all', LOOPBACK, /hotspot/],
    ['a public address only', { ...LOOPBACK, wan: [card('203.0.113.9')] }, /203\.0\.113\.9 \(wan\)/],
    ['an address that no router gave', { ...LOOPBACK, en0: [card('169.254.3.4')] }, /Join the Wi-Fi/],
    [
      'neighbours of the private ranges',
      { en0: [card('172.32.0.1'), card('11.0.0.1'), card('192.169.0.1')] },
      /no private/,
    ],
  ])('is none with --host lan and %s: the sentence says what to do', (_, interfaces, said) => {
    expect(() => choosePatientsAddress('lan', interfaces)).toThrow(UsageError);
    expect(() => choosePatientsAddress('lan', interfaces)).toThrow(said);
  });

  it('is any address of this machine that is named', () => {
    expect(
      choosePatientsAddress('203.0.113.9', { ...LOOPBACK, wan: [card('203.0.113.9')] }).patientsHost,
    ).toBe('203.0.113.9');
  });

  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '192.168.1.99', 'clinic.example', ''])(
    'is not "%s": the sentence names those that there are',
    (host) => {
      const interfaces = { ...LOOPBACK, en0: [card('192.168.1.20')] };
      expect(() => choosePatientsAddress(host, interfaces)).toThrow('192.168.1.20 (en0)');
    },
  );
});
