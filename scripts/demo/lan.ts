import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { UsageError } from '../arguments.ts';

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

interface LanAddress {
  readonly address: string;
  /** Such as `en0`. */
  readonly via: string;
}

/** RFC 1918: addresses that only the network of this machine reaches. */
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

const findAddresses = (interfaces: Interfaces): readonly LanAddress[] =>
  Object.entries(interfaces).flatMap(([via, all = []]) =>
    all
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ address, via })),
  );

const listOf = (all: readonly LanAddress[]): string =>
  all.map(({ address, via }) => `${address} (${via})`).join(', ') || 'none';

/** Address at which phones reach the patient's page, and the private ones that were not taken. */
export interface PatientsAddress {
  readonly patientsHost: string;
  readonly others: readonly string[];
}

/**
 * Chooses the address that `--host` means: the first private IPv4 address for `lan`, else that address of this machine.
 *
 * @throws {UsageError} for one that this machine does not have, and what to do then
 */
export function choosePatientsAddress(
  host: string,
  interfaces: Interfaces = networkInterfaces(),
): PatientsAddress {
  const all = findAddresses(interfaces);
  if (host !== 'lan') {
    if (all.some(({ address }) => address === host)) return { patientsHost: host, others: [] };
    throw new UsageError(
      `--host must be lan, or an IPv4 address that phones reach this machine at (it has: ${listOf(all)}); got "${host}"`,
    );
  }
  const [first, ...others] = all.filter(({ address }) => PRIVATE.test(address));
  if (first) return { patientsHost: first.address, others: others.map((one) => listOf([one])) };
  const choose =
    all.length > 0 ? `, or give one of ${listOf(all)} with --host if only the room reaches it` : '';
  throw new UsageError(
    `--host lan found no private IPv4 address. Join the Wi-Fi of the phone, or its hotspot, and start again${choose}`,
  );
}
