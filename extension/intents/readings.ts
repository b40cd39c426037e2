import type {
  Application,
  Instrument,
  Patient,
  ScaleGlance,
  ScoredGlance,
  ScoreGraphGlance,
  Submission,
} from '@instrument-panel/client/contract';

/** Answer to `chart.read`. */
export interface ChartReading {
  readonly patient: Patient;
  /** Who is signed in: author of what is applied from here. */
  readonly professionalId: string;
  /** Every application of the patient. */
  readonly applications: readonly Application[];
  readonly courses: readonly CourseReading[];
  /** Items that could not be read, in all. */
  readonly unreadable: number;
  /** Which second identifiers the page and the service's record agree in. Applying needs one of them at least. */
  readonly agreed: readonly ('name' | 'birthday' | 'email' | 'phone')[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The course of one instrument. */
export interface CourseReading {
  readonly formId: string;
  /** Null where it could not be read, `failure` says why. */
  readonly graph: ScoreGraphGlance | null;
  readonly failure: string | null;
  /** Null where it could not be read. */
  readonly instrument: Instrument | null;
  readonly submissions: readonly Submission[];
}

/** Answer to `item.read`. */
export interface ItemReply {
  readonly submission: Submission;
  readonly instrument: Instrument | null;
  readonly unreadable: number;
  readonly at: number;
}

/** What a row of a list shows. */
export type RowReading =
  | { readonly state: 'unlinked' }
  /** The row's name or birthday and the service's record contradict each other: nothing is shown. */
  | { readonly state: 'disagrees' }
  | { readonly state: 'course'; readonly patientId: string; readonly submissions: readonly ScoredGlance[] };

/** Answer to `list.read`: one for each row asked, in its order, and the scales of what is shown. */
export interface ListReading {
  readonly rows: readonly RowReading[];
  readonly scales: Readonly<Record<string, ScaleGlance | null>>;
  readonly unreadable: number;
  readonly at: number;
}
