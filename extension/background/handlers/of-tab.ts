import type { CheckedInput, IntentsWith } from '../../intents/intents.ts';
import type { Background } from '../background.ts';
import { Refused } from '../requests.ts';
import { readList } from '../service/list.ts';
import { openService } from '../service/open.ts';
import type { Frame } from '../tabs/frame.ts';
import type { TabState } from '../tabs/tab-state.ts';

type TabIntent = IntentsWith<{ about: 'tab' }>;

/** Request of a frame about its own tab. */
export interface TabRequest {
  readonly background: Background;
  readonly frame: Frame;
  readonly tabState: TabState;
  /** Epoch that the frame gave; null for none. */
  readonly epoch: string | null;
  readonly signal: AbortSignal;
  /** @throws {Refused} `stale` unless this frame shows the patient of the epoch */
  readonly assertShown: () => void;
}

/** Handler of an intent about the tab. */
interface TabHandler<Input> {
  /** Whether the frame may ask this with the epoch that it gave. */
  readonly mayAsk: (frame: Frame, epoch: string | null) => boolean;
  /** True if the request ends, refused as `stale`, when the tab's patient changes. */
  readonly endsWithPatient: boolean;
  readonly answer: (request: TabRequest, input: Input) => Promise<unknown>;
}

const hasList = ({ facts }: Frame): boolean => facts?.type === 'list';

/** Handlers of the intents about the tab that asks. */
export const TAB_HANDLERS: { readonly [Name in TabIntent]: TabHandler<CheckedInput<Name>> } = {
  'context.confirm': {
    mayAsk: (_, epoch) => epoch !== null,
    endsWithPatient: true,
    async answer({ tabState, assertShown }) {
      await tabState.whenRestored();
      assertShown();
      // Facts that a frame has not sent yet arrive before its answer to this.
      if (!(await tabState.reread())) throw new Refused('stale');
      assertShown();
      return {};
    },
  },
  'side.open': {
    mayAsk: (frame, epoch) => epoch !== null || hasList(frame),
    endsWithPatient: false,
    async answer({ background, frame, epoch, assertShown }, { at }) {
      if (epoch !== null) assertShown();
      // A list shows no single patient: it may open the side panel only at the sign-in.
      else if (at !== 'sign-in') throw new Refused('invalid');
      // No await before this: the browser opens the side panel only within the click.
      const opening = background.platform.openSide(frame.tabId);
      background.go(frame.tabId, at);
      await opening;
      return {};
    },
  },
  'list.read': {
    mayAsk: (frame, epoch) => epoch === null && hasList(frame),
    endsWithPatient: false,
    async answer({ background, frame, signal }, { rows }) {
      return readList(await openService(background, frame.tabId, signal), rows, signal);
    },
  },
};

/** Whether an intent has a handler in {@link TAB_HANDLERS}. */
export const isTabIntent = (name: string): name is TabIntent => Object.hasOwn(TAB_HANDLERS, name);
