import type { Profile } from '../../profile/profile.ts';
import type { Platform } from '../platform.ts';
import { sitePatterns } from './grants.ts';

/** The script of a site, as the build names it (extension/entrypoints/site.ts). */
export const SITE_SCRIPT = 'site.js';
const ID = 'site';

/**
 * Has the browser run the script of a site on the pages of these profiles and nowhere else. One registration for
 * all: two with a page in common would run it twice.
 *
 * @returns false where it was so already
 */
export async function registerSites(
  scripting: Platform['scripting'],
  profiles: readonly Profile[],
): Promise<boolean> {
  const matches = [...new Set(profiles.flatMap(sitePatterns))].sort();
  const present = (await scripting.getRegisteredContentScripts()).find(({ id }) => id === ID);
  if (matches.length === 0) {
    if (present) await scripting.unregisterContentScripts({ ids: [ID] });
    return present !== undefined;
  }
  const isSame = JSON.stringify([...(present?.matches ?? [])].sort()) === JSON.stringify(matches);
  if (present && isSame) return false;
  const script = {
    id: ID,
    js: [SITE_SCRIPT],
    matches,
    allFrames: true,
    matchOriginAsFallback: false,
    persistAcrossSessions: true,
    runAt: 'document_start' as const,
  };
  await (present ? scripting.updateContentScripts([script]) : scripting.registerContentScripts([script]));
  return true;
}

/** Runs the script of a site in the tabs that are open already, on pages of these profiles. */
export async function enterOpenTabs(
  { tabs, scripting }: Pick<Platform, 'tabs' | 'scripting'>,
  isOurs: (url: string) => boolean,
): Promise<void> {
  const open = await tabs.query({});
  const ours = open.flatMap(({ id, url }) => (id !== undefined && url && isOurs(url) ? [id] : []));
  await Promise.allSettled(
    ours.map((tabId) =>
      scripting.executeScript({ target: { tabId, allFrames: true }, files: [SITE_SCRIPT] }),
    ),
  );
}
