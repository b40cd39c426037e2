import type { SiteStatus, TabStatus } from '../intents/protocol.ts';
import type { Background } from './background.ts';
import { wantedPatterns } from './profiles/registration.ts';
import type { Site } from './profiles/registry.ts';

const toSiteStatus = (
  background: Background,
  { profile, source, isEnabled, isGranted }: Site,
): SiteStatus => ({
  profileId: profile.id,
  name: profile.name,
  version: profile.version,
  source,
  proxy: profile.proxy,
  isEnabled,
  isGranted,
  asks: wantedPatterns(profile),
  signIn: background.signIns.at(profile.proxy).state,
  news: background.news.countsOf(profile.id),
});

export async function readTabStatus(background: Background, tabId: number | null): Promise<TabStatus> {
  const { platform, pointing, registry, tabs } = background;
  const tab = tabId === null ? null : await platform.tabs.get(tabId).catch(() => null);
  const url = tab?.url && /^https?:/.test(tab.url) ? tab.url : null;
  const site = url === null ? null : registry.siteAt(url);
  // Of a page that is not, or no more, of an enabled profile nothing is told, whatever its frames said before.
  const tabState = tabId !== null && site?.isEnabled && site.isGranted ? tabs.get(tabId) : null;
  return {
    tabId: tab?.id ?? null,
    origin: url === null ? null : new URL(url).origin,
    site: site && toSiteStatus(background, site),
    context: tabState?.context ?? { state: 'none' },
    frames: (tabState?.frames ?? []).flatMap((frame) => {
      const { frameId, origin, facts } = frame;
      return facts ? [{ frameId, origin, facts, mounts: frame === tabState?.elected }] : [];
    }),
    isPointing: tabId !== null && pointing.tabId === tabId,
    hasDraft: pointing.draft !== null,
    language: registry.language,
    faultyProfiles: registry.judged.filter(({ unused }) => unused === 'faults').length,
  };
}
