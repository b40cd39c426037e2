/** Types that the parts of a panel have in common. @module */
import type { Caller } from '@instrument-panel/client';
import type { ScoreView } from '@instrument-panel/shared/score';
import type { Speech } from '@instrument-panel/shared/words/say';
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
  /** The failure; null if there is none, or if the page tells the user itself. */
  readonly problem: Error | null;
  readonly canRetry: boolean;
}

/** A course that is shown, with the words for it. */
export interface CourseViewModel<Spoken extends Speech = Speech> {
  readonly speech: Spoken;
  readonly title: string;
  readonly reading: PanelSnapshot;
  readonly view: ScoreView;
}

/** What the parts of a panel share. */
export interface PanelContext {
  readonly root: ShadowRoot;
  /** Adds a style sheet to the root. */
  readonly adopt: (css: () => string) => void;
  /** Reads more about the course; has no client if the page supplies `data`. */
  readonly reader: { readonly client: Caller | undefined; readonly asked: CourseQuery | null };
  /** Shows another series. */
  readonly choose: (seriesId: string) => void;
  readonly retry: () => void;
}
