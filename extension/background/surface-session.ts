import { findIntent, isAbout, isWrite } from '../intents/intents.ts';
import { type AskMessage, SurfaceMessage, type TabPlace } from '../intents/messages.ts';
import type { SiteStatus, TabStatus } from '../intents/protocol.ts';
import type { Background } from './background.ts';
import { answerOfPatient, answerOfProfessional, handlerOf } from './handlers/answer.ts';
import type { Port } from './platform.ts';
import { wantedPatterns } from './profiles/registration.ts';
import type { Site } from './profiles/registry.ts';
import { Refused } from './refusals.ts';
import { Session } from './session.ts';

/** The tab that a place means now; null where there is none. */
async function findTabId({ platform }: Background, at: TabPlace): Promise<number | null> {
  if ('tabId' in at) return at.tabId;
  const [tab] = await platform.tabs.query({ active: true, windowId: at.windowId }).catch(() => []);
  return tab?.id ?? null;
}

const toSiteStatus = (
  background: Background,
  { profile, source, isEnabled, isGranted }: Site,
): SiteStatus => ({
  profileId: profile.id,
  name: profile.name,
  version: profile.version,
  source,
  proxy: profile.proxy,
  isEnabled,
  isGranted,
  asks: wantedPatterns(profile),
  signIn: background.signIns.at(profile.proxy).state,
  news: background.news.countsOf(profile.id),
});

async function readTabStatus(background: Background, tabId: number | null): Promise<TabStatus> {
  const { platform, pointing, registry, tabs } = background;
  const tab = tabId === null ? null : await platform.tabs.get(tabId).catch(() => null);
  const url = tab?.url && /^https?:/.test(tab.url) ? tab.url : null;
  const site = url === null ? null : registry.siteAt(url);
  // A page without an enabled profile has no context, even if its frames reported one before the profile was disabled.
  const tabState = tabId !== null && site?.isEnabled && site.isGranted ? tabs.get(tabId) : null;
  return {
    tabId: tab?.id ?? null,
    origin: url === null ? null : new URL(url).origin,
    site: site && toSiteStatus(background, site),
    context: tabState?.context ?? { state: 'none' },
    frames: (tabState?.frames ?? []).flatMap((frame) => {
      const { frameId, origin, facts, places } = frame;
      const mounts = frame === tabState?.elected;
      return facts ? [{ frameId, origin, facts, mounts, ...(places && { places }) }] : [];
    }),
    isPointing: tabId !== null && pointing.tabId === tabId,
    hasDraft: pointing.draft !== null,
    language: registry.language,
    faultyProfiles: registry.judged.filter(({ unused }) => unused === 'faults').length,
  };
}

/** Serves a page of this extension itself; disconnects a script in a page of the web, which has the page's address. */
export function serveSurface(background: Background, port: Port): void {
  const { id, getURL } = background.platform.runtime;
  const own = getURL('/');
  if (port.sender?.id === id && port.sender.url?.startsWith(own)) new SurfaceSession(background, port);
  else {
    background.counters.refuse('sender');
    port.disconnect();
  }
}

class SurfaceSession extends Session {
  tabId: number | null = null;
  readonly #background: Background;
  readonly isSidePanel: boolean;
  #place: TabPlace | null = null;
  #isRefreshDue = false;
  #lastStatus = '';

  constructor(background: Background, port: Port) {
    super(background, port);
    this.#background = background;
    this.isSidePanel = new URL(port.sender?.url ?? '').pathname.startsWith('/sidepanel');
    background.sessions.add(this);
    background.surfaces.add(this);
  }

  /** Sends the page the status of its tab, once for all that changes at one moment, and only if it is another. */
  refresh(): void {
    if (this.#isRefreshDue || !this.#place) return;
    this.#isRefreshDue = true;
    queueMicrotask(() => {
      this.#isRefreshDue = false;
      void this.#sendStatus();
    });
  }

  async #sendStatus(): Promise<void> {
    if (!this.#place || !this.isOpen) return;
    const tabId = await findTabId(this.#background, this.#place);
    const hasMoved = tabId !== this.tabId;
    this.tabId = tabId;
    const status = await readTabStatus(this.#background, tabId);
    const text = JSON.stringify(status);
    if (tabId !== this.tabId || text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.endOthers(status.context.state === 'known' ? status.context.epoch : null);
    this.send({ type: 'tab', status });
    if (hasMoved) this.#background.followEvents();
    const going = this.isSidePanel && tabId !== null ? this.#background.takeSidePlace(tabId) : null;
    if (going) this.send({ type: 'go', at: going });
  }

  protected override end(): void {
    super.end();
    this.#background.sessions.delete(this);
    this.#background.surfaces.delete(this);
    this.#background.followEvents();
  }

  protected receive(message: unknown): void {
    const { data } = SurfaceMessage.safeParse(message);
    if (!data) this.#background.counters.refuse('malformed');
    else if (data.type === 'drop') this.drop(data.id);
    else if (data.type === 'show') {
      this.#place = data.at;
      this.#lastStatus = '';
      void this.#background.ready.then(() => this.refresh());
    } else if (data.type === 'ask') this.#ask(data);
  }

  #ask({ id, epoch, intent, input }: AskMessage): void {
    const name = findIntent(intent, 'own-page');
    if (name === null) {
      this.reject(id, 'unknown-intent', 'invalid');
      return;
    }
    void this.run({ id, epoch, isWrite: isWrite(name) }, async (signal) => {
      const background = this.#background;
      await background.ready;
      if (isAbout(name, 'extension'))
        return handlerOf<Background>(background, { name, input })(background, signal);
      const { tabId } = this;
      if (tabId !== null && isAbout(name, 'professional')) {
        return answerOfProfessional(background, tabId, { name, epoch, input }, signal);
      }
      const tabState = tabId === null ? null : background.tabs.get(tabId);
      if (!tabState || epoch === null || !isAbout(name, 'patient')) throw new Refused('stale');
      return answerOfPatient(background, tabState, { name, epoch, input }, signal);
    });
  }
}
