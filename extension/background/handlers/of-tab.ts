import type { Handlers } from '../../intents/intents.ts';
import type { Background } from '../background.ts';
import { Refused } from '../refusals.ts';
import { readList } from '../service/list.ts';
import type { Frame } from '../tabs/frame.ts';
import type { TabState } from '../tabs/tab-state.ts';

export interface TabRequest {
  readonly background: Background;
  readonly frame: Frame;
  readonly tabState: TabState;
  readonly epoch: string | null;
  readonly signal: AbortSignal;
  /** @throws {Refused} `stale` unless this frame shows the patient of the epoch */
  readonly assertShown: () => void;
}

export function mayAskOfTab(name: TabIntent, frame: Frame, epoch: string | null): boolean {
  const hasList = frame.facts?.type === 'list';
  if (epoch === null) return hasList && name !== 'context.confirm';
  return name !== 'list.read';
}

export const TAB_HANDLERS = {
  async 'context.confirm'({ tabState, assertShown }) {
    await tabState.whenRestored();
    assertShown();
    // Facts that a frame has not sent yet arrive before its answer to this.
    if (!(await tabState.reread())) throw new Refused('stale');
    assertShown();
  },
  async 'side.open'({ background, frame, epoch, assertShown }, { at }) {
    if (epoch !== null) assertShown();
    // A list shows no single patient: it may open the side panel only at the sign-in.
    else if (at !== 'sign-in') throw new Refused('invalid');
    // No await before this: the browser opens the side panel only within the click.
    const opening = background.platform.openSide(frame.tabId);
    background.go(frame.tabId, at);
    await opening;
  },
  async 'list.read'({ background, frame, signal }, { rows }) {
    return readList(await background.openService(frame.tabId, signal), rows, signal);
  },
} satisfies Handlers<'tab', TabRequest>;

type TabIntent = keyof typeof TAB_HANDLERS;

export const isTabIntent = (name: string): name is TabIntent => Object.hasOwn(TAB_HANDLERS, name);
