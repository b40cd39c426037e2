/** Why the panel shows no current graph; each has a sentence that says what to do. */
export const PROBLEMS = [
  'missing',
  'invalid',
  'not-configured',
  'signed-out',
  'forbidden',
  'not-found',
  'mismatch',
  'unreadable',
  'network',
  'busy',
  'service',
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** The words about a course that a panel and a sparkline have in common. */
export interface CourseMessages {
  /** BCP 47 tag of these words, for the `lang` of what is shown. */
  readonly lang: string;
  /** Twelve short names, January first. */
  readonly months: readonly string[];
  readonly decimal: '.' | ',';
  readonly day: (day: number, month: string, year: number) => string;

  /** Follows the score. */
  readonly ofMax: (max: string) => string;
  readonly inRange: (title: string) => string;
  readonly noRange: string;
  readonly answered: (date: string) => string;
  readonly scale: (min: string, max: string) => string;
  readonly direction: Readonly<Record<'higher-worse' | 'higher-better' | 'unknown', string>>;

  /** `date` is null where the service gives the answer none. */
  readonly riskFlagged: (date: string | null, latest: boolean) => string;
  readonly riskOthers: (count: number) => string;
  readonly riskUnknown: (count: number) => string;
  readonly severity: Readonly<Record<'LOW' | 'MODERATE' | 'HIGH', string>>;
  readonly gravest: (severity: string) => string;
  readonly riskNone: (date: string) => string;
  readonly riskUnavailable: string;
  /** Where the submissions are known and none was answered. */
  readonly riskUnanswered: string;

  readonly missed: (count: number) => string;
  readonly unreadable: (count: number) => string;
  readonly staleSince: (date: string) => string;
  readonly retry: string;
}

/** The words of a panel's first sight: all that stands there before anybody does anything. */
export interface FirstMessages extends CourseMessages {
  /** A month on the time axis. */
  readonly month: (month: string, year: number) => string;

  readonly loading: string;
  readonly score: string;
  readonly sincePrevious: (change: string) => string;
  readonly sinceBaseline: (change: string) => string;
  /** Instead of changes: with one answer, and where the service sent none. */
  readonly firstAnswer: string;
  readonly noChange: string;
  readonly better: string;
  readonly worse: string;
  readonly unchanged: string;

  /** Said with every sentence on risk (Resources, Answer: `riskFlag`). */
  readonly riskNote: string;

  /** Said where the ends of the scale do not come from the service. */
  readonly scaleAssumed: Readonly<Record<'ranges' | 'scores', string>>;
  readonly between: (from: string | null, to: string | null) => string;
  readonly readAt: (date: string) => string;

  /** Title of a panel whose instrument could not be read. */
  readonly untitled: string;
  readonly graph: (title: string, answers: number) => string;
  readonly table: (answers: number) => string;

  readonly emptyTitle: string;
  readonly emptyHint: string;
  /** Instead of both, where only a part of time was asked for. */
  readonly emptyRange: string;
  readonly errorTitle: string;
}

/** The words of what comes after: walk, table, choice of series, what went wrong. */
export interface MoreMessages {
  readonly pointRisk: Readonly<Record<'flagged' | 'none' | 'unknown', string>>;
  readonly missedStatus: Readonly<Record<'CANCELED' | 'CANCELED_LATE' | 'CANCELED_IDLE' | 'LATE', string>>;
  readonly newAnswer: (sentence: string) => string;
  readonly series: string;
  /** Name of the series of the whole instrument, beside its subscales. */
  readonly wholeScore: string;
  readonly walk: string;
  readonly caption: (title: string) => string;
  readonly columns: readonly [
    date: string,
    score: string,
    range: string,
    previous: string,
    baseline: string,
    risk: string,
  ];
  /** What can be done with what is shown. */
  readonly tools: Readonly<
    Record<'name' | 'explore' | 'copy' | 'copied' | 'notCopied' | 'csv' | 'png' | 'print' | 'failed', string>
  >;
  /** `attribute` is the name of the one that is `missing` or `invalid`. */
  readonly problems: Readonly<Record<Problem, (attribute: string) => string>>;
}

/**
 * Every word that a panel shows or says. Dates and numbers arrive already formatted; what is counted
 * arrives as a number. A partner's own words replace single entries (`messages` of an element).
 */
export interface PanelMessages extends FirstMessages, MoreMessages {}
