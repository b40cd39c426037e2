/** What the explorer shows, and what it asks of its panel. @module */
import type { createScoreTable } from '@instrument-panel/shared/panel/score-table';
import type { ScoreView } from '@instrument-panel/shared/score';
import type { Treatment } from '@instrument-panel/shared/score/treatments';
import type { Requests, WholeSpeech } from '@instrument-panel/shared/words/say-details';

type ScoreTable = ReturnType<typeof createScoreTable>;

/** One instrument of the patient, as far as it is explored. */
export interface ExploredInstrument {
  readonly formId: string;
  /** In a few letters. */
  readonly name: string;
  readonly title: string;
  readonly state: 'off' | 'loading' | 'shown' | 'failed';
  /** Why it, or a newer state of it, could not be read, and what to do; else empty. */
  readonly problem: string;
  /** All its series; none until it was read. */
  readonly views: readonly ScoreView[];
  readonly names: readonly string[];
  /** What is known of risk; `kind` is `none` for what is said quietly. Null until it was read. */
  readonly risk: { readonly kind: string; readonly text: string } | null;
  readonly requests: Requests;
}

/** What is explored: the panel's own course, and the other instruments of the same patient. */
export interface Explored {
  readonly speech: WholeSpeech;
  readonly title: string;
  readonly timeZone: string | null;
  /** The sentence of a graph that is not current; null where it is. */
  readonly stale: string | null;
  /** The panel's own first. */
  readonly instruments: readonly [ExploredInstrument, ...ExploredInstrument[]];
  readonly list: {
    /** False where the page gives data, and so no way to read another instrument. */
    readonly isReadable: boolean;
    /** False where the list of the patient's answers could not be read. */
    readonly isKnown: boolean;
    /** Answers whose instrument is not known. */
    readonly unknown: number;
  };
  /** Given by `<instrument-overview>`, which explores all instruments of a patient in the page; absent in a panel's dialog. */
  readonly whole?: {
    readonly heading: string;
    /** Events of treatment, ascending. */
    readonly treatments: readonly Treatment[];
  };
}

/** What the explorer asks of the panel. */
export interface ExploreOwner {
  choose(formId: string, name: string, isChosen: boolean): void;
  /** Reads an instrument again after a failure; null for the panel itself. */
  retry(formId: string | null): void;
  createTable(details: HTMLDetailsElement, place: HTMLElement): Pick<ScoreTable, 'show'>;
  /** It is gone. */
  closed(): void;
}
