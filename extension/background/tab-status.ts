import type { Background } from './background.ts';
import { wantedPatterns } from './profiles/registration.ts';
import type { Site } from './profiles/registry.ts';

/** The profile that a tab's page belongs to. */
const toSiteStatus = (background: Background, { profile, source, isEnabled, isGranted }: Site) => ({
  profileId: profile.id,
  name: profile.name,
  version: profile.version,
  source,
  /** Origin and prefix of its proxy. */
  proxy: profile.proxy,
  /** The person has it switched on. */
  isEnabled,
  /** The browser lets us onto its pages. */
  isGranted,
  /** Match patterns to ask the browser for, in the click that enables the site (`permissions.request`). */
  asks: wantedPatterns(profile),
  signIn: background.signInOf(profile).state,
  /** New answers and answers with a high risk since somebody last looked. */
  news: background.news.countsOf(profile.id),
});

/** Reads the status of a tab for a page of the extension. It is shown to the clinician, and stored nowhere. */
export async function readTabStatus(background: Background, tabId: number | null) {
  const { platform, pointing, registry, tabs } = background;
  const tab = tabId === null ? null : await platform.tabs.get(tabId).catch(() => null);
  const url = tab?.url && /^https?:/.test(tab.url) ? tab.url : null;
  const site = url === null ? null : registry.siteAt(url);
  // Of a page that is not, or no more, of an enabled profile nothing is told, whatever its frames said before.
  const tabState = tabId !== null && site?.isEnabled && site.isGranted ? tabs.get(tabId) : null;
  return {
    /** Null where there is no tab to look at. */
    tabId: tab?.id ?? null,
    /** Origin of the page on top; null if the browser does not report it, or the page is not a web page. */
    origin: url === null ? null : new URL(url).origin,
    /** Null where no profile that is used matches the page. */
    site: site && toSiteStatus(background, site),
    context: tabState?.context ?? { state: 'none' as const },
    /** Frames in which a script of ours runs; `mounts`: it is the one that shows the panel. */
    frames: (tabState?.frames ?? []).flatMap((frame) => {
      const { frameId, origin, facts } = frame;
      return facts ? [{ frameId, origin, facts, mounts: frame === tabState?.elected }] : [];
    }),
    /** The person is pointing at something on the page. */
    isPointing: tabId !== null && pointing.tabId === tabId,
    /** Something was pointed at, and waits as a draft (`profiles.draft`). */
    hasDraft: pointing.draft !== null,
    /** Language that the person chose; `auto` follows the browser. */
    language: registry.language,
    /** Profiles that are not used since they do not parse. */
    faultyProfiles: registry.judged.filter(({ unused }) => unused === 'faults').length,
  };
}
