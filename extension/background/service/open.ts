import type { Background } from '../background.ts';
import { Refused } from '../requests.ts';
import type { Service } from './services.ts';

/**
 * Opens the service of a tab's page for the professional who is signed in. The browser's own address of the page
 * has to belong to an active profile.
 *
 * @throws {Refused} `stale`
 */
export async function openService(
  background: Background,
  tabId: number,
  signal: AbortSignal,
): Promise<Service> {
  const tab = await background.platform.tabs.get(tabId).catch(() => null);
  const profile = tab?.url ? background.registry.activeAt(tab.url) : null;
  // While the page goes from one address to another, it is unknown which of them counts.
  if (!profile || profile.id !== background.tabs.profileOf(tabId)?.id) throw new Refused('stale');
  return background.services.of(background.signInOf(profile), signal);
}
