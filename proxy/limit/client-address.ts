import { isIP, isIPv4 } from 'node:net';
import { logError } from '../log.ts';
import type { Settings } from '../settings.ts';

/** The first four groups of an IPv6 address: what one subscriber is given. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  if (tail !== undefined) while (groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** One name for one client: an IPv4 address also if it is written as IPv6, of IPv6 the network (/64). */
function named(address: string): string | null {
  if (isIPv4(address)) return address;
  const bare = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '');
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(bare)?.[1];
  if (v4 !== undefined) return isIP(v4) === 4 ? v4 : null;
  return isIP(bare) === 6 ? network(bare.toLowerCase()) : null;
}

/**
 * Who is asking: the socket, or the `X-Forwarded-For` entry of the outermost trusted proxy, counted from the
 * right, since entries further left are the caller's own claims. Null if no address is known.
 */
export function clientAddress(
  socket: string | undefined,
  forwarded: string | undefined,
  trustedHops: number,
): string | null {
  const own = socket === undefined ? null : named(socket);
  if (trustedHops === 0 || forwarded === undefined) return own;
  const entries = forwarded.split(',');
  return named(entries[Math.max(0, entries.length - trustedHops)] ?? '') ?? own;
}

const WARNING_INTERVAL_MS = 3_600_000;

/** Warns, at most once an hour, that all callers behind a load balancer are counted as one. */
export function createForwardedWarning(settings: Pick<Settings, 'log' | 'clock'>): () => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = settings.clock();
    if (Math.abs(now - warnedAt) < WARNING_INTERVAL_MS) return;
    warnedAt = now;
    const hint =
      'Requests carry X-Forwarded-For, but trustedProxyHops is 0: all callers behind that proxy are counted as one address. Set it to the number of proxies of yours that write the header.';
    logError(settings, 'forwarded-not-trusted', hint);
  };
}
