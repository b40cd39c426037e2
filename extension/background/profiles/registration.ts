import type { Browser } from 'wxt/browser';
import { toBrowserPattern } from '../../profile/patterns.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Platform } from '../platform.ts';

/** Whole host of a proxy, as the browser grants it. */
export function proxyPattern(proxy: string): string {
  const { protocol, hostname } = new URL(proxy);
  return `${protocol}//${hostname}/*`;
}

const unique = (patterns: readonly string[]): string[] => [...new Set(patterns)].sort();

const sitePatterns = ({ match, frames = [] }: Profile, hasPort = false): string[] =>
  unique([...match, ...frames].map((one) => toBrowserPattern(one, hasPort)));

/** Match patterns to ask for in the click that enables a site: its pages, its frames and its proxy. */
export const wantedPatterns = (profile: Profile): string[] =>
  unique([...sitePatterns(profile), proxyPattern(profile.proxy)]);

/** Whether the browser lets us onto all of a site and to its proxy. */
export const isGranted = (permissions: Platform['permissions'], profile: Profile): Promise<boolean> =>
  permissions.contains({ origins: wantedPatterns(profile) }).catch(() => false);

/** Files that the build makes of entrypoints/detect.ts and entrypoints/site.ts. */
const DETECT_SCRIPT = 'detect.js';
const SITE_SCRIPT = 'site.js';
const ID = 'site';

/**
 * Registers the first content script for these profiles alone, once for all, since two with a page in common
 * would run it twice. Gives false if the registration was already the same.
 */
export async function registerSites(
  { scripting, isFirefox }: Pick<Platform, 'scripting' | 'isFirefox'>,
  profiles: readonly Profile[],
): Promise<boolean> {
  const patterns = profiles.flatMap((profile) => sitePatterns(profile, !isFirefox));
  const matches = [...new Set(patterns)].sort();
  const present = (await scripting.getRegisteredContentScripts()).find(({ id }) => id === ID);
  if (matches.length === 0) {
    if (present) await scripting.unregisterContentScripts({ ids: [ID] });
    return present !== undefined;
  }
  const before = [present?.js, ...(present?.matches ?? []).toSorted()];
  if (present && JSON.stringify(before) === JSON.stringify([[DETECT_SCRIPT], ...matches])) return false;
  const script = {
    id: ID,
    js: [DETECT_SCRIPT],
    matches,
    allFrames: true,
    matchOriginAsFallback: false,
    persistAcrossSessions: true,
    runAt: 'document_start' as const,
  };
  await (present ? scripting.updateContentScripts([script]) : scripting.registerContentScripts([script]));
  return true;
}

/** Runs a site's script in a frame or all of a tab, at once: until then nothing is known of the page. */
export async function injectSiteScript(
  { scripting }: Pick<Platform, 'scripting'>,
  target: Browser.scripting.InjectionTarget,
): Promise<void> {
  await scripting
    .executeScript({
      target,
      files: [SITE_SCRIPT],
      injectImmediately: true,
    })
    // Gone by now, or a page that the browser opens to no extension.
    .catch(() => []);
}

/** Runs the script of a site in the tabs that are open already, on pages of these profiles. */
export async function enterOpenTabs(
  platform: Pick<Platform, 'tabs' | 'scripting'>,
  isOurs: (url: string) => boolean,
): Promise<void> {
  const open = await platform.tabs.query({});
  const ours = open.flatMap(({ id, url }) => (id !== undefined && url && isOurs(url) ? [id] : []));
  await Promise.all(ours.map((tabId) => injectSiteScript(platform, { tabId, allFrames: true })));
}
