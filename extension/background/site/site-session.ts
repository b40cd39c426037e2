import { INTENTS } from '../../intents/intents.ts';
import type { FromSite, Problem } from '../../intents/port.ts';
import { Asks } from '../asks.ts';
import type { Core, SidePlace } from '../core.ts';
import { answerOfPatient, isOfPatient, isWrite, serviceOf } from '../handlers/answer.ts';
import type { Port } from '../platform.ts';
import { Refused } from '../problem.ts';
import { readList } from '../service/list.ts';
import { type Frame, isOurs, tell } from '../tabs/frame.ts';
import { SiteMessage } from './messages.ts';

/** The code of the panels, as the build names it (extension/entrypoints/panel.ts). */
const PANEL_SCRIPT = 'panel.js';

const SETTLE = 300;

/**
 * One frame of a site, from its port's opening to its end. Whatever is malformed, forged or not the frame's to ask is
 * refused and counted; nothing that a frame says makes the background throw.
 */
export async function serveSite(core: Core, port: Port): Promise<void> {
  let isOpen = true;
  let frame: Frame | null = null;
  const { tally } = core;
  const asks = new Asks(
    {
      answer: (id, value) => frame && tell(frame, { type: 'answer', id, value }),
      refuse: (id, problem) => frame && tell(frame, { type: 'refusal', id, problem }),
    },
    tally,
    core.outside.isOnline,
  );
  const session = {
    get tabId() {
      return frame?.tabId ?? -1;
    },
    contextChanged: (epoch: string | null) => asks.endOthers(epoch),
  };
  core.sessions.add(session);
  port.onDisconnect.addListener(() => {
    isOpen = false;
    core.sessions.delete(session);
    asks.end();
    if (frame) core.tabs.leave(frame);
  });
  port.onMessage.addListener((message) => {
    // Before it has its rules a frame has nothing to say that could be used; it is told them, and says all again.
    if (!isOpen) return;
    const { data } = SiteMessage.safeParse(message);
    if (!frame) {
      // Nobody would ask again by themselves: a question that came too early is one that nobody heard.
      if (data?.type === 'ask') {
        const problem: Problem = { code: 'lost', status: null, traceId: null, isOutcomeUnknown: false };
        port.postMessage({ type: 'refusal', id: data.id, problem });
      }
      return;
    }
    if (data) hear(frame, data);
    else {
      tally.refuse('malformed');
      core.tabs.get(frame.tabId)?.hear(frame, null, SETTLE);
    }
  });
  await core.ready;
  const entered = isOpen ? await core.tabs.enter(port, () => isOpen) : null;
  if (!entered) {
    if (isOpen) port.disconnect();
    return;
  }
  frame = entered;

  function hear(from: Frame, message: FromSite): void {
    const desk = core.tabs.get(from.tabId);
    if (!desk || message.type === 'here') return;
    if (message.type === 'drop') {
      asks.drop(message.id);
      return;
    }
    if (!isOurs(from)) {
      tally.refuse('not-yours');
      return;
    }
    const settle = core.tabs.profileOf(from.tabId)?.settle ?? SETTLE;
    if (message.type === 'facts') {
      if (!core.tabs.moved(from, message.url)) {
        tally.refuse('origin');
        desk.hear(from, null, settle);
        return;
      }
      desk.hear(from, message.facts, settle);
    } else if (message.type === 'reread') {
      desk.hear(from, message.facts, settle);
      desk.heardAgain(from, message.id);
    } else if (message.type === 'load') load(from);
    else ask(from, message);
  }

  function load({ tabId, frameId, facts }: Frame): void {
    if (facts?.type !== 'chart' && facts?.type !== 'list') return;
    const target = { tabId, frameIds: [frameId] };
    void core.platform.scripting
      .executeScript({ target, files: [PANEL_SCRIPT] })
      .catch(() => tally.fail('panel-not-loaded'));
  }

  function ask(from: Frame, message: Extract<FromSite, { type: 'ask' }>): void {
    const { id, epoch, intent, input } = message;
    const desk = core.tabs.get(from.tabId);
    const refuse = (reason: Parameters<typeof tally.refuse>[0], code: 'invalid' | 'stale'): void => {
      tally.refuse(reason);
      asks.refuse(id, new Refused(code));
    };
    if (!desk || !Object.hasOwn(INTENTS, intent)) {
      refuse('unknown-intent', 'invalid');
      return;
    }
    if (intent === 'list.read') {
      const { data } = INTENTS['list.read'].safeParse(input);
      if (epoch !== null || from.facts?.type !== 'list') refuse('not-yours', 'stale');
      else if (!data) refuse('invalid-input', 'invalid');
      else {
        const rows = data.rows.map(({ keys, name, birthday, email, phone }) => ({
          keys,
          ...(name === undefined ? {} : { name }),
          ...(birthday === undefined ? {} : { birthday }),
          ...(email === undefined ? {} : { email }),
          ...(phone === undefined ? {} : { phone }),
        }));
        void asks.run({ id, epoch, isWrite: false }, async (signal) =>
          readList(await serviceOf(core, from.tabId, signal), rows, signal),
        );
      }
      return;
    }
    if (intent === 'side.open' && epoch === null && from.facts?.type === 'list') {
      // A list is of nobody in particular: all that it may ask for is the sign-in.
      openSide(from, id, input, (at) => {
        if (at !== 'sign-in') throw new Refused('invalid');
      });
      return;
    }
    if (epoch === null) {
      refuse('not-yours', 'stale');
      return;
    }
    // A patient is asked after by the frame that shows them, and by no other.
    const mustShow = (): void => {
      if (desk.epoch === epoch && desk.elected === from) return;
      tally.refuse(desk.epoch === epoch ? 'not-yours' : 'stale');
      throw new Refused('stale');
    };
    if (intent === 'side.open') {
      openSide(from, id, input, mustShow);
      return;
    }
    if (intent === 'context.confirm') {
      void asks.run({ id, epoch, isWrite: false }, async () => {
        if (!INTENTS['context.confirm'].safeParse(input).success) throw new Refused('invalid');
        await desk.whenRestored();
        mustShow();
        // What a frame has not told yet comes before its answer to this.
        if (!(await desk.reread())) throw new Refused('stale');
        mustShow();
        return {};
      });
      return;
    }
    if (!isOfPatient(intent)) {
      refuse('unknown-intent', 'invalid');
      return;
    }
    void asks.run({ id, epoch, isWrite: isWrite(intent) }, async (signal) => {
      await desk.whenRestored();
      mustShow();
      return answerOfPatient(core, desk, { epoch, intent, input }, signal);
    });
  }

  function openSide({ tabId }: Frame, id: number, input: unknown, mustBe: (at: SidePlace) => void): void {
    void asks.run({ id, epoch: null, isWrite: false }, async () => {
      const { data } = INTENTS['side.open'].safeParse(input);
      if (!data) throw new Refused('invalid');
      mustBe(data.at);
      // Nothing is waited for before: the browser opens it only straight in what a click caused.
      const opening = core.platform.openSide(tabId);
      core.go(tabId, data.at);
      await opening;
      return {};
    });
  }
}
