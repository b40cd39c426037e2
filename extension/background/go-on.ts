import type { Background } from './background.ts';

/**
 * Goes on with the sign-in at the site that is looked at, once the browser was let onto it: its question closes the
 * popup in which it was asked. Firefox opens none but in a click; there the icon is clicked once more.
 */
export async function goOnWithSignIn(background: Background): Promise<void> {
  const [tab] = await background.platform.tabs.query({ active: true, lastFocusedWindow: true });
  const profile = tab?.url === undefined ? null : background.registry.activeAt(tab.url);
  if (!profile || background.signInOf(profile).state === 'signed-in') return;
  await background.platform.action.openPopup().catch(() => {});
}
