import { browser } from 'wxt/browser';
import { DETECT } from '../intents/protocol.ts';
import { watchEarly } from '../site/early.ts';
import { SITE_HANDLE } from '../site/handle.ts';

/** Milliseconds until a message that was not received is sent again; doubled each time. */
const RETRY_DELAY_MIN_MS = 200;

const ONCE = { once: true };

/** Prerendering (WICG, Prerendering Revamped, 4.1), which the platform's types do not have. */
interface Prepared extends Document {
  readonly prerendering?: boolean;
}

/** Asks whether the page concerns us; if the extension was updated or removed, there is no background to ask. */
async function ask(wait: number, endEarly: () => void): Promise<void> {
  try {
    await browser.runtime.sendMessage(DETECT);
    // By then the script of the site has come, or will not.
    if (!Reflect.has(globalThis, SITE_HANDLE)) endEarly();
  } catch {
    if (browser.runtime?.id) setTimeout(ask, wait, wait * 2, endEarly);
  }
}

/**
 * All that runs in a frame which does not concern us, registered by the background for the sites that are enabled:
 * it asks, and the background puts the script of a site (site.ts) into the frames of a profile's site and no other.
 * Not one of WXT's content scripts, whose frame tells the page that the extension is there.
 */
export default {
  main(): void {
    // A document with an opaque origin (sandboxed, `data:`) cannot be a chart.
    if (origin === 'null') return;
    const endEarly = watchEarly();
    const detect = (): void => void ask(RETRY_DELAY_MIN_MS, endEarly);
    // A prerendered page is not part of its tab before it is shown.
    if ((document as Prepared).prerendering) document.addEventListener('prerenderingchange', detect, ONCE);
    else detect();
    // A page in the back/forward cache does not hear that its site was enabled meanwhile.
    addEventListener('pageshow', ({ persisted }) => persisted && detect());
  },
};
