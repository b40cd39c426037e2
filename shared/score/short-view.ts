import type { ScaleSummary, ScoredSubmission } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/same-id';
import { domainOf, wholeRanges } from './bands.ts';
import { directionNamed } from './change.ts';
import { safeColor } from './color.ts';
import {
  answeredAt,
  asSubmissions,
  couldBelongTo,
  findUnread,
  type LostAnswer,
  mayBeAnswered,
} from './latest.ts';
import { gapsOf, missedOf } from './missed.ts';
import { riskOf, riskStateOf } from './risk.ts';
import type { DomainSource, ScoreView, ViewPoint } from './view.ts';

type ShortPoint = Pick<ViewPoint, 'submissionId' | 'at' | 'score' | 'classification' | 'risk'> & {
  /** `#rrggbb`, or null. */
  readonly color: string | null;
};

type SharedWithGraph =
  | 'patientId'
  | 'yMin'
  | 'yMax'
  | 'gaps'
  | 'from'
  | 'to'
  | 'direction'
  | 'risk'
  | 'unread'
  | 'isLatestKnown'
  | 'now'
  | 'unreadable';

/** The course of an instrument's global score in the size of a word: what a sparkline draws and says. */
export interface ShortView extends Pick<ScoreView, SharedWithGraph> {
  readonly formId: string;
  /** Short title of the instrument, or its long one; empty where neither is known. */
  readonly title: string;
  /** `ranges` where the instrument's own ranges give the ends, `scores` where nothing else is known. */
  readonly domainSource: DomainSource;
  /** Ascending by time. */
  readonly points: readonly ShortPoint[];
  /** Requests that were not answered or are late. */
  readonly missed: number;
  /** Answers of an instrument for which the service gives no score of the whole. */
  readonly unscored: number;
}

interface ShortViewInput {
  readonly patientId: string;
  readonly formId: string;
  /** Those of other patients and instruments are left out. */
  readonly submissions: readonly ScoredSubmission[];
  /** Gives the ends of the scale and its direction; another instrument than `formId` counts as none. */
  readonly scale?: ScaleSummary | null | undefined;
  readonly unreadable?: number | undefined;
  /** What could be read of answers that were left out. */
  readonly lost?: readonly LostAnswer[] | undefined;
  /** The service's clock, milliseconds. Default: not known. */
  readonly now?: number | null | undefined;
}

const instantOf = ({ status, completedFillAt }: ScoredSubmission, now: number | null): number =>
  status === 'ANSWERED' ? answeredAt(completedFillAt, now) : Number.NaN;

/**
 * Returns the instrument of the latest of these answers; null without any. One that may be an answer, but has no readable
 * date, counts as the oldest.
 *
 * @param now the service's clock, milliseconds; null if it is not known
 */
export function latestForm(submissions: readonly ScoredSubmission[], now: number | null): string | null {
  let form: string | null = null;
  let latest = Number.NEGATIVE_INFINITY;
  for (const one of submissions.filter((each) => mayBeAnswered(each as LostAnswer))) {
    const at = instantOf(one, now) || Number.NEGATIVE_INFINITY;
    if (at >= latest) [latest, form] = [at, one.formTemplateId.toLowerCase()];
  }
  return form;
}

/** The names of an instrument by the first of these rows that has one; a row may have lost them. */
export const findNames = (
  rows: readonly {
    readonly formTemplate?: Partial<NonNullable<ScoredSubmission['formTemplate']>> | null | undefined;
  }[],
) => rows.find(({ formTemplate: one }) => one?.shortTitle?.trim() || one?.title?.trim())?.formTemplate;

/** Makes the view of a sparkline from submissions, by the rules of `scoreView`: a list of patients has no graphs. */
export function shortView({
  patientId,
  formId,
  submissions: sent,
  scale,
  lost = [],
  unreadable = 0,
  now = null,
}: ShortViewInput): ShortView {
  const submissions = sent.filter(
    (one) => isSameId(one.patientId, patientId) && isSameId(one.formTemplateId, formId),
  );
  const known = scale && isSameId(scale.id, formId) ? scale : null;
  const answered = submissions.filter(({ status, score }) => status === 'ANSWERED' && score != null);
  const ranges = wholeRanges(known).filter(({ formSubScaleId }) => formSubScaleId == null);
  const domain = domainOf(null, ranges, answered as readonly { readonly score: number }[]);
  /** The class of a score, unless the instrument's ranges say another; null where none is known. */
  const classOf = ({ score, globalClassification }: ScoredSubmission): string | null => {
    const within = ranges.filter(
      ({ minScore, maxScore }) => minScore <= Number(score) && Number(score) <= maxScore,
    );
    const title = globalClassification?.title ?? null;
    return within.length === 0 || within.some((range) => (range.title ?? title) === title) ? title : null;
  };
  const byId = new Map<number, ShortPoint>();
  for (const one of answered) {
    const { id, score } = one;
    const classification = classOf(one);
    const at = instantOf(one, now);
    if (!at || score == null || score < domain.yMin || score > domain.yMax) continue;
    byId.set(id, {
      submissionId: id,
      at,
      score,
      classification,
      color: classification === null ? null : safeColor(one.globalClassification?.color),
      risk: riskOf(one),
    });
  }
  const points = [...byId.values()].sort((a, b) => a.at - b.at || a.submissionId - b.submissionId);
  const { missed, count, refused } = missedOf(submissions, now);
  const lostHere = lost.filter(couldBelongTo(patientId, formId));
  // In a list of many patients a row that does not say whose it is may be anybody's: nothing of it is said of this one.
  const own = lostHere.filter((row) => row.patientId != null);
  const isAllKnown = own.length === lostHere.length;
  // If no answer has a total score, none is missing; a state that is not known may be that of an answer.
  const isScored = submissions.some((one) => one.score != null && mayBeAnswered(one as LostAnswer));
  const scored = submissions.filter(({ status }) => isScored || status !== 'ANSWERED');
  const found = findUnread([...scored, ...own], new Set(byId.keys()), now);
  const last = points.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const isNewestLost = Number(found.at.at(-1)) > last;
  // Where a row of unknown date may be newer, the newest of the others is not called the newest of all.
  const unread =
    isAllKnown || isNewestLost || found.at.length === 0
      ? found
      : { at: found.at.slice(0, -1), undated: found.undated + 1 };
  const instants = [...unread.at, ...points, ...missed].map((one) =>
    typeof one === 'number' ? one : one.at,
  );
  const named = known ?? findNames(submissions);
  if (now !== null || instants.length === 0) instants.push(now ?? 0);
  const risk = riskStateOf([...submissions, ...asSubmissions(own)], points, now);
  return {
    patientId,
    formId,
    title: named?.shortTitle || named?.title || '',
    yMin: domain.yMin,
    yMax: domain.yMax,
    domainSource: domain.source,
    points,
    unread,
    isLatestKnown: isAllKnown && unread.undated === 0 && !isNewestLost,
    missed: count,
    gaps: gapsOf(points, missed, unread.at),
    from: instants.reduce((a, b) => Math.min(a, b)),
    to: instants.reduce((a, b) => Math.max(a, b)),
    now,
    direction: directionNamed(known?.config?.globalScoreConfig?.scoreDirection),
    risk: risk.kind === 'flagged' || isAllKnown ? risk : { kind: 'unavailable' },
    unscored: answered.length > 0 ? 0 : submissions.filter(({ status }) => status === 'ANSWERED').length,
    unreadable: unreadable + refused,
  };
}
