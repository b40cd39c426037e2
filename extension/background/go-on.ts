import type { Core } from './core.ts';

/**
 * Goes on with the sign-in at the site that is looked at, once the browser was let onto it: its question closes the
 * popup in which it was asked. Firefox opens none but in a click; there the icon is clicked once more.
 */
export async function goOnWithSignIn(core: Core): Promise<void> {
  const [tab] = await core.platform.tabs.query({ active: true, lastFocusedWindow: true });
  const profile = tab?.url === undefined ? null : core.book.activeAt(tab.url);
  if (!profile || core.signInOf(profile).state === 'signed-in') return;
  await core.platform.action.openPopup().catch(() => {});
}
