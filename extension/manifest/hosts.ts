import type { Profile } from '../profile/profile.ts';

/** Pages may be enabled at any https site, and at this machine's own names, where a sandbox is tried. */
export const OPTIONAL_HOSTS = ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'] as const;

/** What the end-to-end build may reach without being asked: no driver can click a permission prompt. */
export const E2E_HOSTS = ['http://localhost/*', 'http://127.0.0.1/*'] as const;

/**
 * What the browser grants for a pattern: a whole host. Firefox knows no ports in patterns, and a path is heeded by
 * no browser; the background checks both.
 */
const hostOf = (pattern: string): string => pattern.replace(/^([*a-z]+:\/\/[^/:]+)(:\d+)?\/.*$/, '$1/*');

/** The hosts of a build with fixed profiles: the sites, their frames, and the proxies that they are served by. */
export function fixedHosts(profiles: readonly Pick<Profile, 'match' | 'frames' | 'proxy'>[]): string[] {
  const patterns = profiles.flatMap(({ match, frames = [], proxy }) => [
    ...match,
    ...frames,
    `${new URL(proxy).origin}/*`,
  ]);
  return [...new Set(patterns.map(hostOf))].sort();
}
