/** Latest state of a patient on one instrument, as the panels and the marks of a list show it. */

import type { Compared } from '../score/change.ts';
import type { RiskState, ScoreView } from '../score/view.ts';
import { joinParts, type Speech, sayChanges } from '../words/say.ts';

/** The kind of knowledge about risk; `unanswered` if there is no answer yet to know it from. */
export type RiskKind = RiskState['kind'] | 'unanswered';

/** The color of the range that the latest answer is in; null where the service gives none. */
export function latestColor({ points, bands }: ScoreView): string | null {
  const last = points.at(-1);
  return last ? (last.classificationColor ?? bands[last.band]?.color ?? null) : null;
}

type ComparedCourse = Compared & Pick<ScoreView, 'unread' | 'since' | 'now'>;

/** The change since the previous answer; "First answer" if there is only one; empty if unknown. */
export const sayLastChange = (speech: Speech, view: ComparedCourse): string =>
  joinParts(...sayChanges(speech, view, view.points.length - 1, view.now)) || sayNoChange(speech, view);

/** Says why there is no change to show: it is the first answer. Nothing where an answer before it may be missing. */
const sayNoChange = (
  { words }: Speech,
  { points, unread, since }: Pick<ComparedCourse, 'points' | 'unread' | 'since'>,
): string =>
  points.length === 1 && since === null && unread.at.length + unread.undated === 0 ? words.firstAnswer : '';

/** Joins an instrument's title and short title; empty where it has neither. */
export const joinTitles = (title: string, shortTitle: string | null | undefined): string =>
  shortTitle && !title.includes(shortTitle) ? `${title} (${shortTitle})` : title;
