import { DETECT, SITE_PORT, SURFACE_PORT } from '../intents/protocol.ts';
import { Background } from './background.ts';
import type { Environment, Platform, Port } from './platform.ts';
import { SiteSession } from './site-session.ts';
import { serveSurface } from './surface-session.ts';
import { postTo } from './tabs/frame.ts';

/** Starts the background. Listens before it returns, as a browser that wakes it for an event needs. */
export function startBackground(platform: Platform, environment: Environment): Background {
  const background = new Background(platform, environment);

  function serve(port: Port): void {
    if (port.name === SITE_PORT) new SiteSession(background, port);
    else if (port.name === SURFACE_PORT) serveSurface(background, port);
    else {
      background.counters.refuse('sender');
      port.disconnect();
    }
  }
  platform.runtime.onConnect.addListener(serve);
  platform.runtime.onMessage.addListener((message, sender, answer) => {
    const isDetect = message === DETECT;
    // Answered once it is done: a frame that hears of no answer asks again.
    if (isDetect) void background.ready.then(() => background.tabs.detect(sender)).finally(answer);
    else void background.ready.then(() => background.pointing.receive(message, sender));
    return isDetect;
  });
  platform.runtime.onInstalled.addListener(() => void background.ready.then(() => background.register(true)));

  const reload = (): Promise<void> =>
    background.ready
      .then(() => background.registry.load())
      // Pages that did not concern us have nothing of ours that would hear that they do now.
      .then(() => background.register(true));
  platform.permissions.onAdded.addListener(() => void reload().then(() => reopenPopupToSignIn(background)));
  platform.permissions.onRemoved.addListener(() => void reload());
  platform.storage.onChanged.addListener((changes, area) => {
    const isOfProfiles = ['profiles', 'proxies', 'off'].some((key) => key in changes);
    if (area === 'managed' || (area === 'local' && isOfProfiles)) void reload();
  });

  platform.tabs.onUpdated.addListener((tabId, { url }) => {
    // The event that woke the background arrives before the profiles are loaded.
    if (url !== undefined) void background.ready.then(() => background.tabs.topMoved(tabId, url));
    background.refreshSurfaces();
  });
  platform.tabs.onRemoved.addListener((tabId) => {
    void background.ready.then(() => {
      background.closed(tabId);
      return Promise.all(background.signIns.all.map((signIn) => signIn.resume()));
    });
  });
  platform.tabs.onActivated.addListener(() => background.refreshSurfaces());

  // Whoever unlocks a shared workstation may be somebody else.
  platform.onLocked(() => background.services.forgetCharts());

  platform.commands.onCommand.addListener((command) => {
    if (command === 'toggle-panel') void togglePanel(background);
  });
  return background;
}

/** The keyboard shortcut reaches the frame that shows the panel in the tab that is looked at. */
async function togglePanel(background: Background): Promise<void> {
  const active = await background.platform.tabs.query({ active: true, lastFocusedWindow: true });
  for (const { id } of active) {
    const frame = id === undefined ? null : background.tabs.get(id)?.elected;
    if (frame) postTo(frame, { type: 'toggle' });
  }
}

/** Opens the popup again to sign in, since the prompt of a grant closes it. Firefox opens one only in a click. */
export async function reopenPopupToSignIn(background: Background): Promise<void> {
  const [tab] = await background.platform.tabs.query({ active: true, lastFocusedWindow: true });
  const profile = tab?.url === undefined ? null : background.registry.activeAt(tab.url);
  if (!profile || background.signIns.at(profile.proxy).state === 'signed-in') return;
  await background.platform.action.openPopup().catch(() => {});
}
