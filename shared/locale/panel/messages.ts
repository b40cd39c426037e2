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

/** What is counted and said beside a course: requests without an answer, and what could not be read. */
export interface CountMessages {
  readonly missed: (count: number) => string;
  readonly unreadable: (count: number) => string;
}

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

  /** Title of a panel whose instrument could not be read. */
  readonly untitled: string;
  readonly graph: (title: string, answers: number) => string;
  readonly table: (answers: number) => string;

  readonly emptyTitle: string;
  readonly emptyHint: string;
  /** Instead of both, where only a part of time was asked for. */
  readonly emptyRange: string;
  readonly errorTitle: string;
  /** What comes after the first sight could not be fetched: choice of series, notes, tools, or why something failed. */
  readonly partsMissing: string;
}

/** The words of what comes after: walk, table, choice of series, what went wrong. */
export interface MoreMessages extends CountMessages {
  readonly readAt: (date: string) => string;
  /** Said where the ends of the scale do not come from the service. */
  readonly scaleAssumed: Readonly<Record<'ranges' | 'scores', string>>;
  readonly between: (from: string | null, to: string | null) => string;
  readonly pointRisk: Readonly<Record<'flagged' | 'none' | 'unknown', string>>;
  readonly missedStatus: Readonly<Record<'CANCELED' | 'CANCELED_LATE' | 'CANCELED_IDLE' | 'LATE', string>>;
  /** A request that was not answered: why, when it was made, until when it could be answered. */
  readonly requests: {
    readonly why: Readonly<Record<'CANCELED' | 'CANCELED_LATE' | 'CANCELED_IDLE' | 'LATE', string>>;
    readonly asked: (moment: string) => string;
    readonly begun: (moment: string) => string;
    readonly deadline: (moment: string) => string;
    readonly noDeadline: string;
  };
  /** The line on the longitudinal analysis; `date` is null where the service gives none. */
  readonly analysis: {
    readonly reading: string;
    readonly made: (date: string | null) => string;
    readonly none: string;
    readonly isStale: Readonly<Record<'yes' | 'no' | 'unknown', string>>;
    readonly notInPlan: string;
    readonly notPermitted: string;
    readonly failed: string;
    readonly note: string;
  };
  readonly newAnswer: (sentence: string) => string;
  readonly series: string;
  /** Name of the series of the whole instrument, beside its subscales. */
  readonly wholeScore: string;
  readonly walk: string;
  /** Name of what opens the answers of one row. */
  readonly openAnswers: (moment: string) => string;
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
    Record<
      | 'name'
      | 'answers'
      | 'explore'
      | 'copy'
      | 'copied'
      | 'notCopied'
      | 'csv'
      | 'png'
      | 'print'
      | 'failed'
      | 'opening',
      string
    >
  >;
  /** `attribute` is the name of the one that is `missing` or `invalid`. */
  readonly problems: Readonly<Record<Problem, (attribute: string) => string>>;
}

/**
 * Every word that a panel shows or says. Dates and numbers arrive already formatted; what is counted
 * arrives as a number. A partner's own words replace single entries (`messages` of an element).
 */
export interface PanelMessages extends FirstMessages, MoreMessages {}
