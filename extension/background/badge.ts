import type { TabContext } from '../context/context.ts';
import type { SignInState } from '../intents/protocol.ts';
import type { BadgeMessages } from '../words/compiled/badge/en.js';
import type { Platform } from './platform.ts';
import type { FlagCount } from './unseen-flags.ts';

/** Dark enough for white letters: 4.5 to 1 and more. */
const COLORS = { risk: '#b3261e', news: '#0b6268', unsure: '#5f6b70' } as const;
/** More has no room on the button; the title says the number. */
const SHOWN_MAX = 99;

interface BadgeFacts {
  readonly context: TabContext;
  readonly signIn: SignInState;
  readonly answers: number;
  readonly risks: number;
  /** Answers of which it is not known whether they have a high risk. */
  readonly unknown: number;
  readonly flags: FlagCount;
  /** The patient is known, and the panel stands nowhere. */
  readonly isWithoutPlace: boolean;
}

const toFigure = (count: number, isMore = false): string =>
  count > SHOWN_MAX ? `${SHOWN_MAX}+` : `${count}${isMore ? '+' : ''}`;

const lines = (...all: readonly string[]): string => all.filter(Boolean).join('\n');

/**
 * The badge of a tab: flags that were not seen (`3!`) go before what is new, that before what is unclear. A panel that
 * stands nowhere is said beside each of them (`3!?`), since nothing in the page says it.
 */
export function toBadge(facts: BadgeFacts, words: BadgeMessages) {
  const { answers, risks, unknown, flags, isWithoutPlace } = facts;
  // An answer with a high risk may be known before the list has it.
  const count = Math.max(flags.count, risks);
  const newsTitle = answers > 0 ? words.news({ answers, risks, unknown }) : '';
  const placeTitle = isWithoutPlace ? words.noPlace : '';
  if (count > 0) {
    const title = words.flags({ count, known: flags.isKnown ? 'yes' : 'other' });
    // A `?` says as well that the number may be higher, and the button has room for four signs.
    const text = isWithoutPlace ? `${Math.min(count, SHOWN_MAX)}!?` : `${toFigure(count, !flags.isKnown)}!`;
    return { text, color: COLORS.risk, title: lines(title, newsTitle, placeTitle) };
  }
  if (answers > 0) {
    const isSure = unknown === 0 && flags.isKnown && !isWithoutPlace;
    const title = lines(newsTitle, flags.isKnown ? '' : words.flagsUnknown, placeTitle);
    return { text: `${toFigure(answers)}${isSure ? '' : '?'}`, color: COLORS.news, title };
  }
  return toQuietBadge(facts, placeTitle, words);
}

/** The badge of a tab without news: what is unclear in it, or nothing. */
function toQuietBadge({ context, signIn, flags }: BadgeFacts, placeTitle: string, words: BadgeMessages) {
  const color = COLORS.unsure;
  if (signIn === 'ended') return { text: '!', color, title: words.signInEnded };
  const unclear = context.state === 'unclear' ? words.unclear : placeTitle;
  if (unclear) return { text: '?', color, title: unclear };
  if (signIn === 'signed-in' && !flags.isKnown) return { text: '?', color, title: words.flagsUnknown };
  return { text: '', color, title: words.idle };
}

/** Shows a tab's badge, where it is another than before. A tab that is gone by now has none. */
export function createBadges(action: Platform['action']) {
  const shown = new Map<number, string>();
  return {
    show(tabId: number, badge: ReturnType<typeof toBadge>): void {
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
    hide(tabId: number): void {
      if (!shown.delete(tabId)) return;
      void Promise.allSettled([
        action.setBadgeText({ tabId, text: '' }),
        action.setTitle({ tabId, title: '' }),
      ]);
    },
  };
}
