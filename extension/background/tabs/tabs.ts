import { isFrameOf, toSiteRules } from '../../profile/choose.ts';
import type { Profile } from '../../profile/profile.ts';
import type { BackgroundDependencies } from '../dependencies.ts';
import type { Port, Sender } from '../platform.ts';
import { injectSiteScript } from '../profiles/registration.ts';
import type { ProfileRegistry } from '../profiles/registry.ts';
import { type Frame, isOurs, postTo } from './frame.ts';
import { StoredTabs } from './stored-tabs.ts';
import { TabState } from './tab-state.ts';

/** A frame of which nothing was heard, and that was told nothing. */
const UNHEARD = {
  facts: null,
  places: null,
  header: null,
  sentRules: null,
  sentContext: '',
  isWaiting: false,
};

export class Tabs {
  readonly stored: StoredTabs;
  readonly #registry: ProfileRegistry;
  readonly #background: BackgroundDependencies;
  readonly #tabStates = new Map<number, TabState>();
  /** Address of the top frame, as the browser or the top frame's own script told it last. */
  readonly #tops = new Map<number, string>();

  constructor(background: BackgroundDependencies, registry: ProfileRegistry) {
    this.#background = background;
    this.#registry = registry;
    this.stored = new StoredTabs(background);
  }

  get all(): readonly TabState[] {
    return [...this.#tabStates.values()];
  }

  get(tabId: number): TabState | null {
    return this.#tabStates.get(tabId) ?? null;
  }

  profileOf(tabId: number): Profile | null {
    const top = this.#tops.get(tabId);
    return top === undefined ? null : this.#registry.activeAt(top);
  }

  /**
   * Registers a frame's port and sends the frame its rules; null for a sender that is no script of ours, or is gone
   * (its document may go while its tab is looked up).
   */
  async enter(port: Port, isOpen: () => boolean): Promise<Frame | null> {
    const from = await this.#placeOf(port.sender);
    if (!from || !isOpen()) return null;
    const { tabId, frameId } = from;
    const frame: Frame = { ...from, port, ...UNHEARD };
    const tabState = this.#tabStates.get(tabId) ?? new TabState(tabId, this.#background, this.stored);
    this.#tabStates.set(tabId, tabState);
    tabState.join(frame);
    if (frameId === 0) this.#background.documentBegan(tabId);
    this.#rule(frame);
    if (isOurs(frame)) tabState.restartSettling();
    // The rules of all frames follow from the top frame.
    if (frameId === 0) for (const other of tabState.frames) this.#rule(other);
    return frame;
  }

  /** A frame asks whether it concerns us: where it does, the script of the site is put into it. */
  async detect(sender: Sender): Promise<void> {
    const from = await this.#placeOf(sender);
    if (!from) return;
    const { tabId, frameId, documentId, url } = from;
    this.#tabStates.get(tabId)?.began(frameId, documentId);
    const profile = this.profileOf(tabId);
    if (!profile || !isFrameOf(profile, url, this.#tops.get(tabId) ?? '')) return;
    const which = documentId === null ? { frameIds: [frameId] } : { documentIds: [documentId] };
    await injectSiteScript(this.#background.platform, { tabId, ...which });
  }

  leave(frame: Frame): void {
    this.#tabStates.get(frame.tabId)?.leave(frame);
  }

  /** A frame of this tab has another address; false where it cannot be its own. */
  moved(frame: Frame, url: string): boolean {
    if (!URL.canParse(url) || new URL(url).origin !== frame.origin) return false;
    if (frame.url === url) return true;
    frame.url = url;
    if (frame.frameId === 0) this.topMoved(frame.tabId, url);
    return true;
  }

  topMoved(tabId: number, url: string): void {
    if (this.#tops.get(tabId) === url) return;
    const wasOurs = this.profileOf(tabId) !== null;
    this.#tops.set(tabId, url);
    // A single-page app navigated to an address of a profile; its frames have no script that would report it.
    if (!wasOurs && this.profileOf(tabId)) {
      void injectSiteScript(this.#background.platform, { tabId, allFrames: true });
    }
    const tabState = this.#tabStates.get(tabId);
    if (!tabState) return;
    for (const frame of tabState.frames) {
      if (frame.sentRules !== null && frame.frameId !== 0) postTo(frame, { type: 'top', url });
      this.#rule(frame);
    }
    this.#background.tabChanged(tabId);
  }

  /** Profiles or grants changed: send each frame its rules if they differ from those sent before. */
  ruleAll(): void {
    for (const tabState of this.#tabStates.values()) for (const frame of tabState.frames) this.#rule(frame);
  }

  /** Lists begin again: nothing in their rows stays. */
  relist({ frames }: TabState): void {
    for (const frame of frames) {
      if (frame.facts?.type !== 'list') continue;
      postTo(frame, { type: 'rules', rules: null });
      frame.sentRules = 'null';
      this.#rule(frame);
    }
  }

  closed(tabId: number): void {
    this.#tabStates.get(tabId)?.end();
    this.stored.forget(tabId);
    this.#tabStates.delete(tabId);
    this.#tops.delete(tabId);
  }

  /** Returns the frame that sent something; null for a sender that is not a script of ours in a web page. */
  async #placeOf(
    sender: Sender | undefined,
  ): Promise<Pick<Frame, 'tabId' | 'frameId' | 'documentId' | 'origin' | 'url'> | null> {
    const { platform, counters } = this.#background;
    const { id, tab, frameId, url, origin, documentId, documentLifecycle } = sender ?? {};
    const tabId = tab?.id;
    const own = url !== undefined && URL.canParse(url) ? new URL(url) : null;
    // Chromium names the origin; it differs from the address' in documents that borrow one.
    const isTrue = own !== null && own.origin !== 'null' && (origin === undefined || origin === own.origin);
    // A prerendered page is not shown yet; it connects again once it is.
    const isShown = documentLifecycle !== 'prerender';
    if (id !== platform.runtime.id || tabId === undefined || frameId === undefined || !isTrue || !isShown) {
      counters.refuse('sender');
      return null;
    }
    if (frameId === 0) this.#tops.set(tabId, own.href);
    else if (!this.#tops.has(tabId)) await this.#askTop(tabId);
    return { tabId, frameId, documentId: documentId ?? null, origin: own.origin, url: own.href };
  }

  async #askTop(tabId: number): Promise<void> {
    const tab = await this.#background.platform.tabs.get(tabId).catch(() => null);
    if (tab?.url && !this.#tops.has(tabId)) this.#tops.set(tabId, tab.url);
  }

  /** Tells a frame what it has to know of its profile, or that it is of none. */
  #rule(frame: Frame): void {
    const top = this.#tops.get(frame.tabId) ?? '';
    const profile = this.profileOf(frame.tabId);
    // The same record number can be another patient in another clinic: a change of site forgets the patient.
    if (profile) this.#tabStates.get(frame.tabId)?.under(`${profile.id} ${profile.proxy}`);
    const { language } = this.#registry;
    const spoken = language === 'auto' ? {} : { language };
    const rules =
      profile && isFrameOf(profile, frame.url, top) ? { ...toSiteRules(profile, top), ...spoken } : null;
    // The address on top is told by itself when it changes.
    const text = JSON.stringify(rules && { ...rules, top: '' });
    if (text === frame.sentRules) return;
    const isFirst = frame.sentRules === null;
    frame.sentRules = text;
    frame.sentContext = '';
    // Another profile reads other places: what the header has named so far says nothing of them.
    frame.header = null;
    if (!isFirst) this.#tabStates.get(frame.tabId)?.hear(frame, null, rules?.settleMs ?? 0);
    postTo(frame, { type: 'rules', rules });
  }
}
