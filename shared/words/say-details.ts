/** Sentences of a panel beyond its first paint: one answer, one request, the analysis. */
import type { LongitudinalAnalysisStatus, SubmissionSummary } from '@instrument-panel/client/contract';
import type { MissedRequest, ScoreView } from '../score/view.ts';
import { type PanelMessages, panelEn } from './compiled/panel/en.js';
import { joinParts, type Speech, sayChanges, sayRange, sayScore } from './say.ts';

/** A speech that has all words. */
export type WholeSpeech = Speech & { readonly words: PanelMessages };

/** Completes the words of a first paint: every other language is fetched whole, English in two parts. */
export function completeSpeech({ words, format }: Speech): WholeSpeech {
  const { problems, requests }: Partial<PanelMessages> = words;
  const more = {
    problems: { ...panelEn.problems, ...problems },
    requests: { ...panelEn.requests, ...requests },
  };
  return { words: { ...panelEn, ...words, ...more }, format };
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
    ...(hasRisk ? [`${words.columns.risk}: ${words.pointRisk[point.risk]}`] : []),
  ];
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

type AnalysisRefusal = 'notInPlan' | 'notPermitted' | 'failed';

/** What is known of an analysis; null while it is being read. */
export type AnalysisKnown = LongitudinalAnalysisStatus | AnalysisRefusal | null;

/** The service does not fix the code for a plan without AI (docs/service.md#errors): it is the sandbox's. */
const WITHOUT_AI = 'PLAN_WITHOUT_AI_ANALYSIS';

/** What a failure to read the status says. A 403 may mean more than the plan (docs/service.md#errors). */
export function analysisRefusal(failure: object): AnalysisRefusal {
  if ('code' in failure && failure.code === WITHOUT_AI) return 'notInPlan';
  return 'status' in failure && failure.status === 403 ? 'notPermitted' : 'failed';
}

/** The line on the longitudinal analysis: made or not, when, whether it is current, and that it is made by AI. */
export function sayAnalysis({ words, format }: WholeSpeech, known: AnalysisKnown): string {
  const { analysis } = words;
  if (known === null) return analysis.reading;
  if (typeof known === 'string') return analysis[known];
  if (!known.hasAnalysis) return analysis.none;
  const at = Date.parse(known.analysisGeneratedAt ?? '');
  const { isStale } = known;
  return [
    analysis.made({ date: Number.isNaN(at) ? null : format.day(at) }),
    analysis.isStale[isStale == null ? 'unknown' : isStale ? 'yes' : 'no'],
    analysis.note,
  ].join(' ');
}

/** Joins lines to one text that is read aloud: each ends with a full stop. */
export const joinSentences = (lines: readonly string[]): string =>
  lines.map((line) => (line.endsWith('.') ? line : `${line}.`)).join(' ');
