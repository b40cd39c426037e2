import type { SiteLook, TabLook } from '../../intents/protocol.ts';
import type { Core } from '../core.ts';
import type { Site } from '../profiles/book.ts';
import { wantedPatterns } from '../profiles/grants.ts';

function siteLook(core: Core, { profile, source, isEnabled, isGranted }: Site): SiteLook {
  const { id, name, version, proxy } = profile;
  return {
    profileId: id,
    name,
    version,
    source,
    proxy,
    isEnabled,
    isGranted,
    asks: wantedPatterns(profile),
    signIn: core.signInOf(profile).state,
    news: core.news.countsOf(id),
  };
}

/** The tab that a place means now; null where there is none. */
export async function tabAt(
  core: Core,
  at: { readonly tabId: number } | { readonly windowId: number },
): Promise<number | null> {
  if ('tabId' in at) return at.tabId;
  const [tab] = await core.platform.tabs.query({ active: true, windowId: at.windowId }).catch(() => []);
  return tab?.id ?? null;
}

/** What a page of the extension sees of a tab at this moment. */
export async function lookAt(core: Core, tabId: number | null): Promise<TabLook> {
  const tab = tabId === null ? null : await core.platform.tabs.get(tabId).catch(() => null);
  const url = tab?.url && /^https?:/.test(tab.url) ? tab.url : null;
  const site = url === null ? null : core.book.siteAt(url);
  const desk = tabId === null ? null : core.tabs.get(tabId);
  // Of a page that is not, or no more, of an enabled profile nothing is told, whatever its frames said before.
  const isActive = site?.isEnabled && site.isGranted;
  return {
    tabId: tab?.id ?? null,
    origin: url === null ? null : new URL(url).origin,
    site: site && siteLook(core, site),
    context: (isActive && desk?.context) || { state: 'none' },
    frames: isActive && desk ? framesOf(desk) : [],
    isPointing: tabId !== null && core.pointing.tabId === tabId,
    hasDraft: core.pointing.draft !== null,
    language: core.book.language,
    faultyProfiles: core.book.judged.filter(({ unused }) => unused === 'faults').length,
  };
}

const framesOf = (desk: NonNullable<ReturnType<Core['tabs']['get']>>): TabLook['frames'] =>
  desk.frames.flatMap((frame) =>
    frame.facts
      ? [{ frameId: frame.frameId, origin: frame.origin, facts: frame.facts, mounts: frame === desk.elected }]
      : [],
  );
