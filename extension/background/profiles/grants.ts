import { toBrowserPattern } from '../../profile/match-pattern.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Platform } from '../platform.ts';

/** Whole host of a proxy, as the browser grants it. */
export function proxyPattern(proxy: string): string {
  const { protocol, hostname } = new URL(proxy);
  return `${protocol}//${hostname}/*`;
}

const unique = (patterns: readonly string[]): string[] => [...new Set(patterns)].sort();

/** Where the pages and frames of a site are; with their ports, where the browser knows them. */
export const sitePatterns = ({ match, frames = [] }: Profile, hasPort = false): string[] =>
  unique([...match, ...frames].map((one) => toBrowserPattern(one, hasPort)));

/** What the browser is asked for in the click that enables a site: its pages, its frames, and its proxy. */
export const wantedPatterns = (profile: Profile): string[] =>
  unique([...sitePatterns(profile), proxyPattern(profile.proxy)]);

/** Whether the browser lets us onto all of a site and to its proxy. */
export const isGranted = (permissions: Platform['permissions'], profile: Profile): Promise<boolean> =>
  permissions.contains({ origins: wantedPatterns(profile) }).catch(() => false);
