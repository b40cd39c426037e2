import type { TabContext } from '../context/context.ts';
import type { SignInState } from '../intents/protocol.ts';
import type { BadgeMessages } from '../words/index.ts';
import type { Platform } from './platform.ts';

/** Input of {@link toBadge}. */
interface BadgeFacts {
  readonly context: TabContext;
  readonly signIn: SignInState;
  readonly answers: number;
  readonly risks: number;
  /** Answers of which it is not known whether they have a high risk. */
  readonly unknown: number;
}

interface Badge {
  readonly text: string;
  readonly color: string;
  readonly title: string;
}

/** Dark enough for white letters: 4.5 to 1 and more. */
const COLORS = { risk: '#b3261e', news: '#0b6268', unsure: '#5f6b70' } as const;
/** More has no room on the button; the title says the number. */
const SHOWN_MAX = 99;

/** The badge of a tab: what is new goes before what is unclear, a risk before both. Its title says it in words. */
export function toBadge(
  { context, signIn, answers, risks, unknown }: BadgeFacts,
  words: BadgeMessages,
): Badge {
  if (answers > 0) {
    const text = answers > SHOWN_MAX ? `${SHOWN_MAX}+` : String(answers);
    return {
      text: risks > 0 ? `${text}!` : unknown > 0 ? `${text}?` : text,
      color: risks > 0 ? COLORS.risk : COLORS.news,
      title: words.news({ answers, risks, unknown }),
    };
  }
  if (signIn === 'ended') return { text: '!', color: COLORS.unsure, title: words.signInEnded };
  if (context.state === 'unclear') return { text: '?', color: COLORS.unsure, title: words.unclear };
  return { text: '', color: COLORS.unsure, title: words.idle };
}

/** Shows a tab's badge, where it is another than before. A tab that is gone by now has none. */
export function createBadges(action: Platform['action']) {
  const shown = new Map<number, string>();
  return {
    show(tabId: number, badge: Badge): void {
      const text = JSON.stringify(badge);
      if (shown.get(tabId) === text) return;
      shown.set(tabId, text);
      void Promise.allSettled([
        action.setBadgeText({ tabId, text: badge.text }),
        action.setBadgeBackgroundColor({ tabId, color: badge.color }),
        action.setTitle({ tabId, title: badge.title }),
      ]);
    },
    /** The browser took the tab's badge away, as it does where another document comes. */
    lost: (tabId: number): void => void shown.delete(tabId),
    /** The tab's page is not ours: the button says nothing about it. */
    hide(tabId: number): void {
      if (!shown.delete(tabId)) return;
      void Promise.allSettled([
        action.setBadgeText({ tabId, text: '' }),
        action.setTitle({ tabId, title: '' }),
      ]);
    },
  };
}
