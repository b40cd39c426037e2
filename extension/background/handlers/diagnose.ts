import type { Diagnostics } from '../../intents/outputs.ts';
import type { Background } from '../background.ts';

/** What support needs to know: counts, codes and origins of proxies; nothing of any patient, page or token. */
export async function diagnose(background: Background): Promise<Diagnostics> {
  const { platform, registry, signIns, tabs, counters, environment } = background;
  const registered = await platform.scripting.getRegisteredContentScripts();
  return {
    version: platform.runtime.getManifest().version,
    browser: platform.isFirefox ? 'firefox' : 'chromium',
    language: background.language,
    profiles: registry.sites.map(({ profile, source, isGranted, isEnabled }) => ({
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
    refused: { ...counters.refused },
    failures: { ...counters.failures },
    runningFor: Math.round(environment.elapsed()),
  };
}
