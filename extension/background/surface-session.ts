import { findIntent, isAbout, isWrite } from '../intents/intents.ts';
import { type AskMessage, SurfaceMessage, type TabPlace } from '../intents/messages.ts';
import type { SidePlace, SiteStatus, TabStatus, ToSurface } from '../intents/protocol.ts';
import type { Background, OpenSurface } from './background.ts';
import { answerOfExtension, answerOfPatient, answerOfProfessional } from './handlers/answer.ts';
import type { Port } from './platform.ts';
import { wantedPatterns } from './profiles/registration.ts';
import type { Site } from './profiles/registry.ts';
import { Refused, RequestQueue } from './requests.ts';

function toSiteStatus(background: Background, { profile, source, isEnabled, isGranted }: Site): SiteStatus {
  const { id, name, version, proxy } = profile;
  return {
    profileId: id,
    name,
    version,
    source,
    proxy,
    isEnabled,
    isGranted,
    asks: wantedPatterns(profile),
    signIn: background.signInOf(profile).state,
    news: background.news.countsOf(id),
  };
}

/** The tab that a place means now; null where there is none. */
async function findTabId(
  background: Background,
  at: { readonly tabId: number } | { readonly windowId: number },
): Promise<number | null> {
  if ('tabId' in at) return at.tabId;
  const [tab] = await background.platform.tabs.query({ active: true, windowId: at.windowId }).catch(() => []);
  return tab?.id ?? null;
}

/** Reads the present status of a tab. */
async function readTabStatus(background: Background, tabId: number | null): Promise<TabStatus> {
  const tab = tabId === null ? null : await background.platform.tabs.get(tabId).catch(() => null);
  const url = tab?.url && /^https?:/.test(tab.url) ? tab.url : null;
  const site = url === null ? null : background.registry.siteAt(url);
  const tabState = tabId === null ? null : background.tabs.get(tabId);
  // Of a page that is not, or no more, of an enabled profile nothing is told, whatever its frames said before.
  const isActive = site?.isEnabled && site.isGranted;
  return {
    tabId: tab?.id ?? null,
    origin: url === null ? null : new URL(url).origin,
    site: site && toSiteStatus(background, site),
    context: (isActive && tabState?.context) || { state: 'none' },
    frames: isActive && tabState ? framesOf(tabState) : [],
    isPointing: tabId !== null && background.pointing.tabId === tabId,
    hasDraft: background.pointing.draft !== null,
    language: background.registry.language,
    faultyProfiles: background.registry.judged.filter(({ unused }) => unused === 'faults').length,
  };
}

const framesOf = (tabState: NonNullable<ReturnType<Background['tabs']['get']>>): TabStatus['frames'] =>
  tabState.frames.flatMap((frame) =>
    frame.facts
      ? [
          {
            frameId: frame.frameId,
            origin: frame.origin,
            facts: frame.facts,
            mounts: frame === tabState.elected,
          },
        ]
      : [],
  );

/** True for a page of this extension itself; a script in a page of the web has the page's address. */
function isOwnPage(background: Background, { sender }: Port): boolean {
  const { id, getURL } = background.platform.runtime;
  const own = getURL('/');
  return sender?.id === id && sender.url?.startsWith(own) === true;
}

/** Serves a page of the extension; disconnects anybody else. */
export function serveSurface(background: Background, port: Port): void {
  if (isOwnPage(background, port)) new SurfaceSession(background, port);
  else {
    background.counters.refuse('sender');
    port.disconnect();
  }
}

/** One page of the extension (popup, options, side panel), from its port's opening to its end. */
class SurfaceSession implements OpenSurface {
  readonly #background: Background;
  readonly #port: Port;
  readonly #requests: RequestQueue;
  readonly #isSidePanel: boolean;
  #isOpen = true;
  #place: TabPlace | null = null;
  #tabId: number | null = null;
  #isRefreshDue = false;
  #lastStatus = '';

  constructor(background: Background, port: Port) {
    this.#background = background;
    this.#port = port;
    this.#isSidePanel = new URL(port.sender?.url ?? '').pathname.startsWith('/sidepanel');
    this.#requests = new RequestQueue(
      (settlement) => this.#send(settlement),
      background.counters,
      background.environment.isOnline,
    );
    background.surfaces.add(this);
    background.sessions.add(this);
    port.onDisconnect.addListener(() => this.#end());
    port.onMessage.addListener((message) => this.#receive(message));
  }

  get tabId(): number | null {
    return this.#tabId;
  }

  changed(epoch: string | null): void {
    this.#send({ type: 'changed', epoch });
  }

  go(at: SidePlace): boolean {
    if (this.#isSidePanel) this.#send({ type: 'go', at });
    return this.#isSidePanel;
  }

  contextChanged(epoch: string | null): void {
    this.#requests.endOthers(epoch);
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
    if (!this.#place || !this.#isOpen) return;
    const tabId = await findTabId(this.#background, this.#place);
    const hasMoved = tabId !== this.#tabId;
    this.#tabId = tabId;
    const status = await readTabStatus(this.#background, tabId);
    const text = JSON.stringify(status);
    if (tabId !== this.#tabId || text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.#requests.endOthers(status.context.state === 'known' ? status.context.epoch : null);
    this.#send({ type: 'tab', status });
    if (hasMoved) this.#background.followEvents();
    const going = this.#isSidePanel && tabId !== null ? this.#background.takeGo(tabId) : null;
    if (going) this.#send({ type: 'go', at: going });
  }

  #send(message: ToSurface): void {
    try {
      if (this.#isOpen) this.#port.postMessage(message);
    } catch {
      // The port tells its end itself.
    }
  }

  #end(): void {
    this.#isOpen = false;
    this.#background.surfaces.delete(this);
    this.#background.sessions.delete(this);
    this.#requests.end();
    this.#background.followEvents();
  }

  #receive(message: unknown): void {
    const { data } = SurfaceMessage.safeParse(message);
    if (!data) this.#background.counters.refuse('malformed');
    else if (data.type === 'drop') this.#requests.drop(data.id);
    else if (data.type === 'show') {
      this.#place = data.at;
      this.#lastStatus = '';
      void this.#background.ready.then(() => this.refresh());
    } else if (data.type === 'ask') this.#ask(data);
  }

  #ask({ id, epoch, intent, input }: AskMessage): void {
    const name = findIntent(intent, 'own-page');
    if (name === null) {
      this.#background.counters.refuse('unknown-intent');
      this.#requests.refuse(id, new Refused('invalid'));
      return;
    }
    const request = { epoch, input };
    void this.#requests.run({ id, epoch, isWrite: isWrite(name) }, async (signal) => {
      const background = this.#background;
      if (isAbout(name, 'extension')) return answerOfExtension(background, { ...request, name }, signal);
      await background.ready;
      const tabId = this.#tabId;
      if (tabId !== null && isAbout(name, 'professional')) {
        return answerOfProfessional(background, tabId, { ...request, name }, signal);
      }
      const tabState = tabId === null ? null : background.tabs.get(tabId);
      if (!tabState || epoch === null || !isAbout(name, 'patient')) throw new Refused('stale');
      return answerOfPatient(background, tabState, { ...request, name }, epoch, signal);
    });
  }
}
