/** Somebody of the demo EHR, as the watcher knows them. */
export interface Marked {
  readonly name: string;
  /** Strings that our own elements show of this patient and of nobody else. */
  readonly strings: readonly string[];
}

/** By the patient's record number. */
export type Fingerprints = Readonly<Record<string, Marked>>;

/** A moment at which something of a patient stood where the page did not say that patient. */
export interface Sighting {
  /** `painted`: it was there when a frame was drawn. `between`: after a change, and gone before it was drawn. */
  readonly when: 'painted' | 'between';
  /**
   * `own` contradicts the frame it stands in, `other` another frame of one origin, `row` its row of a list, `cross`
   * a frame of another origin.
   */
  readonly against: 'own' | 'other' | 'row' | 'cross';
  readonly where: string;
  readonly shown: readonly string[];
  readonly said: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What gave it away. */
  readonly texts: readonly string[];
}

/** What a frame said and showed, whenever it changed: to compare frames that cannot see each other. */
export interface Change {
  readonly at: number;
  /** Name of the frame; empty for the top frame. */
  readonly frame: string;
  readonly where: string;
  readonly said: readonly string[];
  readonly shown: readonly string[];
}

/** What the watcher of a frame has seen since it told before. */
export interface Told {
  /** Moments looked at; those at which a panel was there, and those at which a mark was there in a row. */
  readonly moments: number;
  readonly withPanel: number;
  readonly withMark: number;
  readonly sightings: readonly Sighting[];
  readonly changes: readonly Change[];
}

/** What a page's own scripts and tests see of the watcher, as `watched`. */
export interface Watched {
  /** Whom our elements show now. */
  readonly shown: readonly string[];
  /** What was seen since it was told before. */
  take(): Told;
}
