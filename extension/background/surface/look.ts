import type { SiteStatus, TabStatus } from '../../intents/protocol.ts';
import type { Background } from '../background.ts';
import { wantedPatterns } from '../profiles/grants.ts';
import type { Site } from '../profiles/registry.ts';

function siteLook(background: Background, { profile, source, isEnabled, isGranted }: Site): SiteStatus {
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
    signIn: background.signInOf(profile).state,
    news: background.news.countsOf(id),
  };
}

/** The tab that a place means now; null where there is none. */
export async function tabAt(
  background: Background,
  at: { readonly tabId: number } | { readonly windowId: number },
): Promise<number | null> {
  if ('tabId' in at) return at.tabId;
  const [tab] = await background.platform.tabs.query({ active: true, windowId: at.windowId }).catch(() => []);
  return tab?.id ?? null;
}

/** What a page of the extension sees of a tab at this moment. */
export async function lookAt(background: Background, tabId: number | null): Promise<TabStatus> {
  const tab = tabId === null ? null : await background.platform.tabs.get(tabId).catch(() => null);
  const url = tab?.url && /^https?:/.test(tab.url) ? tab.url : null;
  const site = url === null ? null : background.registry.siteAt(url);
  const tabState = tabId === null ? null : background.tabs.get(tabId);
  // Of a page that is not, or no more, of an enabled profile nothing is told, whatever its frames said before.
  const isActive = site?.isEnabled && site.isGranted;
  return {
    tabId: tab?.id ?? null,
    origin: url === null ? null : new URL(url).origin,
    site: site && siteLook(background, site),
    context: (isActive && tabState?.context) || { state: 'none' },
    frames: isActive && tabState ? framesOf(tabState) : [],
    isPointing: tabId !== null && background.pointing.tabId === tabId,
    hasDraft: background.pointing.draft !== null,
    language: background.registry.language,
    faultyProfiles: background.registry.judged.filter(({ unused }) => unused === 'faults').length,
  };
}

const framesOf = (tabState: NonNullable<ReturnType<Background['tabs']['get']>>): TabStatus['frames'] =>
  tabState.frames.flatMap((frame) =>
    frame.facts
      ? [
          {
            frameId: frame.frameId,
            origin: frame.origin,
            facts: frame.facts,
            mounts: frame === tabState.elected,
          },
        ]
      : [],
  );
