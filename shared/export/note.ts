import type { ScoreView } from '../score/view.ts';
import type { ExportMessages } from '../words/compiled/export/en.js';
import { type Speech, sayChanges, sayDate, sayRange, sayRisk, sayScale, sayScore } from '../words/say.ts';
import { sayAnsweredAt, sayAnswerRisk, sayRanges, type TextProvenance } from './submission-text.ts';

/** What an export says besides the view: of what, and when it was read. */
export interface Provenance extends TextProvenance {
  /** True where a newer state could not be read. */
  readonly stale: boolean;
}

/**
 * One answer as text for a clinical note, which can be read without the page.
 *
 * @param index of the point in the view; empty text where there is none
 */
export function noteText(
  speech: Speech,
  words: ExportMessages,
  view: ScoreView,
  index: number,
  { title, readAt, stale, timeZone }: Provenance,
): string {
  const point = view.points[index];
  if (!point) return '';
  const named = view.seriesName === null ? title : `${title}, ${view.seriesName}`;
  return [
    `${named}: ${sayScore(speech, view, point.score)}, ${sayRange(speech, point)}`,
    sayAnsweredAt(speech, words, point.at, timeZone),
    sayChanges(speech, view, index).join('; '),
    view.isLatestKnown ? '' : `${sayDate(speech, view, view.points.at(-1)?.at ?? point.at)}.`,
    sayScale(speech, view),
    sayRanges(speech, words, view.bands),
    sayAnswerRisk({ speech, exported: words }, point.risk),
    // A flag in another answer is said too: a newer answer without one does not hide it.
    view.risk.kind === 'flagged' && point.risk !== 'flagged' ? `${sayRisk(speech, view)}.` : '',
    words.source({ submissionId: point.submissionId, readAt: speech.format.moment(readAt) }) +
      (stale ? `, ${words.notCurrent}` : ''),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
