import { findIntent, isAbout, isWrite } from '../../intents/intents.ts';
import { type AskMessage, SurfaceMessage, type TabPlace } from '../../intents/messages.ts';
import type { SidePlace, ToSurface } from '../../intents/protocol.ts';
import { Asks } from '../asks.ts';
import type { Core, OpenSurface } from '../core.ts';
import { answerOfExtension, answerOfPatient, answerOfProfessional } from '../handlers/answer.ts';
import type { Port } from '../platform.ts';
import { Refused } from '../problem.ts';
import { lookAt, tabAt } from './look.ts';

/** True for a page of this extension itself; a script in a page of the web has the page's address. */
function isOwnPage(core: Core, { sender }: Port): boolean {
  const { id, getURL } = core.platform.runtime;
  const own = getURL('/');
  return sender?.id === id && sender.url?.startsWith(own) === true;
}

/** Serves a page of the extension; disconnects anybody else. */
export function serveSurface(core: Core, port: Port): void {
  if (isOwnPage(core, port)) new SurfaceSession(core, port);
  else {
    core.tally.refuse('sender');
    port.disconnect();
  }
}

/** One page of the extension (popup, options, side panel), from its port's opening to its end. */
class SurfaceSession implements OpenSurface {
  readonly #core: Core;
  readonly #port: Port;
  readonly #asks: Asks;
  readonly #isSidePanel: boolean;
  #isOpen = true;
  #place: TabPlace | null = null;
  #tabId: number | null = null;
  #isRefreshDue = false;
  #lastStatus = '';

  constructor(core: Core, port: Port) {
    this.#core = core;
    this.#port = port;
    this.#isSidePanel = new URL(port.sender?.url ?? '').pathname.startsWith('/sidepanel');
    this.#asks = new Asks((settlement) => this.#send(settlement), core.tally, core.outside.isOnline);
    core.surfaces.add(this);
    core.sessions.add(this);
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
    this.#asks.endOthers(epoch);
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
    const tabId = await tabAt(this.#core, this.#place);
    const hasMoved = tabId !== this.#tabId;
    this.#tabId = tabId;
    const look = await lookAt(this.#core, tabId);
    const text = JSON.stringify(look);
    if (tabId !== this.#tabId || text === this.#lastStatus) return;
    this.#lastStatus = text;
    this.#asks.endOthers(look.context.state === 'known' ? look.context.epoch : null);
    this.#send({ type: 'tab', look });
    if (hasMoved) this.#core.followEvents();
    const going = this.#isSidePanel && tabId !== null ? this.#core.takeGo(tabId) : null;
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
    this.#core.surfaces.delete(this);
    this.#core.sessions.delete(this);
    this.#asks.end();
    this.#core.followEvents();
  }

  #receive(message: unknown): void {
    const { data } = SurfaceMessage.safeParse(message);
    if (!data) this.#core.tally.refuse('malformed');
    else if (data.type === 'drop') this.#asks.drop(data.id);
    else if (data.type === 'look') {
      this.#place = data.at;
      this.#lastStatus = '';
      void this.#core.ready.then(() => this.refresh());
    } else if (data.type === 'ask') this.#ask(data);
  }

  #ask({ id, epoch, intent, input }: AskMessage): void {
    const name = findIntent(intent, 'own-page');
    if (name === null) {
      this.#core.tally.refuse('unknown-intent');
      this.#asks.refuse(id, new Refused('invalid'));
      return;
    }
    const request = { epoch, input };
    void this.#asks.run({ id, epoch, isWrite: isWrite(name) }, async (signal) => {
      const core = this.#core;
      if (isAbout(name, 'extension')) return answerOfExtension(core, { ...request, name }, signal);
      await core.ready;
      const tabId = this.#tabId;
      if (tabId !== null && isAbout(name, 'professional')) {
        return answerOfProfessional(core, tabId, { ...request, name }, signal);
      }
      const desk = tabId === null ? null : core.tabs.get(tabId);
      if (!desk || epoch === null || !isAbout(name, 'patient')) throw new Refused('stale');
      return answerOfPatient(core, desk, { ...request, name }, epoch, signal);
    });
  }
}
