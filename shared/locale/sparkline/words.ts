import type { CountMessages, CourseMessages, PanelMessages } from '../panel/messages.ts';

/** Every word that a sparkline shows or says; dates and numbers arrive already formatted. */
export interface SparklineMessages extends CourseMessages, CountMessages {
  readonly loading: string;
  /** Name of an instrument that nothing names. */
  readonly untitled: string;
  /** The picture in words: what it is of, how many answers, and when; `first` is null for a single answer. */
  readonly picture: (title: string, answers: number, first: string | null, last: string) => string;
  /** The scores of the picture; said where there are several. */
  readonly scores: (first: string, lowest: string, highest: string, last: string) => string;
  /** The sentence on risk where there is room for a few words only. */
  readonly riskShort: {
    readonly flagged: (date: string | null) => string;
    readonly none: (date: string) => string;
    readonly unavailable: string;
  };
  readonly noAnswers: string;
  readonly unscored: (answers: number) => string;
  readonly notCurrent: string;
  readonly incomplete: string;
  readonly failed: string;
  /** A partner's own sentences about what went wrong, in place of the panel's. */
  readonly problems?: Partial<PanelMessages['problems']> | undefined;
}
