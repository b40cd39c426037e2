import { KNOCK, SITE_PORT, SURFACE_PORT } from '../intents/protocol.ts';
import { Core } from './core.ts';
import { goOnWithSignIn } from './go-on.ts';
import { heardDraft } from './handlers/point.ts';
import type { Platform, Port, Surroundings } from './platform.ts';
import { serveSite } from './site/site-session.ts';
import { serveSurface } from './surface/surface-session.ts';
import { tell } from './tabs/frame.ts';

/**
 * Starts the background. Everything that is listened to is listened to before this returns, so that a browser that
 * wakes it for an event finds it listening.
 */
export function startBackground(platform: Platform, outside: Surroundings): Core {
  const core = new Core(platform, outside);

  function serve(port: Port): void {
    if (port.name === SITE_PORT) void serveSite(core, port);
    else if (port.name === SURFACE_PORT) void serveSurface(core, port);
    else {
      core.tally.refuse('sender');
      port.disconnect();
    }
  }
  platform.runtime.onConnect.addListener(serve);
  platform.runtime.onMessage.addListener((message, sender, answer) => {
    const isKnock = message === KNOCK;
    // Answered once it is done: a frame that hears of no answer asks again.
    if (isKnock) void core.ready.then(() => core.tabs.knock(sender)).finally(answer);
    else void core.ready.then(() => heardDraft(core, message, sender));
    return isKnock;
  });
  platform.runtime.onInstalled.addListener(() => void core.ready.then(() => core.register(true)));

  const reload = (): Promise<void> =>
    core.ready
      .then(() => core.book.load())
      // Pages that did not concern us have nothing of ours that would hear that they do now.
      .then(() => core.register(true));
  platform.permissions.onAdded.addListener(() => void reload().then(() => goOnWithSignIn(core)));
  platform.permissions.onRemoved.addListener(() => void reload());
  platform.storage.onChanged.addListener((changes, area) => {
    const isOfProfiles = ['profiles', 'proxies', 'off'].some((key) => key in changes);
    if (area === 'managed' || (area === 'local' && isOfProfiles)) void reload();
  });

  platform.tabs.onUpdated.addListener((tabId, { url }) => {
    // What woke the background comes before it knows which pages are ours.
    if (url !== undefined) void core.ready.then(() => core.tabs.topMoved(tabId, url));
    core.refreshSurfaces();
  });
  platform.tabs.onRemoved.addListener((tabId) => {
    void core.ready.then(() => {
      core.closed(tabId);
      return Promise.all(core.signIns.all.map((signIn) => signIn.resume()));
    });
  });
  platform.tabs.onActivated.addListener(() => core.refreshSurfaces());

  platform.commands.onCommand.addListener((command) => {
    if (command === 'toggle-panel') void togglePanel(core);
  });
  return core;
}

/** The keyboard shortcut reaches the frame that shows the panel in the tab that is looked at. */
async function togglePanel(core: Core): Promise<void> {
  const active = await core.platform.tabs.query({ active: true, lastFocusedWindow: true });
  for (const { id } of active) {
    const frame = id === undefined ? null : core.tabs.get(id)?.elected;
    if (frame) tell(frame, { type: 'toggle' });
  }
}
