import type { RISK_FLAG_TYPES, RISK_SEVERITIES } from '@instrument-panel/client/contract';
import type { SandboxLanguage } from '../words/index.ts';

/** A text in every language that the library speaks. */
export type LibraryText = Readonly<Record<SandboxLanguage, string>>;

/** Which way a score runs; `null` is an unknown direction. `HIGHER_BETTER` is this project's choice of word. */
export type ScoreDirection = 'HIGHER_WORSE' | 'HIGHER_BETTER' | null;

/** The risk signal that choosing an option raises; it supports the professional's attention and is not a diagnosis. */
export interface RiskSignal {
  readonly flagType: Exclude<(typeof RISK_FLAG_TYPES)[number], 'NONE'>;
  readonly severity: (typeof RISK_SEVERITIES)[number];
}

/** One option of one question. A reversed item is one whose weights fall where the others' rise. */
export interface OptionDefinition {
  /** Unique across the library. */
  readonly id: number;
  readonly text: LibraryText;
  readonly weight: number;
  readonly risk: RiskSignal | null;
}

/** One item, in our own short paraphrase of its topic. */
export interface QuestionDefinition {
  /** Unique across the library. */
  readonly id: number;
  readonly code: string;
  /** From 1. */
  readonly position: number;
  readonly text: LibraryText;
  readonly options: readonly OptionDefinition[];
  /** Key of the subscale that the item counts in. */
  readonly subscale: string | null;
}

/** An interpretation range; both bounds are inclusive. */
export interface RangeDefinition {
  /** Unique across the library. */
  readonly id: number;
  readonly title: LibraryText;
  /** `#rrggbb`, readable on light and on dark; a second cue only, beside the title. */
  readonly color: string;
  readonly minScore: number;
  readonly maxScore: number;
}

/** A part of an instrument with a score of its own. */
export interface SubscaleDefinition {
  /** Unique across the library. */
  readonly id: number;
  /** Key of `subscaleClassifications`, and `code` of the wire's SubScale. */
  readonly key: string;
  readonly name: LibraryText;
  readonly direction: ScoreDirection;
  readonly ranges: readonly RangeDefinition[];
}

/** An instrument of the library: texts in every language, scoring, ranges and risk items. */
export interface InstrumentDefinition {
  /** UUID, fixed for ever: `formId` of paths, `formTemplateId` of resources. */
  readonly id: string;
  readonly shortTitle: string;
  readonly title: LibraryText;
  readonly description: LibraryText;
  /** For the professional. */
  readonly instruction: LibraryText;
  /** Shown to the patient above the questions: the period asked about. */
  readonly patientInstruction: LibraryText;
  /** The paper that scoring and ranges follow. */
  readonly references: string;
  /** Verified codes of other vocabularies, in words; `null` if none was verified. */
  readonly developerReferences: string | null;
  /** True if the instrument is made up for demonstration and rests on no paper. */
  readonly invented: boolean;
  readonly tags: readonly number[];
  /** False if only subscales have a score (DASS-21). */
  readonly hasGlobalScore: boolean;
  readonly direction: ScoreDirection;
  /** Ranges of the global score; empty if there is none. */
  readonly ranges: readonly RangeDefinition[];
  readonly subscales: readonly SubscaleDefinition[];
  readonly questions: readonly QuestionDefinition[];
}

/** A topic of the library, by which it can be filtered. */
export interface TagDefinition {
  readonly id: number;
  readonly name: LibraryText;
}
