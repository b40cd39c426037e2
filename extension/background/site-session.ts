import { findIntent, type IntentName, isAbout, isWrite } from '../intents/intents.ts';
import { type AskMessage, SiteMessage } from '../intents/messages.ts';
import { plainProblem, type SidePlace } from '../intents/protocol.ts';
import { DEFAULT_SETTLE_MS } from '../profile/choose.ts';
import type { Background, OpenSession } from './background.ts';
import { answerOfPatient, checkInput, openService } from './handlers/answer.ts';
import type { Port } from './platform.ts';
import type { RefusalReason } from './requests.ts';
import { Refused, RequestQueue } from './requests.ts';
import { readList } from './service/list.ts';
import { type Frame, isOurs, tell } from './tabs/frame.ts';
import type { TabState } from './tabs/tab-state.ts';

/** The code of the panels, as the build names it (extension/entrypoints/panel.ts). */
const PANEL_SCRIPT = 'panel.js';

/** Serves a frame of a site; disconnects a sender that is none. */
export const serveSite = (background: Background, port: Port): void =>
  void new SiteSession(background, port).start();

/**
 * One frame of a site, from its port's opening to its end. Messages that are malformed, forged or not the frame's to
 * send are refused and counted; nothing that a frame says makes the background throw.
 */
class SiteSession implements OpenSession {
  readonly #background: Background;
  readonly #port: Port;
  readonly #requests: RequestQueue;
  #isOpen = true;
  /** Null until it is known which frame this is. */
  #frame: Frame | null = null;

  constructor(background: Background, port: Port) {
    this.#background = background;
    this.#port = port;
    this.#requests = new RequestQueue(
      (settlement) => this.#frame && tell(this.#frame, settlement),
      background.counters,
      background.environment.isOnline,
    );
    background.sessions.add(this);
    port.onDisconnect.addListener(() => this.#end());
    port.onMessage.addListener((message) => this.#receive(message));
  }

  get tabId(): number | null {
    return this.#frame?.tabId ?? null;
  }

  contextChanged(epoch: string | null): void {
    this.#requests.endOthers(epoch);
  }

  async start(): Promise<void> {
    await this.#background.ready;
    if (!this.#isOpen) return;
    this.#frame = await this.#background.tabs.enter(this.#port, () => this.#isOpen);
    if (!this.#frame && this.#isOpen) this.#port.disconnect();
  }

  #end(): void {
    this.#isOpen = false;
    this.#background.sessions.delete(this);
    this.#requests.end();
    if (this.#frame) this.#background.tabs.leave(this.#frame);
  }

  #receive(message: unknown): void {
    // Before it has its rules a frame has nothing to say that could be used; it is told them, and says all again.
    if (!this.#isOpen) return;
    const { data } = SiteMessage.safeParse(message);
    const frame = this.#frame;
    if (!frame) {
      // Nobody would ask again by themselves: a request that came too early is one that nobody heard.
      if (data?.type === 'ask') {
        this.#port.postMessage({ type: 'refusal', id: data.id, problem: plainProblem('lost') });
      }
    } else if (data) this.#hear(frame, data);
    else {
      this.#background.counters.refuse('malformed');
      this.#background.tabs.get(frame.tabId)?.hear(frame, null, DEFAULT_SETTLE_MS);
    }
  }

  #hear(frame: Frame, message: SiteMessage): void {
    const { tabs, counters } = this.#background;
    const tabState = tabs.get(frame.tabId);
    if (!tabState || message.type === 'here') return;
    if (message.type === 'drop') {
      this.#requests.drop(message.id);
      return;
    }
    if (!isOurs(frame)) {
      counters.refuse('not-yours');
      return;
    }
    const settle = tabs.profileOf(frame.tabId)?.settle ?? DEFAULT_SETTLE_MS;
    if (message.type === 'facts') {
      const isOwnAddress = tabs.moved(frame, message.url);
      if (!isOwnAddress) counters.refuse('origin');
      tabState.hear(frame, isOwnAddress ? message.facts : null, settle);
    } else if (message.type === 'reread') {
      tabState.hear(frame, message.facts, settle);
      tabState.rereadDone(frame, message.id);
    } else if (message.type === 'load') this.#loadPanels(frame);
    else this.#ask(frame, tabState, message);
  }

  #loadPanels({ tabId, frameId, facts }: Frame): void {
    if (facts?.type !== 'chart' && facts?.type !== 'list') return;
    const target = { tabId, frameIds: [frameId] };
    void this.#background.platform.scripting
      .executeScript({ target, files: [PANEL_SCRIPT] })
      .catch(() => this.#background.counters.fail('panel-not-loaded'));
  }

  #refuse(id: number, reason: RefusalReason, code: 'invalid' | 'stale'): void {
    this.#background.counters.refuse(reason);
    this.#requests.refuse(id, new Refused(code));
  }

  #ask(frame: Frame, tabState: TabState, message: AskMessage): void {
    const { id, epoch, intent } = message;
    const isList = frame.facts?.type === 'list';
    const name = findIntent(intent, 'panel');
    if (name === null) this.#refuse(id, 'unknown-intent', 'invalid');
    else if (name === 'list.read') {
      if (epoch !== null || !isList) this.#refuse(id, 'not-yours', 'stale');
      else this.#readList(frame, message);
    } else if (name === 'side.open' && epoch === null && isList) {
      // A list is about nobody in particular: all that it may ask for is the sign-in.
      this.#openSide(frame, message, (at) => {
        if (at !== 'sign-in') throw new Refused('invalid');
      });
    } else if (epoch === null) this.#refuse(id, 'not-yours', 'stale');
    else this.#askOfPatient(frame, tabState, { ...message, epoch }, name);
  }

  /** Only the frame that shows the patient may ask about them. */
  #askOfPatient(
    frame: Frame,
    tabState: TabState,
    message: AskMessage & { readonly epoch: string },
    name: IntentName,
  ): void {
    const { id, epoch, input } = message;
    const checkShown = (): void => {
      if (tabState.epoch === epoch && tabState.elected === frame) return;
      this.#background.counters.refuse(tabState.epoch === epoch ? 'not-yours' : 'stale');
      throw new Refused('stale');
    };
    if (name === 'side.open') {
      this.#openSide(frame, message, checkShown);
      return;
    }
    void this.#requests.run({ id, epoch, isWrite: isWrite(name) }, async (signal) => {
      if (name === 'context.confirm') checkInput(this.#background, { name, epoch, input });
      await tabState.whenRestored();
      checkShown();
      if (isAbout(name, 'patient')) {
        return answerOfPatient(this.#background, tabState, { name, epoch, input }, epoch, signal);
      }
      // Facts that a frame has not sent yet arrive before its answer to this.
      if (!(await tabState.reread())) throw new Refused('stale');
      checkShown();
      return {};
    });
  }

  #readList({ tabId }: Frame, { id, input }: AskMessage): void {
    void this.#requests.run({ id, epoch: null, isWrite: false }, async (signal) => {
      const { rows } = checkInput(this.#background, { name: 'list.read', epoch: null, input });
      return readList(await openService(this.#background, tabId, signal), rows, signal);
    });
  }

  #openSide({ tabId }: Frame, { id, input }: AskMessage, check: (at: SidePlace) => void): void {
    void this.#requests.run({ id, epoch: null, isWrite: false }, async () => {
      const { at } = checkInput(this.#background, { name: 'side.open', epoch: null, input });
      check(at);
      // Nothing is waited for before: the browser opens it only within the click.
      const opening = this.#background.platform.openSide(tabId);
      this.#background.go(tabId, at);
      await opening;
      return {};
    });
  }
}
