import { findIntent, type IntentsWith, isAbout, isWrite } from '../intents/intents.ts';
import { type AskMessage, SiteMessage } from '../intents/messages.ts';
import { plainProblem } from '../intents/protocol.ts';
import { DEFAULT_SETTLE_MS } from '../profile/choose.ts';
import type { Background, OpenSession } from './background.ts';
import { answerOfPatient, answerOfTab } from './handlers/answer.ts';
import { isTabIntent, TAB_HANDLERS } from './handlers/of-tab.ts';
import type { Port } from './platform.ts';
import type { RefusalReason } from './requests.ts';
import { Refused, RequestQueue } from './requests.ts';
import { type Frame, isOurs, tell } from './tabs/frame.ts';
import type { TabState } from './tabs/tab-state.ts';

/** The code of the panels, as the build names it (extension/entrypoints/panel.ts). */
const PANEL_SCRIPT = 'panel.js';

/** Serves a frame of a site; disconnects any other sender. */
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
    const settleMs = tabs.profileOf(frame.tabId)?.settle ?? DEFAULT_SETTLE_MS;
    if (message.type === 'facts') {
      const isOwnAddress = tabs.moved(frame, message.url);
      if (!isOwnAddress) counters.refuse('origin');
      tabState.hear(frame, isOwnAddress ? message.facts : null, settleMs);
    } else if (message.type === 'reread') {
      tabState.hear(frame, message.facts, settleMs);
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
    const { id, epoch } = message;
    const name = findIntent(message.intent, 'panel');
    if (name !== null && isTabIntent(name)) this.#askOfTab(frame, tabState, message, name);
    // An intent that panels may ask without a handler for them here is unknown to them.
    else if (name === null || !isAbout(name, 'patient')) this.#refuse(id, 'unknown-intent', 'invalid');
    else if (epoch === null) this.#refuse(id, 'not-yours', 'stale');
    else this.#askOfPatient(frame, tabState, { ...message, epoch }, name);
  }

  /** Only the frame that shows the patient may ask about them. */
  #assertShown(frame: Frame, tabState: TabState, epoch: string | null): void {
    if (tabState.epoch === epoch && tabState.elected === frame) return;
    this.#background.counters.refuse(tabState.epoch === epoch ? 'not-yours' : 'stale');
    throw new Refused('stale');
  }

  #askOfPatient(
    frame: Frame,
    tabState: TabState,
    { id, epoch, input }: AskMessage & { readonly epoch: string },
    name: IntentsWith<{ about: 'patient' }>,
  ): void {
    void this.#requests.run({ id, epoch, isWrite: isWrite(name) }, async (signal) => {
      await tabState.whenRestored();
      this.#assertShown(frame, tabState, epoch);
      return answerOfPatient(this.#background, tabState, { name, epoch, input }, epoch, signal);
    });
  }

  #askOfTab(
    frame: Frame,
    tabState: TabState,
    { id, epoch, input }: AskMessage,
    name: IntentsWith<{ about: 'tab' }>,
  ): void {
    const { mayAsk, endsWithPatient } = TAB_HANDLERS[name];
    if (!mayAsk(frame, epoch)) {
      this.#refuse(id, 'not-yours', 'stale');
      return;
    }
    const request = { id, epoch: endsWithPatient ? epoch : null, isWrite: isWrite(name) };
    void this.#requests.run(request, (signal) => {
      const background = this.#background;
      const assertShown = (): void => this.#assertShown(frame, tabState, epoch);
      const context = { background, frame, tabState, epoch, signal, assertShown };
      return answerOfTab(context, { name, epoch, input });
    });
  }
}
