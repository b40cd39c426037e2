import type { browser } from 'wxt/browser';
import { SITE_HANDLE, type SiteCore } from '../site/handle.ts';
import { startSite } from '../site/site.ts';

/** Both browsers' name for what a content script needs here; to choose between two names takes more code. */
declare const chrome: typeof browser;

/**
 * The script of a site, which the background puts into the frames that concern us (detect.ts asks it). What
 * `defineUnlistedScript` would give, without its weight.
 */
export default {
  main(): void {
    const running: SiteCore | undefined = Reflect.get(globalThis, SITE_HANDLE);
    if (running) running.here();
    // A document with an opaque origin (sandboxed, `data:`) cannot be a chart.
    else if (origin === location.origin) startSite(chrome.runtime);
  },
};
