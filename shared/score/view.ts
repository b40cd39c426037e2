/** The view model of a score graph: what is drawn and what is said, before any renderer. */
import type {
  MISSED_SUBMISSION_STATUSES,
  RISK_SEVERITIES,
  ScoreGraphSummary,
} from '@instrument-panel/client/contract';

/** What a higher score means: from the instrument's `scoreDirection`; never guessed. */
export type Direction = 'higher-worse' | 'higher-better' | 'unknown';

/** What the scale's ends rest on: the service's `yDomain`, its ranges, or, where it sends neither, the scores. */
export type DomainSource = 'service' | 'ranges' | 'scores';

/** A score range as it is drawn. */
export interface Band {
  readonly title: string;
  /** `#rrggbb`, or null where the text that the service sent is no colour (see `safeColor`). */
  readonly color: string | null;
  /** As sent, inclusive. */
  readonly minScore: number;
  readonly maxScore: number;
  /** As drawn, in score units: boundaries at half points, so that integer ranges leave no gap. */
  readonly from: number;
  readonly to: number;
}

/** What is known of risk in one submission. */
export type PointRisk = 'flagged' | 'none' | 'unknown';

/** One answered submission. */
export interface ViewPoint {
  readonly submissionId: number;
  readonly applicationId: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly score: number;
  /** Title as the service sends it with the point; null where it sends none. */
  readonly classification: string | null;
  /** `#rrggbb`, or null. */
  readonly classificationColor: string | null;
  /** Index into `bands`, or -1 where the score is in none. */
  readonly band: number;
  readonly risk: PointRisk;
  /** As the service's indicators give them; null or absent where it sends none. */
  readonly changes: NonNullable<ScoreGraphSummary['series'][number]['points'][number]['indicators']>;
}

/** A request that was not answered, or is late; marked on the time axis. */
export interface MissedRequest {
  readonly submissionId: number;
  readonly at: number;
  readonly status: (typeof MISSED_SUBMISSION_STATUSES)[number] | 'LATE';
}

/** `riskFlag.severity`, from the least to the gravest. */
type RiskSeverity = (typeof RISK_SEVERITIES)[number];

/** What can be said of risk. A flag in any submission is said, however old: a newer answer does not hide it. */
export type RiskState =
  | {
      readonly kind: 'flagged';
      readonly submissionId: number;
      /** Milliseconds; null where the service gives that submission no instant at all. */
      readonly at: number | null;
      /** The gravest of that submission's answers; null where the service gives none. */
      readonly severity: RiskSeverity | null;
      /** True where no later answer is known: the flag is the patient's latest word. */
      readonly latest: boolean;
      /** How many other submissions are flagged, and the gravest severity of all of them, this one included. */
      readonly others: number;
      readonly gravest: RiskSeverity | null;
      /** Answers whose risk data are not there. */
      readonly unknown: number;
    }
  | {
      readonly kind: 'none';
      /** Instant of the latest answer, whose risk data are there and hold no flag. */
      readonly asOf: number;
      /** Earlier answers whose risk data are not there: the sentence does not speak of them. */
      readonly unknown: number;
    }
  | { readonly kind: 'unavailable' };

/** One series, ready to be drawn and spoken of. */
export interface ScoreView {
  readonly patientId: string;
  readonly formTemplateId: string;
  readonly seriesId: string;
  /** False where the graph has no series of that id: nothing is drawn, rather than another series. */
  readonly seriesKnown: boolean;
  /** Name of the series (a subscale), or null for the global score. */
  readonly seriesName: string | null;
  /** The full range of the scale, never zoomed to the data. */
  readonly yMin: number;
  readonly yMax: number;
  /** Anything but `service` is to be stated: the service sent no usable `yDomain`. */
  readonly domainSource: DomainSource;
  /** Ascending, not overlapping. Empty where the service sends no ranges. */
  readonly bands: readonly Band[];
  /** Score values for the ticks: the ends of the scale and each band's minScore. */
  readonly yTicks: readonly number[];
  /** Ascending by time. */
  readonly points: readonly ViewPoint[];
  /** False if an answer that may be newer than the last point could not be read, or is not in the graph. */
  readonly isLatestKnown: boolean;
  readonly missed: readonly MissedRequest[];
  /** Indices `i` where requests were missed between `points[i - 1]` and `points[i]`: drawn dashed. */
  readonly gaps: ReadonlySet<number>;
  /** First and last instant of the time axis, milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly direction: Direction;
  readonly risk: RiskState;
  /** How many parts of the service's answers could not be read; stated where the user looks. */
  readonly unreadable: number;
}
