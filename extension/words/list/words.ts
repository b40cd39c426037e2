/** What a mark in a row of a list says beyond the words of a course (locale/sparkline). */
export interface ListWords {
  readonly reading: string;
  /** The row's patient is not linked at the service. */
  readonly unlinked: string;
  readonly disagrees: string;
  /** The row does not say who its patient is. */
  readonly unread: string;
  readonly failed: string;
  readonly signedOut: string;
  /** In the few letters that there is room for. */
  readonly short: Readonly<Record<'unlinked' | 'disagrees' | 'unread' | 'failed' | 'signedOut', string>> & {
    /** There are answers, and none has a score of the whole. */
    readonly unscored: (title: string) => string;
  };
  readonly of: (instrument: string, sentence: string) => string;
  /** Name of what opens the scores of a row. */
  readonly mark: string;
}
