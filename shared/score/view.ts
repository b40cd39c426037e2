/** The view model of a score graph: what is drawn and what is said, before any renderer. */
import type { MISSED_SUBMISSION_STATUSES } from '@instrument-panel/client/contract';

/** What a higher score means: from the instrument's `scoreDirection`; never guessed. */
export type Direction = 'higher-worse' | 'higher-better' | 'unknown';

/**
 * What the scale's ends rest on: the service's `yDomain`, its ranges, or, where it sends neither, the scores; `disputed`
 * where it sends ranges that do not hold all of its scores, so that no end is known.
 */
export type DomainSource = 'service' | 'ranges' | 'scores' | 'disputed';

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
  /** How the service compares it with the others. */
  readonly indicators?: unknown;
}

/** Answers of the service that are no points: their scores could not be read, or contradict each other. */
export interface UnreadAnswers {
  /** When they were answered, milliseconds, ascending. */
  readonly at: readonly number[];
  /** How many of them say no instant. */
  readonly undated: number;
}

/** A request that was not answered, or is late; marked on the time axis. */
export interface MissedRequest {
  readonly submissionId: number;
  readonly at: number;
  readonly status: (typeof MISSED_SUBMISSION_STATUSES)[number] | 'LATE';
}

/** The answer to one item that carries a risk flag, as the service sent it; null for what it did not send. */
export interface FlaggedItem {
  readonly questionId: number | null;
  /** A word of the service, known or not. */
  readonly flagType: string | null;
  readonly severity: string | null;
  /** The chosen answer. */
  readonly value: string | null;
  /** Number of the item in the instrument, from 1; absent unless the places of the questions tell it. */
  readonly number?: number;
}

/** What can be said of risk. A flag in any submission is said, however old: a newer answer does not hide it. */
export type RiskState =
  | {
      readonly kind: 'flagged';
      readonly submissionId: number;
      /** Milliseconds; null where the service gives that submission no instant at all. */
      readonly at: number | null;
      /** The gravest of that submission's flagged answers; null where the service names none. */
      readonly item: FlaggedItem | null;
      /** False once a later answer to the same item was read, and carries no flag. */
      readonly isCurrent: boolean;
      /** How many submissions are flagged, this one included, and how many there are. */
      readonly flagged: number;
      readonly answers: number;
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
  /** Where the graph has no series of that id nothing is drawn, rather than another series. */
  readonly seriesId: string;
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
  readonly unread: UnreadAnswers;
  /** False if one of the unread answers may be newer than the last point. */
  readonly isLatestKnown: boolean;
  /** Ends of the period that was asked for, milliseconds; null where it has none. */
  readonly since: number | null;
  readonly until: number | null;
  /** True if the period is over: its last answer need not be the latest of all. */
  readonly isEnded: boolean;
  /** Those with an instant, ascending. */
  readonly missed: readonly MissedRequest[];
  /** All of them, by the service's states. */
  readonly missedCount: number;
  /** Indices `i` where a request was missed or an answer unread between `points[i - 1]` and `points[i]`: drawn dashed. */
  readonly gaps: ReadonlySet<number>;
  /** First and last instant of the time axis, milliseconds; it ends at `now`, where that is known. */
  readonly from: number;
  readonly to: number;
  /** The service's clock, milliseconds; null where no answer of the service told it. */
  readonly now: number | null;
  readonly direction: Direction;
  readonly risk: RiskState;
  /** True of an instrument that is known not to ask about suicide or self-harm. */
  readonly asksNothing?: true;
  /** How many parts of the service's answers could not be read; stated where the user looks. */
  readonly unreadable: number;
}
