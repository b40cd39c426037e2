import { placeFound } from '../context/header.ts';
import { findIntent, isAbout, isWrite } from '../intents/intents.ts';
import { type AskMessage, SiteMessage } from '../intents/messages.ts';
import { plainProblem } from '../intents/protocol.ts';
import type { FrameFacts } from '../site/facts.ts';
import type { Background } from './background.ts';
import { answerOfPatient, handlerOf } from './handlers/answer.ts';
import { isTabIntent, mayAskOfTab, type TabRequest } from './handlers/of-tab.ts';
import type { Port } from './platform.ts';
import { Refused } from './refusals.ts';
import { Session } from './session.ts';
import { type Frame, isOurs } from './tabs/frame.ts';
import type { TabState } from './tabs/tab-state.ts';

/** The code of the panels, as the build names it (extension/entrypoints/panel.ts). */
const PANEL_SCRIPT = 'panel.js';

/** One frame of a site. What it may not say is refused and counted, and never makes the background throw. */
export class SiteSession extends Session {
  readonly #background: Background;
  #frame: Frame | null = null;

  /** Serves a frame of a site; disconnects any other sender. */
  constructor(background: Background, port: Port) {
    super(background, port);
    this.#background = background;
    background.sessions.add(this);
    void this.#start();
  }

  get tabId(): number | null {
    return this.#frame?.tabId ?? null;
  }

  async #start(): Promise<void> {
    await this.#background.ready;
    if (!this.isOpen) return;
    this.#frame = await this.#background.tabs.enter(this.port, () => this.isOpen);
    if (!this.#frame && this.isOpen) this.port.disconnect();
  }

  protected override end(): void {
    super.end();
    this.#background.sessions.delete(this);
    if (this.#frame) this.#background.tabs.leave(this.#frame);
  }

  protected receive(message: unknown): void {
    // Before it has its rules a frame has nothing to say that could be used; it is told them, and says all again.
    if (!this.isOpen) return;
    const { data } = SiteMessage.safeParse(message);
    const frame = this.#frame;
    if (!frame) {
      // The frame does not repeat a request by itself: one that came too early is refused as lost.
      if (data?.type === 'ask') this.send({ type: 'refusal', id: data.id, problem: plainProblem('lost') });
    } else if (data) this.#hear(frame, data);
    else {
      this.#background.counters.refuse('malformed');
      this.#background.tabs.get(frame.tabId)?.hear(frame, null);
    }
  }

  #hear(frame: Frame, message: SiteMessage): void {
    const { tabs, counters } = this.#background;
    const tabState = tabs.get(frame.tabId);
    if (!tabState || message.type === 'here') return;
    if (message.type === 'drop') {
      this.drop(message.id);
      return;
    }
    if (!isOurs(frame)) {
      counters.refuse('not-yours');
      return;
    }
    const profile = tabs.profileOf(frame.tabId);
    const hear = (facts: FrameFacts | null): void => {
      if (!profile || !facts) {
        tabState.hear(frame, null, profile?.settle);
        return;
      }
      const placed = placeFound(
        { facts, url: frame.url },
        profile.pages[facts.page ?? -1],
        frame.header,
        (said) => tabState.saidBefore(frame, said),
      );
      frame.header = placed.history;
      tabState.hear(frame, placed.facts, profile.settle);
    };
    if (message.type === 'left') tabState.hear(frame, null);
    else if (message.type === 'facts') {
      const isOwnAddress = tabs.moved(frame, message.url);
      if (!isOwnAddress) counters.refuse('origin');
      hear(isOwnAddress ? message.facts : null);
    } else if (message.type === 'reread') {
      hear(message.facts);
      tabState.rereadDone(frame, message.id);
    } else if (message.type === 'places') tabState.hearPlaces(frame, message.report);
    else if (message.type === 'load') this.#loadPanels(frame);
    else this.#ask(frame, tabState, message);
  }

  #loadPanels({ tabId, frameId, facts }: Frame): void {
    if (facts?.type !== 'chart' && facts?.type !== 'list') return;
    const target = { tabId, frameIds: [frameId] };
    void this.#background.platform.scripting
      .executeScript({ target, files: [PANEL_SCRIPT] })
      .catch(() => this.#background.counters.fail('panel-not-loaded'));
  }

  #ask(frame: Frame, tabState: TabState, { id, epoch, intent, input }: AskMessage): void {
    const name = findIntent(intent, 'panel');
    // An intent that panels may ask without a handler for them here is unknown to them.
    if (name === null || !(isTabIntent(name) || isAbout(name, 'patient'))) {
      this.reject(id, 'unknown-intent', 'invalid');
      return;
    }
    if (isTabIntent(name) ? !mayAskOfTab(name, frame, epoch) : epoch === null) {
      this.reject(id, 'not-yours', 'stale');
      return;
    }
    const background = this.#background;
    /** Only the frame that shows the patient may ask about them. */
    const assertShown = (): void => {
      if (tabState.epoch === epoch && tabState.elected === frame) return;
      background.counters.refuse(tabState.epoch === epoch ? 'not-yours' : 'stale');
      throw new Refused('stale');
    };
    // The side panel opens also where the patient changes meanwhile.
    const question = { id, epoch: name === 'side.open' ? null : epoch, isWrite: isWrite(name) };
    void this.run(question, async (signal) => {
      if (isTabIntent(name)) {
        const request = { background, frame, tabState, epoch, signal, assertShown };
        return handlerOf<TabRequest>(background, { name, input })(request);
      }
      await tabState.whenRestored();
      assertShown();
      return answerOfPatient(background, tabState, { name, epoch, input }, signal);
    });
  }
}
