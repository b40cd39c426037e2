import type { ScoreView } from '../score/view.ts';
import type { ExportMessages } from '../words/compiled/export/en.js';
import { sayChanges, sayRange, sayRisk, sayUnread } from '../words/say.ts';
import { sayPeriod, sayScore, type WholeSpeech } from '../words/say-details.ts';
import { sayScale } from '../words/say-picture.ts';
import {
  sayAnsweredAt,
  sayAnswerRisk,
  sayRanges,
  type TextProvenance,
  unaskedOf,
} from './submission-text.ts';

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
  speech: WholeSpeech,
  words: ExportMessages,
  view: ScoreView,
  index: number,
  { title, readAt, stale, timeZone }: Provenance,
): string {
  const point = view.points[index];
  if (!point) return '';
  const period = sayPeriod(speech, view);
  const named = view.seriesName === null ? title : `${title}, ${view.seriesName}`;
  return [
    // Unread answers come first: otherwise the score below would be taken for the newest.
    stale ? words.notCurrent : '',
    ...sayUnread(speech, view).map((line) => `${line}.`),
    view.unreadable > 0 ? `${speech.words.unreadable({ count: view.unreadable })}.` : '',
    period && `${period}.`,
    `${named}: ${sayScore(speech, view, point.score)} · ${sayRange(speech, point, view.bands)}`,
    sayAnsweredAt(speech, words, point.at, timeZone),
    sayChanges(speech, view, index).join('; '),
    sayScale(speech, view),
    sayRanges(speech, words, view.bands),
    sayAnswerRisk({ speech, exported: words }, point.risk, unaskedOf(view, title)),
    // A flag in another answer is said too: a newer answer without one does not hide it.
    view.risk.kind === 'flagged' && (point.risk !== 'flagged' || view.risk.item)
      ? `${sayRisk(speech, view)}.`
      : '',
    point.risk === 'flagged' || view.risk.kind === 'flagged' ? speech.words.riskNote : '',
    words.source({ submissionId: point.submissionId, readAt: speech.format.moment(readAt) }),
  ]
    .filter((line) => line !== '')
    .join('\n');
}
