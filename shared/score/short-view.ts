import type { ScaleSummary, ScoredSubmission } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { domainOf } from './bands.ts';
import { directionNamed } from './change.ts';
import { safeColor } from './color.ts';
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
  /** Answers for which the service gives no score of the whole instrument. */
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
  /** Milliseconds; a request due later is not missed yet. The clock's where absent. */
  readonly now?: number | undefined;
}

/** Instant of an answer, milliseconds; NaN for a submission that is none, or says none. */
const answeredAt = ({ status, completedFillAt }: ScoredSubmission): number =>
  status === 'ANSWERED' ? Date.parse(completedFillAt ?? '') : Number.NaN;

/** The instrument of the latest of these answers; null without any. */
export function latestForm(submissions: readonly ScoredSubmission[]): string | null {
  let form: string | null = null;
  let latest = Number.NEGATIVE_INFINITY;
  for (const one of submissions) {
    const at = answeredAt(one);
    if (at >= latest) [latest, form] = [at, one.formTemplateId.toLowerCase()];
  }
  return form;
}

/** Makes the view of a sparkline from submissions, by the rules of `scoreView`: a list of patients has no graphs. */
export function shortView({
  patientId,
  formId,
  submissions: sent,
  scale,
  unreadable = 0,
  now = Date.now(),
}: ShortViewInput): ShortView {
  const submissions = sent.filter(
    (one) => isSameId(one.patientId, patientId) && isSameId(one.formTemplateId, formId),
  );
  const known = scale && isSameId(scale.id, formId) ? scale : null;
  const byId = new Map<number, ShortPoint>();
  let unscored = 0;
  let refused = 0;
  for (const one of submissions) {
    const { id, score, globalClassification } = one;
    const at = answeredAt(one);
    if (one.status !== 'ANSWERED') continue;
    if (score == null) unscored++;
    else if (Number.isNaN(at)) refused++;
    else {
      byId.set(id, {
        submissionId: id,
        at,
        score,
        classification: globalClassification?.title ?? null,
        color: safeColor(globalClassification?.color),
        risk: riskOf(one),
      });
    }
  }
  const points = [...byId.values()].sort((a, b) => a.at - b.at || a.submissionId - b.submissionId);
  const ranges = (known?.scoreRanges ?? []).filter(({ formSubScaleId }) => formSubScaleId == null);
  const domain = domainOf(null, ranges, points);
  const { missed, refused: undated } = missedOf(submissions, now);
  const instants = [points[0], missed[0], points.at(-1), missed.at(-1)].flatMap((one) => one?.at ?? []);
  const named = known ?? submissions.find(({ formTemplate }) => formTemplate)?.formTemplate;
  return {
    patientId,
    formId,
    title: named?.shortTitle || named?.title || '',
    yMin: domain.yMin,
    yMax: domain.yMax,
    domainSource: domain.source,
    points,
    missed: missed.length,
    gaps: gapsOf(points, missed),
    from: instants.length ? Math.min(...instants) : now,
    to: instants.length ? Math.max(...instants) : now,
    direction: directionNamed(known?.config?.globalScoreConfig?.scoreDirection),
    risk: riskStateOf(submissions, points),
    unscored,
    unreadable: unreadable + refused + undated,
  };
}
