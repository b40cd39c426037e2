import type { Diagnostics } from '../../intents/outputs.ts';
import type { Core } from '../core.ts';

/** What support needs to know: counts, codes and origins of proxies; nothing of any patient, page or token. */
export async function diagnose(core: Core): Promise<Diagnostics> {
  const { platform, book, signIns, tabs, tally, outside } = core;
  const registered = await platform.scripting.getRegisteredContentScripts();
  return {
    version: platform.runtime.getManifest().version,
    browser: platform.isFirefox ? 'firefox' : 'chromium',
    language: core.language,
    profiles: book.sites.map(({ profile, source, isGranted, isEnabled }) => ({
      id: profile.id,
      version: profile.version,
      source,
      isGranted,
      isEnabled,
    })),
    proxies: signIns.all.map(({ proxy, state }) => ({ origin: new URL(proxy).origin, signIn: state })),
    registered: registered.map(({ id }) => id),
    tabs: tabs.all.length,
    frames: tabs.all.reduce((sum, { frames }) => sum + frames.length, 0),
    refused: { ...tally.refused },
    failures: { ...tally.failures },
    runningFor: Math.round(outside.elapsed()),
  };
}
