import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { storedMemory } from '../panel/memory.ts';
import { SitePanels } from '../panel/panels.ts';
import { SITE_HANDLE, type SiteCore } from '../site/handle.ts';
import { createSiteHandle } from '../site/questions.ts';

const ATTACHED = Symbol.for('instrument-panel.attached');

/** The panels' code, put into a frame once it shows a chart or a list; the script of the site is there before. */
export default defineUnlistedScript(() => {
  const world: Record<symbol, unknown> = globalThis as never;
  const core = world[SITE_HANDLE] as SiteCore | undefined;
  // Asked for twice, as after a restart of the background, it attaches once.
  if (!core || world[ATTACHED] === core) return;
  world[ATTACHED] = core;
  const handle = createSiteHandle(core);
  handle.attach(new SitePanels(handle, storedMemory(browser.storage.local, handle.rules.profileId)));
});
