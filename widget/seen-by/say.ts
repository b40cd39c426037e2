import type { SeenByMessages } from '../words/compiled/seen-by/en.js';

const HOUR_MINUTES = 60;
/** From two days on, days are said. */
const HOURS_SAID_MAX = 48;

/** Who has seen a patient last, as the proxy says it. */
export interface Viewer {
  readonly name: string | null;
  /** ISO 8601. */
  readonly at: string;
}

function sayAgo(minutes: number, words: SeenByMessages): string {
  if (minutes < 1) return words.now;
  if (minutes < HOUR_MINUTES) return words.minutes({ count: minutes });
  const hours = Math.floor(minutes / HOUR_MINUTES);
  return hours < HOURS_SAID_MAX
    ? words.hours({ count: hours })
    : words.days({ count: Math.floor(hours / 24) });
}

/** Says who has seen a patient last. `now`: milliseconds since 1970 by the proxy's clock. */
export function saySeen({ name, at }: Viewer, now: number, words: SeenByMessages): string {
  const ago = sayAgo(Math.floor((now - Date.parse(at)) / 60_000), words);
  return name === null ? words.seenBySomeone({ ago }) : words.seen({ name, ago });
}
