/**
 * Types that the parts of a panel have in common.
 *
 * @module
 */
import type { Client } from '@instrument-panel/client';
import type { ScoreGraphDrawing } from '@instrument-panel/shared/chart';
import type { ScoreView } from '@instrument-panel/shared/score';
import type { Speech } from '@instrument-panel/shared/words/say';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import type { Status } from '../element.ts';
import type { CourseQuery } from './attributes.ts';
import type { PanelSnapshot } from './read.ts';

/** Everything that a panel shows at one moment. */
export interface PanelViewModel {
  readonly status: Status;
  /** Null while the words of its language are on their way; the rest then says no more than `loading`. */
  readonly speech: Speech | null;
  readonly timeZone: string | null;
  readonly headingLevel: number;
  readonly title: string;
  /** The reading and its view; null while loading and in the error state. */
  readonly course: { readonly reading: PanelSnapshot; readonly view: ScoreView } | null;
  readonly asked: Pick<CourseQuery, 'startDate' | 'endDate'> | null;
  /** The failure; null if there is none, or if the page tells the user itself. */
  readonly problem: Error | null;
  readonly canRetry: boolean;
}

/** A course that is shown, with the words for it. */
interface CourseViewModel {
  readonly speech: Speech;
  readonly title: string;
  readonly reading: PanelSnapshot;
  readonly view: ScoreView;
}

/** The actions of a panel. */
export interface PanelActions {
  series(seriesId: string): void;
  retry(): void;
  /** Reads more about the course; has no client if the page supplies `data`. */
  readonly reader: { readonly client: Client | undefined; readonly asked: CourseQuery | null };
}

/** A course that is shown, with all words for it. */
export interface WholeCourseViewModel extends CourseViewModel {
  readonly speech: WholeSpeech;
}

/** The part of a panel beyond its first paint. */
export interface PanelDetails {
  /** Brings it in line with what is shown. */
  show(course: CourseViewModel, drawing: ScoreGraphDrawing | null): void;
  /** What went wrong, and what to do. */
  sayProblem(speech: Speech, error: Error): string;
  /** Forgets the patient, and listens to the page no more. */
  clear(): void;
  /** Says that the latest answer is new. */
  announceNew(): void;
}
