import type { ToSurface } from '../../intents/surface.ts';
import { SURFACE_INTENTS } from '../../intents/surface.ts';
import { Asks } from '../asks.ts';
import type { Core, OpenSurface, SidePlace } from '../core.ts';
import {
  answerOfPatient,
  answerOfProfessional,
  isOfPatient,
  isOfProfessional,
  isWrite,
} from '../handlers/answer.ts';
import { answerOfExtension, isOfExtension } from '../handlers/of-extension.ts';
import type { Port } from '../platform.ts';
import { Refused } from '../problem.ts';
import { lookAt, tabAt } from './look.ts';
import { SurfaceMessage } from './messages.ts';

/** True for a page of this extension itself; a script in a page of the web has the page's address. */
function isOwnPage(core: Core, { sender }: Port): boolean {
  const { id, getURL } = core.platform.runtime;
  const own = getURL('/');
  return sender?.id === id && sender.url?.startsWith(own) === true;
}

/** One page of the extension (popup, options, side panel), from its port's opening to its end. */
export async function serveSurface(core: Core, port: Port): Promise<void> {
  const { tally } = core;
  if (!isOwnPage(core, port)) {
    tally.refuse('sender');
    port.disconnect();
    return;
  }
  const isSidePanel = new URL(port.sender?.url ?? '').pathname.startsWith('/sidepanel');
  let isOpen = true;
  let place: { readonly tabId: number } | { readonly windowId: number } | null = null;
  let tabId: number | null = null;
  let isDue = false;
  let told = '';

  const tell = (message: ToSurface): void => {
    try {
      if (isOpen) port.postMessage(message);
    } catch {
      // Its end is told by the port.
    }
  };
  const asks = new Asks(
    {
      answer: (id, value) => tell({ type: 'answer', id, value }),
      refuse: (id, problem) => tell({ type: 'refusal', id, problem }),
    },
    tally,
    core.outside.isOnline,
  );
  const surface: OpenSurface & { readonly tabId: number | null; contextChanged(epoch: string | null): void } =
    {
      get tabId() {
        return tabId;
      },
      refresh,
      changed: (epoch) => tell({ type: 'changed', epoch }),
      go(at: SidePlace) {
        if (isSidePanel) tell({ type: 'go', at });
        return isSidePanel;
      },
      contextChanged: (epoch) => asks.endOthers(epoch),
    };

  /** Tells the page what it looks at, once for all that changes at one moment, and only where it is another than told. */
  function refresh(): void {
    if (isDue || !place) return;
    isDue = true;
    void (async () => {
      await Promise.resolve();
      isDue = false;
      if (!place || !isOpen) return;
      const at = await tabAt(core, place);
      const hasMoved = at !== tabId;
      tabId = at;
      const look = await lookAt(core, at);
      const text = JSON.stringify(look);
      if (at !== tabId || text === told) return;
      told = text;
      asks.endOthers(look.context.state === 'known' ? look.context.epoch : null);
      tell({ type: 'tab', look });
      if (hasMoved) core.followEvents();
      const going = isSidePanel && at !== null ? core.takeGo(at) : null;
      if (going) tell({ type: 'go', at: going });
    })();
  }

  const session = {
    get tabId() {
      return tabId ?? -1;
    },
    contextChanged: surface.contextChanged,
  };
  core.surfaces.add(surface);
  core.sessions.add(session);
  port.onDisconnect.addListener(() => {
    isOpen = false;
    core.surfaces.delete(surface);
    core.sessions.delete(session);
    asks.end();
    core.followEvents();
  });
  port.onMessage.addListener((message) => {
    const { data } = SurfaceMessage.safeParse(message);
    if (!data) {
      tally.refuse('malformed');
      return;
    }
    if (data.type === 'drop') asks.drop(data.id);
    else if (data.type === 'look') {
      place = data.at;
      told = '';
      void core.ready.then(refresh);
    } else if (data.type === 'ask') ask(data);
  });

  function ask({
    id,
    epoch,
    intent,
    input,
  }: {
    id: number;
    epoch: string | null;
    intent: string;
    input?: unknown;
  }): void {
    if (!Object.hasOwn(SURFACE_INTENTS, intent)) {
      tally.refuse('unknown-intent');
      asks.refuse(id, new Refused('invalid'));
      return;
    }
    void asks.run({ id, epoch, isWrite: isWrite(intent) }, async (signal) => {
      if (isOfExtension(intent)) return answerOfExtension(core, { intent, input }, signal);
      await core.ready;
      const desk = tabId === null ? null : core.tabs.get(tabId);
      if (tabId !== null && isOfProfessional(intent)) {
        return answerOfProfessional(core, { tabId, desk }, { epoch, intent, input }, signal);
      }
      if (!desk || epoch === null || !isOfPatient(intent)) throw new Refused('stale');
      return answerOfPatient(core, desk, { epoch, intent, input }, signal);
    });
  }
}
