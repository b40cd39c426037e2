/** Sentences of a panel beyond its first paint: one answer, one request, the analysis. */
import type { LongitudinalAnalysisStatus, SubmissionSummary } from '@instrument-panel/client/contract';
import type { MissedRequest, ScoreView } from '../score/view.ts';
import { type PanelMessages, panelEn } from './compiled/panel/en.js';
import { joinParts, type Speech, sayChanges, sayMax, sayRange, sayUnread } from './say.ts';
import { sayDate, sayScale } from './say-picture.ts';

/** A speech that has all words. */
export type WholeSpeech = Speech & { readonly words: PanelMessages };

/** Completes the words of a first paint: every other language is fetched whole, English in two parts. */
export function completeSpeech({ words, format }: Speech): WholeSpeech {
  const { direction, problems, requests }: Partial<PanelMessages> = words;
  const more = {
    direction: { ...panelEn.direction, ...direction },
    problems: { ...panelEn.problems, ...problems },
    requests: { ...panelEn.requests, ...requests },
  };
  return { words: { ...panelEn, ...words, ...more }, format };
}

/** `14 of 27` */
export const sayScore = (speech: Speech, view: ScoreView, score: number): string =>
  `${speech.format.number(score)} ${sayMax(speech, view)}`.trim();

/** What an answer says of risk: nothing was asked where the instrument does not ask, unless there is a flag. */
export function sayPointRisk(
  { words }: WholeSpeech,
  { points, asksNothing }: ScoreView,
  index: number,
): string {
  const risk = points[index]?.risk ?? 'unknown';
  return words.pointRisk[asksNothing && risk !== 'flagged' ? 'unasked' : risk];
}

/**
 * Everything about one answer, one line for each fact.
 *
 * @param hasRisk false where risk is not spoken of, as to patients
 */
export function sayPoint(speech: WholeSpeech, view: ScoreView, index: number, hasRisk = true): string[] {
  const point = view.points[index];
  if (!point) return [];
  const { words, format } = speech;
  return [
    format.moment(point.at),
    joinParts(`${words.score} ${sayScore(speech, view, point.score)}`, sayRange(speech, point)),
    ...sayChanges(speech, view, index),
    ...(hasRisk ? [`${words.columns.risk}: ${sayPointRisk(speech, view, index)}`] : []),
  ];
}

/** `Only answers from 1 Sep 2026`; empty where all were asked for. */
export function sayPeriod({ words, format }: WholeSpeech, { since, until }: ScoreView): string {
  const day = (at: number | null) => at && format.day(at);
  return (since ?? until) ? words.between({ from: day(since), to: day(until) }) : '';
}

/** Describes a graph for screen readers: unread answers, instrument, scale and latest score. */
export function sayGraph(speech: WholeSpeech, view: ScoreView, title: string): string {
  const { words } = speech;
  const last = view.points.at(-1);
  const period = sayPeriod(speech, view);
  return [
    ...sayUnread(speech, view).map((line) => `${line}.`),
    words.graph({
      title: view.seriesName === null ? title : `${title}, ${view.seriesName}`,
      count: view.points.length,
    }),
    ...(period ? [`${period}.`] : []),
    `${sayScale(speech, view)}.`,
    last
      ? `${sayDate(speech, view, last.at)}. ${joinParts(sayScore(speech, view, last.score), sayRange(speech, last, view.bands))}.`
      : words.riskUnanswered,
  ].join(' ');
}

/** The submissions of a reading by their ids. */
export type Requests = ReadonlyMap<number, SubmissionSummary>;

const instant = (text: string | null | undefined): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

/** Everything about a request that was not answered, one line for each fact; nothing is guessed. */
export function sayRequest(
  { words, format }: WholeSpeech,
  { status, at }: MissedRequest,
  request: SubmissionSummary | undefined,
): string[] {
  const { requests, missedStatus } = words;
  const asked = instant(request?.notifiedAt) ?? instant(request?.startedAt) ?? at;
  const begun = instant(request?.startedFillAt);
  const deadline = instant(request?.deadline);
  return [
    missedStatus[status],
    requests.why[status],
    requests.asked({ moment: format.moment(asked) }),
    ...(begun === null ? [] : [requests.begun({ moment: format.moment(begun) })]),
    deadline === null ? requests.noDeadline : requests.deadline({ moment: format.moment(deadline) }),
  ];
}

/** Status of an analysis: `refused` if this professional may not have one; null while it is loading. */
export type AnalysisKnown = LongitudinalAnalysisStatus | 'refused' | 'failed' | null;

/** Interprets a failure to read the status: after a 403, plan or service give none (docs/service.md#errors). */
export const analysisRefusal = (failure: object): 'refused' | 'failed' =>
  'status' in failure && failure.status === 403 ? 'refused' : 'failed';

/** The line on the longitudinal analysis: that one was made by AI, when, and whether it is current; empty for none. */
export function sayAnalysis({ words, format }: WholeSpeech, known: AnalysisKnown): string {
  if (known === 'failed') return words.analysis.failed;
  if (known === null || known === 'refused' || !known.hasAnalysis) return '';
  const at = Date.parse(known.analysisGeneratedAt ?? '');
  const isStale = known.isStale == null ? 'other' : known.isStale ? 'yes' : 'no';
  return words.analysis.made({ date: Number.isNaN(at) ? null : format.day(at), isStale });
}
